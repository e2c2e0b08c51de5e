/** Where BullMQ keeps its queue. */
export type QueueBackend = RedisBackend | PostgresqlBackend

export interface RedisBackend {
  kind: 'redis'
  url: string
  /** Namespace of all keys; tests that share a Redis set their own. */
  prefix?: string
}

export interface PostgresqlBackend {
  kind: 'postgresql'
  /** Past any pooler: BullMQ listens for notifications on it. */
  connectionString: string
}

/** Redis when REDIS_URL is set, else the database itself. */
export function chooseBackend(urls: {
  redisUrl?: string | undefined
  databaseDirectUrl: string
}): QueueBackend {
  return urls.redisUrl === undefined
    ? { kind: 'postgresql', connectionString: urls.databaseDirectUrl }
    : { kind: 'redis', url: urls.redisUrl }
}

export const DELIVERY_QUEUE = 'deliveries'

/** The hash tag puts all of the queue's keys in one slot, so that Redis Cluster is a change of URL. */
export function keyPrefix(backend: RedisBackend): string {
  return `{${backend.prefix ?? 'throughline'}}`
}

/** How long a connection may take to be made, in milliseconds. */
export const CONNECT_TIMEOUT_MS = 2_000
