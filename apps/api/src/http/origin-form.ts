import { hostNameOf } from '../domain/links/hosts.js'

/**
 * What a request target asks for, as a path and a query: without the fragment that some clients send along, and without
 * scheme and host where the whole URL was sent, as to a proxy (RFC 9112, section 3.2.2). That of another host than the
 * Host header names comes back as it is, which is nowhere.
 *
 * @param host as `hostNameOf` gives it
 */
export function originFormOf(target: string, host: string): string {
  const fragmentAt = target.indexOf('#')
  const whole = fragmentAt < 0 ? target : target.slice(0, fragmentAt)
  if (whole.startsWith('/')) return whole
  const [, authority, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(whole) ?? []
  if (authority === undefined || hostNameOf(authority) !== host) return whole
  return rest.startsWith('/') ? rest : `/${rest}`
}
