import type { Database } from '@throughline/db/connection/database'
import { isProvedHost } from '@throughline/db/projects/domains'
import { findProjectByPrefix } from '@throughline/db/projects/projects'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import type { RequestHandler, Response } from 'express'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../context.js'
import { hostNameOf, isHostName, linkPrefixOf } from '../domain/links/hosts.js'

const KNOWN_HOSTS = 5_000
const KNOWN_MS = 10_000
/** Short, so that a newly proved host soon gets its certificate. */
const UNKNOWN_MS = 1_000

/**
 * Responds whether a TLS proxy may request a certificate. While the database is unavailable, returns 200 for hosts that
 * this process serves, otherwise 503.
 */
export function tlsAsk(
  ctx: Pick<AppContext, 'config' | 'database' | 'logger' | 'linkStore'>,
): RequestHandler {
  const publicHost = hostNameOf(new URL(ctx.config.publicUrl).host)
  const hosts = new LRUCache<string, { isOurs: boolean }>({
    max: KNOWN_HOSTS,
    fetchMethod: async (host, _stale, { options }) => {
      const isOurs = await isKnownHost(ctx.database, host, ctx.config.linkBaseHost)
      options.ttl = isOurs ? KNOWN_MS : UNKNOWN_MS
      return { isOurs }
    },
  })
  const answer = (response: Response, isOurs: boolean) =>
    response.status(isOurs ? 200 : 404).send(isOurs ? 'ours' : 'not ours')
  return async (request, response) => {
    response.type('text/plain').set('Cache-Control', 'no-store')
    const { domain } = request.query
    const host = typeof domain === 'string' ? hostNameOf(domain) : ''
    try {
      const isOurs =
        host === publicHost ||
        (isHostName(host) && (await withDatabaseTimeout(hosts.fetch(host)))?.isOurs === true)
      answer(response, isOurs)
    } catch (error) {
      if (ctx.linkStore.lookups.isLinkHost(host)) {
        answer(response, true)
        return
      }
      // A proxy calls this for each handshake of a new host, so an outage would fill the log.
      ctx.logger.debug({ err: error }, 'tls-ask: host lookup failed')
      response.status(503).set('Retry-After', '2').send('unknown')
    }
  }
}

async function isKnownHost(
  { prisma }: Pick<Database, 'prisma'>,
  host: string,
  linkBaseHost: string,
): Promise<boolean> {
  const prefix = linkPrefixOf(host, linkBaseHost)
  return prefix === null
    ? isProvedHost(prisma, host)
    : (await findProjectByPrefix(prisma, prefix)) !== null
}
