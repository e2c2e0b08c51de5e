export type QueueBackend = RedisBackend | PostgresqlBackend

export interface RedisBackend {
  kind: 'redis'
  url: string
  /** Prefix of all keys; tests that share a Redis set their own. */
  prefix?: string
}

export interface PostgresqlBackend {
  kind: 'postgresql'
  /** Not through a pooler: BullMQ listens for notifications on this connection. */
  connectionString: string
}

/** Redis when REDIS_URL is set, otherwise the database. */
export function chooseBackend(urls: {
  redisUrl?: string | undefined
  databaseDirectUrl: string
}): QueueBackend {
  return urls.redisUrl === undefined
    ? { kind: 'postgresql', connectionString: urls.databaseDirectUrl }
    : { kind: 'redis', url: urls.redisUrl }
}

export const DELIVERY_QUEUE = 'deliveries'

/** The hash tag puts all keys of the queue in one slot, which Redis Cluster requires. */
export function keyPrefix(backend: RedisBackend): string {
  return `{${backend.prefix ?? 'throughline'}}`
}

export const CONNECT_TIMEOUT_MS = 2_000
