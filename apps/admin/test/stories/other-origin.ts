import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { heading, OWNER, type Stories } from './world.js'

export const describeOtherOriginStory: Stories = (world) => {
  it('rejects all requests from a page of another origin', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'links')
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>other</title>')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const stranger = await context.newPage()
    // Another port of the same host: a browser sends the cookie there, whatever its SameSite value.
    await stranger.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const [read, changed] = await stranger.evaluate<[string, string]>(`(async () => {
      const panel = ${JSON.stringify(panel.url)}
      const credentials = 'include'
      const read = await fetch(panel + '/api/me', { credentials, headers: { 'X-Throughline-Panel': '1' } }).then(() => 'read', () => 'refused')
      const changed = await fetch(panel + '/api/auth/sign-out', { credentials, method: 'POST', mode: 'no-cors' }).then(() => 'answered', () => 'refused')
      const frame = Object.assign(document.createElement('iframe'), { src: panel + '/admin' })
      const loaded = new Promise((resolve) => { frame.onload = resolve })
      document.body.append(frame)
      await loaded
      return [read, changed]
    })()`)
    expect([read, changed]).toEqual(['refused', 'refused'])
    // The browser shows its own error page in the frame.
    const isErrorPage = () => stranger.frames()[1]?.url().startsWith('chrome-error:')
    await waitFor(isErrorPage, { what: 'the error page in the frame' })
    // Still signed in: the request without the panel's header changed nothing.
    await page.reload()
    await heading(page, 'Links').waitFor()
    other.close()
    await context.close()
    // The browser's messages about the rejected requests.
    panel.faults.splice(0)
  })
}
