import got from 'got'
import QRCode from 'qrcode'

import { errorText } from '../errors.js'
import { isRecord } from '../private-file.js'

/** Returns the URL of the demo project's link `demo`; null after a printed failure: the stack works without it. */
export async function ensureDemoLink(
  { publicUrl, projectKey }: { publicUrl: string; projectKey: string },
  print: (line: string) => void,
): Promise<string | null> {
  const api = got.extend({
    headers: { 'x-project-key': projectKey },
    responseType: 'json',
    retry: { limit: 0 },
    timeout: { request: 10_000 },
  })
  try {
    const found = await api(`${publicUrl}/api/links/${CODE}`, { throwHttpErrors: false })
    const link =
      found.statusCode === 404
        ? await api.post(`${publicUrl}/api/links`, { json: DEMO_LINK })
        : found
    const { body } = link
    if (isRecord(body) && typeof body['short_url'] === 'string') return body['short_url']
    throw new Error(`the API returned ${link.statusCode}`)
  } catch (error) {
    print(`Could not create the demo link: ${errorText(error)}`)
    return null
  }
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
const DEMO_LINK = {
  code: CODE,
  name: 'Demo',
  actual_url: 'https://example.com/',
  is_deeplink: true,
}
