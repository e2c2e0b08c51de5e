import type { QueueBackend } from './backend.js'

export const REMEDIES = {
  OOM: 'Redis is full and accepts no jobs: raise its maxmemory, or remove other data',
  MISCONF: 'Redis accepts no jobs because it cannot write its files: check its log and its disk',
  READONLY:
    'Redis accepts no jobs because it is a replica: REDIS_URL must name the primary, or its Sentinels as redis+sentinel://host:port,host:port/name',
  LOADING: 'Redis accepts no jobs yet: it is loading its data',
  NOPERM:
    'Redis accepts no jobs because its ACL denies the user of REDIS_URL commands or keys: docs/configuration.md lists them',
  MOVED:
    'Redis accepts no jobs because REDIS_URL leads to one node of a Redis Cluster: set redis+cluster://host:port,host:port',
  CLUSTERDOWN:
    'Redis accepts no jobs because no node of the Redis Cluster serves the queue. A failover takes seconds; if it does not end, check that each primary has a replica',
  NO_CLUSTER:
    'Redis accepts no jobs because REDIS_URL names a Redis Cluster and leads to a server that is not part of one: start it with redis:// or rediss://',
  SENTINEL:
    'Redis accepts no jobs because REDIS_URL leads to a Sentinel: set redis+sentinel://host:port,host:port/name',
  NO_SENTINEL:
    'Redis accepts no jobs because REDIS_URL names Sentinels and leads to another server: start it with redis:// or rediss://, or name the ports of the Sentinels',
  UNKNOWN_PRIMARY:
    'Redis accepts no jobs because its Sentinels know no primary of the name in REDIS_URL: set the name of their setting "sentinel monitor"',
} as const

export type RefusalKind = keyof typeof REMEDIES

const MESSAGES: readonly (readonly [RegExp, RefusalKind])[] = [
  [/Too many Cluster redirections/, 'CLUSTERDOWN'],
  [/SELECT is not allowed in cluster mode/, 'MOVED'],
  [/cluster support disabled/, 'NO_CLUSTER'],
  [/unknown command [`']sentinel/i, 'NO_SENTINEL'],
  // What the queue and ioredis call first on a connection to Redis, and what a Sentinel does not have.
  [/unknown command [`'](evalsha|bzpopmin|cluster|select)/i, 'SENTINEL'],
  [/No such master with that name/, 'UNKNOWN_PRIMARY'],
]

/** Classifies an error of Redis that is due to the state or the kind of the server; null for other errors. */
export function refusalKind(error: unknown): RefusalKind | null {
  if (!(error instanceof Error)) return null
  const text = causeOf(error).message
  const [, kind] = MESSAGES.find(([pattern]) => pattern.test(text)) ?? []
  if (kind !== undefined) return kind
  // Since Redis 7 the message starts with the word. In earlier versions, a script's error has it after a dash.
  const word = /(?:^|[ -])(OOM|MISCONF|READONLY|LOADING|NOPERM|MOVED|CLUSTERDOWN) /.exec(text)?.[1]
  return (word as RefusalKind | undefined) ?? null
}

/** If no node of a cluster responds as expected, ioredis keeps the cause in a separate property. */
export function causeOf(error: Error & { lastNodeError?: unknown }): Error {
  return error.lastNodeError instanceof Error ? error.lastNodeError : error
}

/** Adds a remedy for the operator to an error that Redis's state has caused. Returns other errors unchanged. */
export function explainRefusal(error: Error, backend: QueueBackend): Error {
  const kind = refusalKind(error)
  if (kind === null) return error
  // During a failover, the other nodes of a cluster name the former primary.
  const own = kind === 'MOVED' && isOnCluster(backend) ? 'CLUSTERDOWN' : kind
  return new Error(`${REMEDIES[own]}. Until then, deliveries wait in the database`, {
    cause: error,
  })
}

function isOnCluster(backend: QueueBackend): boolean {
  return backend.kind === 'redis' && /^rediss?\+cluster:/.test(backend.url)
}
