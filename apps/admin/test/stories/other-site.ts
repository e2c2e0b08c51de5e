import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import type { Page } from 'playwright-core'
import { OTHER_HOST } from '../running-panel.js'
import { heading, OWNER, type Stories } from './world.js'

/** Runs in the page of the other site. `load` answers whether an element got something. */
const ATTACK = (panel: string) => `(async () => {
  const panel = ${JSON.stringify(panel)}
  const credentials = 'include'
  const ask = (path, options) => fetch(panel + path, { credentials, ...options })
    .then(({ type, status }) => type + ' ' + status, () => 'refused')
  const load = (name, url) => new Promise((resolve) => {
    const one = Object.assign(document.createElement(name), { src: url })
    one.onload = () => resolve('loaded')
    one.onerror = () => resolve('refused')
    document.body.append(one)
  })
  const marked = { headers: { 'X-Throughline-Panel': '1' } }
  const body = '{"actual_url":"https://example.com"}'
  return {
    me: await ask('/api/me', marked),
    plainMe: await ask('/api/me', {}),
    stream: await ask('/api/stream', marked),
    json: await ask('/api/links', { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    script: await load('script', panel + '/api/me'),
    picture: await load('img', panel + '/api/links/SPRING7/qr'),
    silentMe: await ask('/api/me', { mode: 'no-cors' }),
    silentPost: await ask('/api/links', { mode: 'no-cors', method: 'POST', body }),
    silentSignOut: await ask('/api/auth/sign-out', { mode: 'no-cors', method: 'POST' }),
  }
})()`

/** Sends the form of the other site to the panel, in a new tab. */
const SUBMIT = (url: string) => `(() => {
  const form = Object.assign(document.createElement('form'), { action: ${JSON.stringify(url)}, method: 'POST', target: '_blank' })
  document.body.append(form)
  form.submit()
})()`

export const describeOtherSiteStory: Stories = (world) => {
  it('gives a page of another site nothing to read, to change or to frame', async () => {
    const { panel, api, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'links')
    const audited = async () => (await api('GET', '/api/audit?limit=100'))['data']
    const before = [await audited(), await panel.query('SELECT count(*) FROM links')]
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>other</title>')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const stranger = await context.newPage()
    await stranger.goto(`http://${OTHER_HOST}:${(other.address() as AddressInfo).port}/`)
    // An opaque response is one that the page cannot read.
    expect(await stranger.evaluate(ATTACK(panel.url))).toEqual({
      me: 'refused',
      plainMe: 'refused',
      stream: 'refused',
      json: 'refused',
      script: 'refused',
      picture: 'refused',
      silentMe: expect.stringMatching(/^(opaque 0|refused)$/),
      silentPost: expect.stringMatching(/^(opaque 0|refused)$/),
      silentSignOut: expect.stringMatching(/^(opaque 0|refused)$/),
    })
    for (const path of ['/api/auth/sign-out', '/api/links', '/api/project/rotate-key']) {
      const opening = context.waitForEvent('page')
      await stranger.evaluate(SUBMIT(panel.url + path))
      const answer = await opening
      await answer.waitForLoadState()
      expect([path, await answer.locator('body').innerText()]).toEqual([
        path,
        expect.stringMatching(/"code":\s*"\w+"/),
      ])
      await answer.close()
    }
    await frame(stranger, at('links'))
    // Under the name of the other site, the address of the API is no panel.
    const rebound = await context.newPage()
    const { port } = new URL(panel.url)
    const response = await rebound.goto(`http://${OTHER_HOST}:${port}/admin/p/acme/links`)
    expect(response?.status()).toBe(404)
    const direct = await rebound.goto(`http://${OTHER_HOST}:${port}/api/me`)
    expect(direct?.status()).toBe(404)

    await page.reload()
    await heading(page, 'Links').waitFor()
    expect([await audited(), await panel.query('SELECT count(*) FROM links')]).toEqual(before)
    other.close()
    await context.close()
    // The browser's messages about the rejected requests.
    panel.faults.splice(0)
  }, 90_000)
}

/** The browser shows its own error page in a frame that the policy forbids. */
async function frame(stranger: Page, url: string): Promise<void> {
  await stranger.evaluate(`new Promise((resolve) => {
    const one = Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(url)}, onload: resolve })
    document.body.append(one)
  })`)
  const isErrorPage = () => stranger.frames()[1]?.url().startsWith('chrome-error:')
  await waitFor(isErrorPage, { what: 'the error page in the frame' })
}
