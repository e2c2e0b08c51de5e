export type UrlText = {
  protocol: 'https:' | 'http:'
  /** As written, with case, brackets and trailing dot. */
  hostText: string
  port: number | null
}

export type Rejection = { ok: false; reason: string }
export type UrlTextResult = { ok: true; text: UrlText } | Rejection

export const MAX_WEBHOOK_URL_LENGTH = 2048

// Whitespace, control characters and lone surrogates corrupt headers and logs; parsers disagree about a backslash.
const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Cs}\p{Z}\\]/u
const SHAPE = /^(https?:)\/\/([^/?#]*)(.*)$/su
const PORT = /^[1-9]\d{0,4}$/
const MAX_PORT = 65_535

/** Splits a URL literally, without normalization. Rejects a host that two parsers could read differently. */
export function readUrlText(url: string): UrlTextResult {
  if (url.length > MAX_WEBHOOK_URL_LENGTH) {
    return reject(`Use a URL of at most ${MAX_WEBHOOK_URL_LENGTH} characters.`)
  }
  if (FORBIDDEN_CHARACTER.test(url)) {
    return reject('Percent-encode spaces, control characters and backslashes in the URL.')
  }
  const [, scheme, authority = '', rest = ''] = SHAPE.exec(url) ?? []
  if (scheme !== 'https:' && scheme !== 'http:') {
    return reject(
      'Use a URL that starts with https:// and a host, such as https://example.com/hook.',
    )
  }
  if (hasUserInfo(authority, rest)) {
    return reject('Remove the user name, password or @ from the URL; verify the signature instead.')
  }
  return readAuthority(scheme, authority)
}

export function reject(reason: string): Rejection {
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
  if (hostText === '') return reject('Add a host to the URL, such as https://example.com/hook.')
  if (portText === undefined) return { ok: true, text: { protocol, hostText, port: null } }
  if (!PORT.test(portText) || Number(portText) > MAX_PORT) {
    return reject('Write the port as a number from 1 to 65535, or omit it and its colon.')
  }
  return { ok: true, text: { protocol, hostText, port: Number(portText) } }
}
