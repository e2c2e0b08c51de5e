import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { describeInBrowser } from '@throughline/testkit/browser'
import { startReceiver, type Receiver } from '@throughline/testkit/receiver'
import type { Page } from 'playwright-core'
import { clickLink, reportInstall } from '../play-phone.js'
import { PASSWORD, startPanel, type RunningPanel } from '../running-panel.js'

const OWNER = 'ada@example.com'
const PLAY = 'https://play.google.com/store/apps/details?id=com.acme.shop'
const VIEWER = 'grace@example.com'
const SCREENS = [
  'first-steps',
  'overview',
  'links',
  'links?form=new',
  'links/SPRING7',
  'campaigns',
  'installs',
  'deliveries?view=all',
  'webhooks',
  'webhooks/1',
  'setup',
  'settings/general',
  'settings/members',
  'settings/tokens?form=new',
  'settings/app-links',
  'settings/domains',
  'settings/attribution',
  'settings/privacy',
  'settings/audit',
  'account',
  'users',
  'system',
  'system?part=projects',
  'system?part=audit',
]

describeInBrowser('the panel', () => {
  let panel: RunningPanel
  let receiver: Receiver
  let unmatchedId = ''

  beforeAll(async () => {
    receiver = await startReceiver()
    panel = await startPanel()
  }, 240_000)
  afterAll(async () => {
    await (panel as RunningPanel | undefined)?.close()
    await (receiver as Receiver | undefined)?.close()
  }, 60_000)
  // In every story the console and the policy's reports stay empty.
  afterEach(() => expect(panel.faults.splice(0)).toEqual([]))

  const at = (path: string) => `${panel.url}/admin/p/acme/${path}`
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

  it('leads a new owner from the first link to a verified delivery', async () => {
    const [context, page] = await panel.open()
    const made = await panel.cli('user', 'create', '--email', OWNER, '--name', 'Ada', '--admin')
    await page.goto(String(made['url']))
    await page.getByLabel('New password').fill(PASSWORD)
    await button(page, 'Set password').click()
    await page.getByText('Your password is set').waitFor()
    await panel.signIn(page, OWNER, '', '/p/acme/first-steps')
    await page.getByText('0 of 5 done').waitFor()
    await button(page, 'New link').click()
    await page.getByRole('textbox', { name: 'Destination' }).fill('https://shop.example.com/spring')
    await page.getByRole('textbox', { name: 'Code' }).fill('SPRING7')
    await page.getByText('SPRING7 is free').waitFor()
    await page.getByRole('switch', { name: 'Open the app on phones' }).check()
    await page.getByLabel('Google Play page').fill(PLAY)
    await button(page, 'Create link').click()
    await page.getByRole('link', { name: 'SPRING7' }).waitFor()
    await page.goto(at('first-steps'))
    const referrer = await clickLink(panel, 'SPRING7')
    await page.getByText('2 of 5 done').waitFor()
    await reportInstall(panel, { referrer })
    await page.getByText('3 of 5 done').waitFor()
    await page.goto(at('webhooks?form=new'))
    await page.getByLabel('URL of your server').fill(receiver.url('/hook'))
    await button(page, 'Create webhook').click()
    const secret = await page.getByLabel('Secret', { exact: true }).innerText()
    await button(page, 'Send a test delivery').click()
    await page.getByText('Your server accepted it.').waitFor()
    const [delivery] = await receiver.waitForRequests(1)
    const { body = '', headers = {} } = delivery ?? {}
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    expect(headers['x-service-signature']).toBe(signature)
    await page.goto(at('first-steps'))
    await page.getByText('Everything works.').waitFor()
    await page.goto(`${panel.url}/admin`)
    await page.waitForURL(at('overview'))
    await context.close()
  }, 120_000)

  it('tells a developer why an install was not matched', async () => {
    unmatchedId = await reportInstall(panel, { platform: 'ios' })
    const [context, page] = await panel.open()
    await panel.signIn(page, OWNER, '/p/acme/installs?result=unmatched')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.waitForURL(at(`installs/${unmatchedId}`))
    await page.getByRole('region', { name: 'Why' }).waitFor()
    await page.getByText('What to do').waitFor()
    await page.getByText('Open the link on the same phone and network').waitFor()
    await context.close()
  })

  it('lets an operator find failing deliveries, mend the URL and replay them', async () => {
    receiver.respondWith(({ path }) => ({ status: path === '/hook' ? 500 : 200 }))
    const [context, page] = await panel.open()
    await reportInstall(panel, { referrer: await clickLink(panel, 'SPRING7') })
    await receiver.waitForRequests(5)
    await panel.signIn(page, OWNER, '/p/acme/deliveries')
    await page.getByRole('row').nth(1).getByText('Failed').waitFor()
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByText('All four attempts have failed.').waitFor()
    await page.getByText('HTTP 500').first().waitFor()
    await page.getByRole('link', { name: /\/hook$/ }).click()
    await page.getByLabel('URL', { exact: true }).fill(receiver.url('/mended'))
    await button(page, 'Save changes').click()
    await button(page, 'Actions').click()
    await page.getByRole('menuitem', { name: 'Replay' }).click()
    await button(page, 'Send 1 again').click()
    await page.getByText('1 delivered').waitFor()
    expect(receiver.requests.at(-1)).toMatchObject({ path: '/mended' })
    await context.close()
  }, 90_000)

  it('lets an owner invite a viewer, who can change nothing', async () => {
    const [context, page] = await panel.open()
    await panel.signIn(page, OWNER, '/p/acme/settings/members')
    await button(page, 'Invite').first().click()
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(VIEWER)
    await button(page, 'Create invitation').click()
    const link = await page.getByLabel('Invitation link', { exact: true }).innerText()
    await context.close()
    const [theirs, viewer] = await panel.open()
    await viewer.goto(link)
    await viewer.getByLabel('Your name').fill('Grace')
    await viewer.getByLabel('New password').fill(PASSWORD)
    await button(viewer, 'Join').click()
    await viewer.waitForURL(at('overview'))
    const changing = /^(New|Create|Invite|Add|Save|Send|Erase|Resend|Remove|Revoke)|^Actions$/
    for (const screen of [
      'links',
      'campaigns',
      'webhooks',
      'webhooks/1',
      `installs/${unmatchedId}`,
    ]) {
      await viewer.goto(at(screen))
      await viewer.waitForLoadState('networkidle')
      expect([screen, await button(viewer, changing).allInnerTexts()]).toEqual([screen, []])
    }
    for (const section of ['general', 'members', 'tokens', 'app-links', 'domains', 'attribution']) {
      await viewer.goto(at(`settings/${section}`))
      await viewer.waitForLoadState('networkidle')
      expect([section, await button(viewer, changing).allInnerTexts()]).toEqual([section, []])
    }
    expect(await writeAsPanel(viewer)).toEqual([403, 403, 403])
    await theirs.close()
  }, 90_000)

  /** What a viewer's page could send if it wanted to. */
  function writeAsPanel(page: Page): Promise<number[]> {
    return page.evaluate(`(async () => {
      const { memberships } = await (await fetch('/api/me', { headers: { 'X-Throughline-Panel': '1' } })).json()
      const headers = { 'X-Throughline-Panel': '1', 'x-project-key': memberships[0].project_id, 'content-type': 'application/json' }
      const send = async (method, path, body) => (await fetch(path, { method, headers, body: JSON.stringify(body) })).status
      return [
        await send('POST', '/api/links', { actual_url: 'https://example.com' }),
        await send('PUT', '/api/project', { name: 'Mine' }),
        await send('DELETE', '/api/webhooks/1'),
      ]
    })()`)
  }

  it('lets a page of another origin do nothing', async () => {
    const [context, page] = await panel.open()
    await panel.signIn(page, OWNER, '/p/acme/links')
    const other = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>other</title>')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const stranger = await context.newPage()
    // Another port of the same host: a browser sends the cookie there, whatever its SameSite is.
    await stranger.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
    const [read, changed, framed] = await stranger.evaluate<
      [string, string, boolean]
    >(`(async () => {
      const panel = ${JSON.stringify(panel.url)}
      const credentials = 'include'
      const read = await fetch(panel + '/api/me', { credentials, headers: { 'X-Throughline-Panel': '1' } }).then(() => 'read', () => 'refused')
      const changed = await fetch(panel + '/api/auth/sign-out', { credentials, method: 'POST', mode: 'no-cors' }).then(() => 'answered', () => 'refused')
      const frame = Object.assign(document.createElement('iframe'), { src: panel + '/admin' })
      const loaded = new Promise((resolve) => { frame.onload = resolve })
      document.body.append(frame)
      await loaded
      return [read, changed, frame.contentDocument !== null]
    })()`)
    expect([read, changed]).toEqual(['refused', 'refused'])
    expect(framed).toBe(false)
    // Still signed in: the request without our header changed nothing.
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor()
    other.close()
    await context.close()
    panel.faults.splice(0)
  })

  it('has no accessibility violation on any screen, in both themes', async () => {
    const axe = await readFile(
      createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
      'utf8',
    )
    const violations: string[] = []
    const [context, page] = await panel.open()
    await panel.signIn(page, OWNER, '/p/acme/links')
    for (const screen of [...SCREENS, `installs/${unmatchedId}`]) {
      await page.goto(at(screen))
      await page.waitForLoadState('networkidle')
      await page.evaluate(axe)
      // The themes differ in colors alone.
      for (const [theme, options] of [
        ['light', '{}'],
        ['dark', "{ runOnly: ['color-contrast'] }"],
      ]) {
        const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
          `document.documentElement.setAttribute('data-mantine-color-scheme', '${theme}')
          axe.run(document, ${options}).then(({ violations }) => violations)`,
        )
        violations.push(
          ...found.map(({ id, nodes }) => `${theme} ${screen}: ${id} ${nodes[0]?.html ?? ''}`),
        )
      }
    }
    await context.close()
    expect(violations).toEqual([])
  }, 180_000)

  it('opens with sample data, which an administrator removes with one button', async () => {
    await panel.cli('project', 'create', '--name', 'Sample data', '--prefix', 'sample')
    await panel.query("UPDATE projects SET is_sample = true WHERE prefix = 'sample'")
    const [context, page] = await panel.open()
    await panel.signIn(page, OWNER, '', '/p/sample/first-steps')
    await page.getByText('This is sample data').waitFor()
    await page.getByRole('link', { name: 'Go to Acme Shoes' }).waitFor()
    await button(page, 'Remove sample data').click()
    await page.waitForURL(at('overview'))
    await page.getByText('The sample data is removed').waitFor()
    expect(await page.getByText('This is sample data').count()).toBe(0)
    expect(await panel.query('SELECT prefix FROM projects')).toEqual([{ prefix: 'acme' }])
    await context.close()
  })
})
