import { parseRedisUrl } from '@throughline/core/net/redis-url'
import { withTimeout } from '@throughline/core/lib/with-timeout'
import { assertSchemaCompatibility } from 'bullmq'
import { Redis } from 'ioredis'
import pg from 'pg'
import { CONNECT_TIMEOUT_MS, keyPrefix, type QueueBackend, type RedisBackend } from './backend.js'
import { connectRedis, type RedisClient } from './connect-redis.js'
import { causeOf, refusalKind, REMEDIES } from './explain-refusal.js'
import { isMissingSchema, MISSING_SCHEMA } from './open-queue.js'
import { checkRedis } from './redis-check.js'

/** Checks the queue's backend for an operator. @throws Error that says how to fix the problem */
export async function checkBackend(backend: QueueBackend): Promise<string> {
  return backend.kind === 'redis' ? onRedis(backend) : onPostgresql(backend.connectionString)
}

/** Allows each of a few addresses to time out. */
const CHECK_LIMIT_MS = 5_000

async function onRedis(backend: RedisBackend): Promise<string> {
  const redis = connectRedis(backend.url, {
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: () => null,
  })
  try {
    const checking = connected(redis).then(() => checkRedis(redis, keyPrefix(backend)))
    const { version, problems } = await withTimeout(checking, CHECK_LIMIT_MS, 'Checking Redis')
    if (problems.length > 0) throw new Error(problems.join('; '))
    return `Redis ${version}${KINDS[parseRedisUrl(backend.url).kind]}`
  } catch (error) {
    const kind = refusalKind(error)
    if (kind === null && /Connection is closed/.test(String(error)))
      throw (await findNodeError(backend.url)) ?? error
    // Without a cause, which an error of the database would have.
    throw kind === null ? error : new Error(REMEDIES[kind])
  } finally {
    redis.disconnect()
  }
}

const KINDS = { single: '', cluster: ', Redis Cluster', sentinel: ', by Sentinel' } as const

/** @throws the first error of the connection. The one of connect() says only that the connection is closed */
async function connected(redis: RedisClient): Promise<void> {
  let cause: Error | undefined
  redis.on('error', (error: Error) => {
    cause ??= causeOf(error)
  })
  // A cluster that lacks nodes ends without settling connect().
  const ended = new Promise<never>((_resolve, reject) => {
    redis.once('end', () => reject(new Error('CLUSTERDOWN The cluster is not ready')))
  })
  await Promise.race([redis.connect(), ended]).catch((error: unknown) => {
    throw cause ?? error
  })
}

/** Of a cluster or Sentinels, ioredis tells only that a connection is closed. @returns why, if the first node fails */
async function findNodeError(url: string): Promise<Error | undefined> {
  const address = parseRedisUrl(url)
  const { username = '', password = '' } =
    address.kind === 'sentinel' ? address.sentinelLogin : address
  const node = new Redis({
    ...address.nodes[0],
    username,
    password,
    lazyConnect: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    ...(address.isTls && { tls: {} }),
    retryStrategy: () => null,
  })
  try {
    await connected(node)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    node.disconnect()
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
