import type { RedirectInstallation } from './installation.js'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

export const SUBJECTS = ['node', 'express', 'click', 'bot', 'page'] as const
export type Subject = (typeof SUBJECTS)[number]

/** Raw HTTP requests of a subject, all with the same query and headers. */
export function requestsOf(
  subject: Subject,
  installation: Pick<RedirectInstallation, 'host' | 'codes' | 'deepCodes'>,
): string[] {
  const codes = subject === 'page' ? installation.deepCodes : installation.codes
  const agent = { node: DESKTOP, express: DESKTOP, click: DESKTOP, bot: BOT, page: PHONE }[subject]
  return codes.map(
    (code, index) =>
      `GET /${code}?gclid=Cj0KCQiA${index}&utm_medium=cpc HTTP/1.1\r\nHost: ${installation.host}\r\nUser-Agent: ${agent}\r\n` +
      'Accept: text/html,application/xhtml+xml\r\nAccept-Language: en-GB,en;q=0.9\r\nAccept-Encoding: gzip, deflate, br\r\n\r\n',
  )
}

export function statusOf(subject: Subject): string {
  return subject === 'page' ? '200' : '302'
}
