import type { QueueBackend } from './backend.js'
import { checkBackend } from './check-backend.js'
import { MISSING_SCHEMA } from './open-queue.js'

/**
 * Looks why the queue can't be used, for a readiness probe.
 *
 * @returns a sentence that names Redis or PostgreSQL and what to do, and no address
 */
export async function queueProblem(backend: QueueBackend): Promise<string> {
  const server = backend.kind === 'redis' ? 'Redis' : 'PostgreSQL'
  try {
    await checkBackend(backend)
    return `${server} answers, and the queue is not connected yet`
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (REFUSED.test(message))
      return `${server} refused the user or the password of ${backend.kind === 'redis' ? 'REDIS_URL' : 'DATABASE_DIRECT_URL'}`
    // These are the operator's own sentences; a connection's error has addresses in it.
    if (message === MISSING_SCHEMA || /^Redis (is|may|takes) /.test(message)) return message
    return `${server} is away`
  }
}

/** Redis, and PostgreSQL's password and role checks. */
const REFUSED = /^(WRONGPASS|NOAUTH|ERR invalid password|SASL|password authentication|role )/
