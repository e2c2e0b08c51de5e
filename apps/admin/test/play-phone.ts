import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { openPhone, PHONES } from '@throughline/testkit/browser'
import { waitFor } from '@throughline/testkit/wait-for'
import type { RunningPanel } from './running-panel.js'

const PHONE = PHONES.android
/** The headers that a browser sends when a person opens a link. */
const NAVIGATION = {
  'user-agent': PHONE.userAgent,
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
}

/** Opens a short link as an Android phone does. @returns the store's referrer, which proves the click */
export async function clickLink(
  { url, project }: Pick<RunningPanel, 'url' | 'project'>,
  code: string,
): Promise<string> {
  const headers = { ...NAVIGATION, host: project.linkHost }
  // By address, because only browsers resolve `*.localhost`.
  const opening = request(`${url}/${code}`, { headers }).end()
  const [response] = (await once(opening, 'response')) as [IncomingMessage]
  const page = await text(response)
  const referrer = /referrer=([^"&]+)/.exec(page)?.[1]
  if (referrer === undefined) throw new Error(`${response.statusCode ?? 0}: no link to the store`)
  return decodeURIComponent(referrer)
}

/** Opens a short link in the browser of an Android phone, until the landing page has reported the device. */
export async function openLandingPage(panel: RunningPanel, code: string): Promise<void> {
  const { context, page } = await openPhone(panel.browser, PHONE)
  // The API's own port: nothing listens at the port of link hosts.
  const { hostname } = new URL(`http://${panel.project.linkHost}`)
  const { port } = new URL(panel.url)
  // The page may go on to an app's scheme before it has loaded.
  await page.goto(`http://${hostname}:${port}/${code}`, { waitUntil: 'commit' })
  const reports = `SELECT 1 FROM visits JOIN links ON links.id = visits.link_id WHERE links.code = '${code}'`
  await waitFor(async () => (await panel.query(reports)).length > 0, { what: 'the device report' })
  await context.close()
}

/** Reports the first start of the app, as the SDK does. @returns the install's id */
export async function reportInstall(
  { url, project }: Pick<RunningPanel, 'url' | 'project'>,
  options: { referrer?: string; platform?: 'ios' | 'android' } = {},
): Promise<string> {
  const { referrer, platform = 'android' } = options
  const id = randomUUID()
  const answer = await fetch(`${url}/api/attribution/installs`, {
    method: 'POST',
    headers: { 'x-project-key': project.projectKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      install_id: id,
      platform,
      device: { os_version: '9', screen_width: 320, screen_height: 640, languages: ['ja-JP'] },
      installed_at: new Date().toISOString(),
      consent: true,
      ...(referrer === undefined ? {} : { install_referrer: referrer }),
    }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return id
}
