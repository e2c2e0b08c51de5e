import type { IncomingMessage } from 'node:http'
import { destinationHost } from '@throughline/core/links/destination'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../context.js'
import { hostNameOf } from '../domain/links/hosts.js'
import type { LinkStore } from '../domain/links/link-store.js'
import type { ServedProject } from '../domain/links/served-link.js'

export interface LinkHost {
  ctx: AppContext
  /** PUBLIC_URL's host, which is not a link host. */
  publicHost: string
  lookups: LinkStore['lookups']
  /** Resolves once the click is durable in the database or the spool, or dropped; many clicks share a commit. */
  clicks: LinkStore['clicks']
  /** Whether a link's URL leads to a link host; `askedHost` is the requested host. */
  isLinkLoop: (url: string, askedHost: string) => boolean
  /** OPTIONS requests that were answered but not stored yet. */
  notesInFlight: number
}

export interface LinkHostCall {
  request: IncomingMessage
  host: string
  project: ServedProject
  rawQuery: string
  address: string
}

export function createLinkHost(ctx: AppContext): LinkHost {
  return {
    ctx,
    publicHost: hostNameOf(new URL(ctx.config.publicUrl).host),
    lookups: ctx.linkStore.lookups,
    clicks: ctx.linkStore.clicks,
    isLinkLoop: createLoopCheck(ctx.config.linkBaseHost, (host) =>
      ctx.linkStore.lookups.isLinkHost(host),
    ),
    notesInFlight: 0,
  }
}

const KNOWN_URLS = 10_000

/** Links are validated at creation; this detects destinations that have become link hosts since. */
function createLoopCheck(
  linkBaseHost: string,
  isLinkHost: (host: string) => boolean,
): LinkHost['isLinkLoop'] {
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
