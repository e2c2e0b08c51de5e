import { hostNameOf } from '../domain/links/hosts.js'

/**
 * Returns path and query of a target, without fragment, scheme and host (RFC 9112, section 3.2.2). A target with a host
 * other than `host` is returned unchanged, so it matches no route.
 */
export function originFormOf(target: string, host: string): string {
  const fragmentAt = target.indexOf('#')
  const whole = fragmentAt < 0 ? target : target.slice(0, fragmentAt)
  if (whole.startsWith('/')) return whole
  const [, authority, rest = ''] = /^https?:\/\/([^/?]*)(.*)$/i.exec(whole) ?? []
  if (authority === undefined || hostNameOf(authority) !== host) return whole
  return rest.startsWith('/') ? rest : `/${rest}`
}
