import { hostNameOf } from '../domain/links/hosts.js'

/**
 * The path and query of a request target. Removes a fragment, and scheme and host of an absolute URL as sent to a
 * proxy (RFC 9112, section 3.2.2). A URL whose host differs from the Host header is returned unchanged and matches
 * nothing.
 *
 * @param host as returned by `hostNameOf`
 */
export function originFormOf(target: string, host: string): string {
  const fragmentAt = target.indexOf('#')
  const whole = fragmentAt < 0 ? target : target.slice(0, fragmentAt)
  if (whole.startsWith('/')) return whole
  const [, authority, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(whole) ?? []
  if (authority === undefined || hostNameOf(authority) !== host) return whole
  return rest.startsWith('/') ? rest : `/${rest}`
}
