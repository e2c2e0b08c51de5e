import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Allowed format of a proxy's id, which is written to logs, headers and the database. */
const SAFE_ID = /^[A-Za-z0-9._-]{1,128}$/

/** A trusted proxy's `X-Request-Id` if it is safe, otherwise a new UUID; with TRUST_PROXY 0 anyone could set it. */
export function requestIdOf({ headers }: IncomingMessage, trustedHops: number): string {
  const given = trustedHops > 0 ? headers['x-request-id'] : undefined
  return typeof given === 'string' && SAFE_ID.test(given) ? given : randomUUID()
}
