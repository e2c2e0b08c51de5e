import { keyedHash } from '@throughline/core/security/keyed-hash'
import type { RedisClient } from '@throughline/queue/connect-redis'
import { LRUCache } from 'lru-cache'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { RateLimitedError } from '../../infra/rate-limiter.js'

export interface InstallQuota {
  /** Reserves one install of the caller's quota. @throws RateLimitedError if the quota is used up */
  take(caller: string): void
  giveBack(caller: string): void
  /** Counts an attributed install for all processes. Need not be awaited; never rejects. */
  share(caller: string): Promise<void>
}

const CLASS = 'attributed_installs'
const WINDOW_SECONDS = 3_600
const WINDOW_MS = WINDOW_SECONDS * 1_000

/** About 20 MB. Beyond it, the least recent callers are evicted. */
const MAX_CALLERS = 100_000

/**
 * Counts here before a commit and in Redis after it, so processes together may exceed the limit by installs in
 * progress.
 */
export function createInstallQuota(
  places: number,
  redis: RedisClient | null,
  callerKey: Uint8Array,
): InstallQuota {
  if (places === 0) return UNLIMITED
  const taken = new LRUCache<string, number>({
    max: MAX_CALLERS,
    ttl: WINDOW_MS,
    noUpdateTTL: true,
  })
  const shared = redis === null ? null : openShared(places, redis)
  return {
    take(caller) {
      const count = taken.get(caller) ?? 0
      if (count >= places) throw rejection(places, taken.getRemainingTTL(caller))
      taken.set(caller, count + 1)
    },
    giveBack(caller) {
      const count = taken.get(caller) ?? 0
      if (count > 0) taken.set(caller, count - 1)
    },
    async share(caller) {
      if (shared === null) return
      const name = keyedHash(callerKey, 'caller', caller).toString('base64url')
      const total: unknown = await shared.consume(name).catch((over: unknown) => over)
      // While Redis is unavailable, each process counts alone.
      if (!(total instanceof RateLimiterRes)) return
      const count = Math.max(total.consumedPoints, taken.get(caller) ?? 0)
      taken.set(caller, count, { ttl: Math.max(1, total.msBeforeNext), noUpdateTTL: false })
    },
  }
}

const UNLIMITED: InstallQuota = {
  take: () => undefined,
  giveBack: () => undefined,
  share: () => Promise.resolve(),
}

function openShared(places: number, redis: RedisClient): RateLimiterRedis {
  return new RateLimiterRedis({
    points: places,
    duration: WINDOW_SECONDS,
    keyPrefix: `throughline:limit:${CLASS}`,
    storeClient: redis,
    rejectIfRedisNotReady: true,
  })
}

function rejection(places: number, remainingMs: number): RateLimitedError {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1_000))
  return new RateLimitedError(CLASS, seconds, {
    headers: {
      'RateLimit-Policy': `"${CLASS}";q=${places};w=${WINDOW_SECONDS}`,
      RateLimit: `"${CLASS}";r=0;t=${seconds}`,
    },
  })
}
