import type { QueueBackend } from './backend.js'
import { checkBackend } from './check-backend.js'
import { MISSING_SCHEMA } from './open-queue.js'

/** Returns the text for a readiness probe: Redis or PostgreSQL and the remedy, without an address. */
export async function queueProblem(backend: QueueBackend): Promise<string> {
  const server = backend.kind === 'redis' ? 'Redis' : 'PostgreSQL'
  try {
    await checkBackend(backend)
    return `${server} responds, but the queue is not connected yet`
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (REFUSED.test(message))
      return `${server} refused the user or the password of ${backend.kind === 'redis' ? 'REDIS_URL' : 'DATABASE_DIRECT_URL'}`
    // These messages contain no address. Errors of a connection do.
    if (message === MISSING_SCHEMA || message.startsWith('Redis ')) return message
    return `${server} is unavailable`
  }
}

// Sentinel's are at the end of a sentence of ioredis.
const REFUSED =
  /(?:^|Last error: )(WRONGPASS|NOAUTH|ERR invalid password|SASL|password authentication|role )/
