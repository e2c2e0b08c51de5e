import {
  parseRedisUrl,
  type RedisAddress,
  type SentinelAddress,
} from '@throughline/core/net/redis-url'
import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { refusalKind } from './explain-refusal.js'

export type RedisClient = Redis | Cluster

/** Writes the commands of one turn with one system call: a call per command took 9 % of a delivery's CPU. */
class CorkedRedis extends Redis {
  override sendCommand(...args: Parameters<Redis['sendCommand']>): unknown {
    // Undefined before the first connection, against its type.
    const { stream: socket } = this as { stream?: Redis['stream'] }
    if (socket?.writableCorked === 0) {
      socket.cork()
      process.nextTick(() => socket.uncork())
    }
    return super.sendCommand(...args)
  }
}

interface NodeOptions extends Pick<
  RedisOptions,
  'commandTimeout' | 'connectTimeout' | 'disconnectTimeout' | 'maxRetriesPerRequest'
> {
  lazyConnect?: boolean
  /** How long to wait before the nth attempt to connect, in milliseconds; null gives up. */
  retryStrategy: (times: number) => number | null
}

export interface ConnectOptions extends NodeOptions {
  /** Whether commands fail immediately while Redis is unavailable. Otherwise they wait. */
  isFailFast?: boolean
}

/** Connects to one server, to the primary that Sentinels name, or to a Redis Cluster, depending on the URL. */
export function connectRedis(
  url: string,
  { isFailFast = false, ...options }: ConnectOptions,
): RedisClient {
  const address = parseRedisUrl(url)
  if (address.kind === 'cluster') return connectToCluster(address, options, isFailFast)
  const one = { ...options, enableOfflineQueue: !isFailFast, socketTimeout: FROZEN_AFTER_MS }
  return address.kind === 'sentinel'
    ? connectToPrimary(address, one)
    : new CorkedRedis(address.url, one)
}

// Ends a connection to a server that is frozen, or was on a node that is lost, while it owes a response; idle connections
// stay. Longer than BullMQ waits for a job, 10 s. With Sentinels ioredis could listen to them instead, but prints an error
// to stderr for each Sentinel that is away.
const FROZEN_AFTER_MS = 12_000

function connectToPrimary(
  address: SentinelAddress,
  options: NodeOptions & { enableOfflineQueue: boolean; socketTimeout: number },
): Redis {
  const { nodes, primaryName, database, sentinelLogin, isTls } = address
  const { username: sentinelUsername, password: sentinelPassword } = sentinelLogin
  return new CorkedRedis({
    ...options,
    ...loginOf(address),
    sentinels: [...nodes],
    name: primaryName,
    db: database,
    ...(sentinelUsername !== undefined && { sentinelUsername }),
    ...(sentinelPassword !== undefined && { sentinelPassword }),
    ...(isTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    sentinelRetryStrategy: options.retryStrategy,
    // Asks the Sentinels again.
    reconnectOnError: (error) => refusalKind(error) === 'READONLY',
  })
}

/** Finds a frozen node, whose connections stay open, within this and the cluster's node timeout. */
const REFRESH_SLOTS_MS = 5_000
const FAILOVER_RETRY_MS = 100
/** A command that fails fast is sent again for 0.3 s, others for 1.6 s. */
const MAX_RETRIES = { failFast: 3, waiting: 16 }

function connectToCluster(
  address: RedisAddress,
  { lazyConnect = false, retryStrategy, ...nodeOptions }: NodeOptions,
  isFailFast: boolean,
): Cluster {
  return new Cluster([...address.nodes], {
    lazyConnect,
    enableOfflineQueue: !isFailFast,
    // ioredis asks any primary, without a timeout, and waits forever for one that is frozen.
    enableReadyCheck: false,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: REFRESH_SLOTS_MS,
    retryDelayOnFailover: FAILOVER_RETRY_MS,
    maxRedirections: isFailFast ? MAX_RETRIES.failFast : MAX_RETRIES.waiting,
    // Keeps the names: certificates contain them, and they lead to a pod that has a new address.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: { ...nodeOptions, ...loginOf(address), ...(address.isTls && { tls: {} }) },
  })
}

function loginOf({ username, password }: RedisAddress) {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
  }
}
