import type { IncomingMessage } from 'node:http'
import type { AppContext } from '../context.js'
import { hostNameOf } from '../domain/links/hosts.js'
import { createLeadsToLinkHost, type IsLinkLoop } from './loop-guard.js'
import type { LinkStore } from '../domain/links/link-store.js'
import type { ServedProject } from '../domain/links/served-link.js'

export interface LinkHost {
  ctx: AppContext
  /** PUBLIC_URL's host, which is not a link host. */
  publicHost: string
  lookups: LinkStore['lookups']
  /** Resolves once the click is durable in the database or the spool, or dropped; many clicks share a commit. */
  clicks: LinkStore['clicks']
  isLinkLoop: IsLinkLoop
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
    isLinkLoop: createLeadsToLinkHost(ctx.config.linkBaseHost, (host) =>
      ctx.linkStore.lookups.isLinkHost(host),
    ),
    notesInFlight: 0,
  }
}
