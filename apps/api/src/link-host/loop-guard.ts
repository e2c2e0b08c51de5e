import { destinationHost } from '@throughline/core/links/destination'
import { LRUCache } from 'lru-cache'
import { hostNameOf } from '../domain/links/hosts.js'

/** Whether a link's URL leads to a link host; `askedHost` is the requested host. */
export type IsLinkLoop = (url: string, askedHost: string) => boolean

const KNOWN_URLS = 10_000

/** Links are validated at creation; this detects destinations that have become link hosts since. */
export function createLeadsToLinkHost(
  linkBaseHost: string,
  isLinkHost: (host: string) => boolean,
): IsLinkLoop {
  const suffix = `.${hostNameOf(linkBaseHost)}`
  // Parsing a URL costs more than the rest of this check, and records rarely change theirs.
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
