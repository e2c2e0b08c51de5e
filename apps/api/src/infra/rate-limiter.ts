import { DomainError } from '@throughline/core/lib/errors'
import { keyedHash } from '@throughline/core/security/keyed-hash'
import { matchAddress } from '@throughline/core/net/network-address'
import { connectRedis, type RedisClient } from '@throughline/queue/connect-redis'
import type { Logger } from '@throughline/runtime/logger'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

/**
 * Default limits by class per minute, `attributed_installs` per hour. RATE_LIMITS overrides them; 0 disables a limit.
 */
export const DEFAULT_RATE_LIMITS = {
  management: 1_200,
  management_project: 3_000,
  sdk: 6_000,
  sdk_writes: 60,
  unknown_codes: 120,
  attribution_misses: 30,
  test_installs: 10,
  attributed_installs: 300,
  sign_in: 10,
} as const

export type RateLimitClass = keyof typeof DEFAULT_RATE_LIMITS
export type RateLimits = Record<RateLimitClass, number>

export interface RateLimiter {
  /** Counts a caller's request. Returns the headers, and the error if it exceeds the limit. */
  count(name: RateLimitClass, caller: string): Promise<RateCount>
  /** Rejects a caller that already exceeds the limit, without counting. */
  check(name: RateLimitClass, caller: string): Promise<void>
}

export interface RateCount {
  headers: Record<string, string>
  rejection: RateLimitedError | null
}

interface RateLimitedExtra {
  headers?: Readonly<Record<string, string>>
  /** The first sentence of the error message. */
  detail?: string
}

export class RateLimitedError extends DomainError {
  readonly limit: RateLimitClass | 'streams'
  readonly headers: Readonly<Record<string, string>>

  constructor(
    limit: RateLimitClass | 'streams',
    retryAfterSeconds: number,
    { headers = {}, detail = 'Too many requests.' }: RateLimitedExtra = {},
  ) {
    super('rate_limited', `${detail} Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds })
    this.limit = limit
    this.headers = headers
  }
}

/**
 * Returns the key for limits by address: the /64 of an IPv6 address, because a client can use all addresses within it.
 */
export function callerAt(address: string): string {
  return matchAddress(address) ?? 'unknown'
}

const WINDOW_SECONDS = 60

/**
 * Counts in Redis, or in this process while Redis is unavailable; errors of Redis reject nothing. `callerKey`
 * pseudonymizes callers in Redis.
 */
export function createRateLimiter(
  limits: RateLimits,
  redis: RedisClient | null,
  callerKey: Uint8Array,
): RateLimiter {
  const nameOf = (caller: string) =>
    redis === null ? caller : keyedHash(callerKey, 'caller', caller).toString('base64url')
  const limiters = new Map<RateLimitClass, RateLimiterAbstract>()
  for (const [name, points] of Object.entries(limits) as [RateLimitClass, number][]) {
    // install-quota.ts counts these.
    if (name === 'attributed_installs') continue
    if (points > 0) limiters.set(name, makeLimiter(name, points, redis))
  }
  return {
    async count(name, caller) {
      const limiter = limiters.get(name)
      const used: unknown = await limiter
        ?.consume(nameOf(caller))
        .catch((rejection: unknown) => rejection)
      if (limiter === undefined || !(used instanceof RateLimiterRes))
        return { headers: {}, rejection: null }
      const isOver = used.consumedPoints > limiter.points
      const headers = headersOf(name, limiter.points, used)
      return { headers, rejection: isOver ? reject(name, used, headers) : null }
    },
    async check(name, caller) {
      const limiter = limiters.get(name)
      const used = await limiter?.get(nameOf(caller)).catch(() => null)
      if (
        limiter !== undefined &&
        used instanceof RateLimiterRes &&
        used.consumedPoints >= limiter.points
      )
        throw reject(name, used, headersOf(name, limiter.points, used))
    },
  }
}

function makeLimiter(
  name: RateLimitClass,
  points: number,
  redis: RedisClient | null,
): RateLimiterAbstract {
  const options = { keyPrefix: `throughline:limit:${name}`, points, duration: WINDOW_SECONDS }
  const memory = new RateLimiterMemory(options)
  if (redis === null) return memory
  return new RateLimiterRedis({
    ...options,
    storeClient: redis,
    insuranceLimiter: memory,
    rejectIfRedisNotReady: true,
  })
}

function reject(
  name: RateLimitClass,
  used: RateLimiterRes,
  headers: Record<string, string>,
): RateLimitedError {
  return new RateLimitedError(name, Math.max(1, Math.ceil(used.msBeforeNext / 1000)), {
    headers,
  })
}

function headersOf(name: string, points: number, used: RateLimiterRes): Record<string, string> {
  const seconds = Math.max(0, Math.ceil(used.msBeforeNext / 1000))
  return {
    'RateLimit-Policy': `"${name}";q=${points};w=${WINDOW_SECONDS}`,
    RateLimit: `"${name}";r=${Math.max(0, used.remainingPoints)};t=${seconds}`,
  }
}

/** The limiter's own connection. It fails fast, because a limiter that waits is worse than one that loses counts. */
export function connectLimiterRedis(url: string, logger: Logger): RedisClient {
  const redis = connectRedis(url, {
    isFailFast: true,
    maxRetriesPerRequest: 1,
    commandTimeout: 250,
    // How long closing waits if no connection exists.
    disconnectTimeout: 100,
    retryStrategy: () => 1_000,
  })
  redis.on('error', (error: Error) =>
    logger.debug({ err: error }, 'Redis is unavailable: rate limits are counted per process'),
  )
  return redis
}
