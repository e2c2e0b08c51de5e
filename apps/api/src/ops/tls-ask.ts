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
/** A host that was just proved should not wait long for its certificate. */
const UNKNOWN_MS = 1_000

/**
 * `GET /tls-ask?domain=`: whether a TLS front that makes certificates on demand may make one for this host. 200 for
 * PUBLIC_URL's host, a project's link host and a proved domain; 404 for any other. While the database can't say: 200 for
 * a host whose links this process serves meanwhile, which would be of no use without a certificate; for others 503,
 * which a front takes for a no of the moment.
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
      // A front asks for each handshake of a new host: an outage must not fill the log.
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
