import { destinationHost } from '@throughline/core/links/destination'
import { LRUCache } from 'lru-cache'
import { hostNameOf } from '../domain/links/hosts.js'

/** The URL of a link, and the host under which the link was asked for. */
export type IsLinkLoop = (url: string, askedHost: string) => boolean

const KNOWN_URLS = 10_000

/**
 * Makes the check that a link leads to no link host, itself least of all. A link is judged when it is
 * made; that its host becomes a link host later, by a proof, is seen here: the host that is asked is one for certain,
 * and of any other that `isLinkHost` knows.
 */
export function createLeadsToLinkHost(
  linkBaseHost: string,
  isLinkHost: (host: string) => boolean,
): IsLinkLoop {
  const suffix = `.${hostNameOf(linkBaseHost)}`
  // To read a URL costs more than all else here, and a record has the same few all its life.
  const hosts = new LRUCache<string, string>({ max: KNOWN_URLS })
  const hostOf = (url: string) => {
    const known = hosts.get(url)
    if (known !== undefined) return known
    const host = destinationHost(url) ?? ''
    hosts.set(url, host)
    return host
  }
  return (url, askedHost) => {
    const host = hostOf(url)
    return host === askedHost || host.endsWith(suffix) || isLinkHost(host)
  }
}
