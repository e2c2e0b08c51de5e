/** What the text of a URL says, before anybody has normalised it. */
export type UrlText = {
  protocol: 'https:' | 'http:'
  /** As written: with its case, its brackets and its trailing dot. */
  hostText: string
  /** null when the text names none. */
  port: number | null
}

export type Refusal = { ok: false; reason: string }
export type UrlTextResult = { ok: true; text: UrlText } | Refusal

/** The longest webhook URL, in characters. */
export const MAX_WEBHOOK_URL_LENGTH = 2048

// Whitespace, control characters and lone surrogates make headers and log lines that were not meant;
// a backslash is a slash to some parsers and a letter to others.
const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Cs}\p{Z}\\]/u
const SHAPE = /^(https?:)\/\/([^/?#]*)(.*)$/su
const PORT = /^[1-9]\d{0,4}$/
const MAX_PORT = 65_535

/**
 * Splits a webhook URL by the letter. It never normalises: where two parsers could disagree about
 * who the host is, the text is refused.
 */
export function readUrlText(url: string): UrlTextResult {
  if (url.length > MAX_WEBHOOK_URL_LENGTH) {
    return reject(`Use a URL of at most ${MAX_WEBHOOK_URL_LENGTH} characters.`)
  }
  if (FORBIDDEN_CHARACTER.test(url)) {
    return reject('Percent-encode spaces, control characters and backslashes in the URL.')
  }
  const [, scheme, authority = '', rest = ''] = SHAPE.exec(url) ?? []
  if (scheme !== 'https:' && scheme !== 'http:') {
    return reject('Use a URL that starts with https:// and a host, as in https://example.com/hook.')
  }
  if (hasUserInfo(authority, rest)) {
    return reject('Remove the user name, password or @ from the URL; verify the signature instead.')
  }
  return readAuthority(scheme, authority)
}

export function reject(reason: string): Refusal {
  return { ok: false, reason }
}

/** Some parsers read an @ after `#` or `?` as the end of credentials, unless a slash precedes it. */
function hasUserInfo(authority: string, rest: string): boolean {
  const upToPath = rest.split('/', 1)[0] ?? ''
  return authority.includes('@') || upToPath.includes('@')
}

function readAuthority(protocol: UrlText['protocol'], authority: string): UrlTextResult {
  const parts = /^(\[[^\]]*\]|[^:[\]]*)(?::(.*))?$/su.exec(authority)
  const [, hostText = '', portText] = parts ?? []
  if (hostText === '') return reject('Name a host in the URL, as in https://example.com/hook.')
  if (portText === undefined) return { ok: true, text: { protocol, hostText, port: null } }
  if (!PORT.test(portText) || Number(portText) > MAX_PORT) {
    return reject('Write the port as a number from 1 to 65535, or leave it and its colon out.')
  }
  return { ok: true, text: { protocol, hostText, port: Number(portText) } }
}
