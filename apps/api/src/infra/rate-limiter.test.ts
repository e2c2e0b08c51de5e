import { expect, it } from '@jest/globals'
import type { Redis } from 'ioredis'
import { createRateLimiter, DEFAULT_RATE_LIMITS } from './rate-limiter.js'

it('sends Redis no address of a caller, and counts the same caller as one', async () => {
  const told: unknown[][] = []
  const redis = {
    status: 'ready',
    defineCommand: () => undefined,
    rlflxIncr: (...given: unknown[]) => {
      told.push(given)
      return Promise.resolve([told.length, 60_000])
    },
  }
  const key = Buffer.alloc(32, 1)
  const limiter = createRateLimiter(DEFAULT_RATE_LIMITS, redis as unknown as Redis, key)
  await limiter.count('unknown_codes', '203.0.113.5')
  await limiter.count('unknown_codes', '203.0.113.5')
  await limiter.count('unknown_codes', '203.0.113.6')
  expect(told).toHaveLength(3)
  expect(JSON.stringify(told)).not.toContain('203.0.113')
  const [first, second, other] = told.map(JSON.stringify as (one: unknown) => string)
  expect(first).toBe(second)
  expect(first).not.toBe(other)
})

it('has the limits of the contract by default', () => {
  expect(DEFAULT_RATE_LIMITS).toEqual({
    management: 1_200,
    management_project: 3_000,
    sdk: 6_000,
    sdk_writes: 60,
    unknown_codes: 120,
    attribution_misses: 30,
    test_installs: 10,
    attributed_installs: 300,
    sign_in: 10,
  })
})
