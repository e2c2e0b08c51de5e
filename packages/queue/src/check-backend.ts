import { assertSchemaCompatibility } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { CONNECT_TIMEOUT_MS, type QueueBackend } from './backend.js'
import { isMissingSchema, MISSING_SCHEMA } from './open-queue.js'
import { checkRedis } from './redis-check.js'

/** Checks the queue's backend for an operator. @throws Error that says how to fix the problem */
export async function checkBackend(backend: QueueBackend): Promise<string> {
  return backend.kind === 'redis' ? onRedis(backend.url) : onPostgresql(backend.connectionString)
}

async function onRedis(url: string): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: () => null,
  })
  // The error of connect() says only that the connection is closed.
  let cause: Error | null = null
  redis.on('error', (error: Error) => (cause = error))
  try {
    await redis.connect().catch((error: unknown) => {
      throw cause ?? error
    })
    const { version, problems } = await checkRedis(redis)
    if (problems.length > 0) throw new Error(problems.join('; '))
    return `Redis ${version}`
  } finally {
    redis.disconnect()
  }
}

async function onPostgresql(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    const version = await assertSchemaCompatibility(client)
    return `in PostgreSQL, schema version ${version}`
  } catch (error) {
    throw isMissingSchema(error) ? new Error(MISSING_SCHEMA, { cause: error }) : error
  } finally {
    await client.end()
  }
}
