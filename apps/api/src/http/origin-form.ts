import { hostNameOf } from '../domain/links/hosts.js'

/**
 * Path and query of a target, without fragment, scheme and host (RFC 9112, section 3.2.2). Another host than `host` is
 * kept, and so matches nothing.
 */
export function originFormOf(target: string, host: string): string {
  const fragmentAt = target.indexOf('#')
  const whole = fragmentAt < 0 ? target : target.slice(0, fragmentAt)
  if (whole.startsWith('/')) return whole
  const [, authority, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(whole) ?? []
  if (authority === undefined || hostNameOf(authority) !== host) return whole
  return rest.startsWith('/') ? rest : `/${rest}`
}
