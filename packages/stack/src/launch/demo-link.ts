import got from 'got'
import QRCode from 'qrcode'

import { errorText } from '../errors.js'
import { SHOP_PATH } from '../example/serve-page.js'
import { isRecord } from '../private-file.js'

interface DemoAccess {
  publicUrl: string
  projectKey: string
  adminToken: string | null
  /** The page to which the link leads without the app; null without the example app. */
  shopUrl: string | null
}

/** Returns the URL of the demo project's link `demo`; null after a printed failure: the stack works without it. */
export async function ensureDemoLink(
  { publicUrl, projectKey, adminToken, shopUrl }: DemoAccess,
  print: (line: string) => void,
): Promise<string | null> {
  const target = shopUrl ?? EXAMPLE_URL
  const linkUrl = `${publicUrl}/api/links/${CODE}`
  const api = got.extend({
    headers: { 'x-project-key': projectKey },
    responseType: 'json',
    retry: { limit: 0 },
    timeout: { request: 10_000 },
  })
  try {
    let link = await api(linkUrl, { throwHttpErrors: false })
    if (link.statusCode === 404) {
      const json = { ...DEMO_LINK, actual_url: target }
      link = await api.post(`${publicUrl}/api/links`, { json })
    } else if (adminToken !== null && isOutdated(link.body, target)) {
      const headers = { authorization: `Bearer ${adminToken}` }
      link = await api.put(linkUrl, { headers, json: { actual_url: target } })
    }
    const { body } = link
    if (isRecord(body) && typeof body['short_url'] === 'string') return body['short_url']
    throw new Error(`the API returned ${link.statusCode}`)
  } catch (error) {
    print(`Could not create the demo link: ${errorText(error)}`)
    return null
  }
}

/** Whether the link leads where an earlier start has pointed it. Another target is the owner's. */
function isOutdated(body: unknown, target: string): boolean {
  const url = isRecord(body) ? body['actual_url'] : null
  if (typeof url !== 'string' || url === target) return false
  return url === EXAMPLE_URL || url.endsWith(SHOP_PATH)
}

export async function phoneLines(link: string, host: string): Promise<string[]> {
  // Both colors are set, so that the code is readable on dark and light terminals.
  const code = await QRCode.toString(link, {
    type: 'terminal',
    small: true,
    errorCorrectionLevel: 'L',
  })
  const { hostname } = new URL(link)
  const needs = hostname.endsWith('.sslip.io')
    ? `The phone needs internet DNS: sslip.io resolves this name to ${host}.`
    : `The phone's DNS must resolve ${hostname} to ${host}.`
  return [
    "  # Open the demo link on a phone in this machine's network:",
    `  ${link}`,
    // The last line only resets the colors.
    ...code
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((line) => `  ${line}`),
    `  ${needs} If it does not open: docs/guides/phone.md`,
  ]
}

const CODE = 'demo'
const EXAMPLE_URL = 'https://example.com/'
const DEMO_LINK = {
  code: CODE,
  name: 'Demo',
  is_deeplink: true,
  social_title: 'Demo link',
  social_description:
    'Opens your app. Without the app, it goes on to the page of the example shop.',
}
