import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@throughline/runtime/logger'
import { startRedisCluster } from '@throughline/testkit/redis-cluster'
import { hasRedisTools, type RedisGroup } from '@throughline/testkit/redis-node'
import { waitFor } from '@throughline/testkit/wait-for'
import { createInstallQuota } from '../src/domain/attribution/install-quota.js'
import { openQueue } from '../src/infra/delivery-queue.js'
import {
  connectLimiterRedis,
  createRateLimiter,
  DEFAULT_RATE_LIMITS,
} from '../src/infra/rate-limiter.js'
import { createRegistry } from '@throughline/runtime/metrics'

const describeWithRedis = hasRedisTools() ? describe : describe.skip
const KEY = Buffer.alloc(32, 1)
/** Enough that their keys are on every node. */
const CALLERS = Array.from({ length: 12 }, (_, n) => `203.0.113.${n}`)

describeWithRedis('on a Redis Cluster (apt-get install redis-server)', () => {
  let cluster: RedisGroup
  const open: (() => unknown)[] = []
  beforeAll(async () => {
    cluster = await startRedisCluster({ replicas: 0, nodeTimeoutMs: 5_000 })
  })
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })
  afterAll(() => cluster.stop())

  const logTo = (lines: string[]) =>
    createLogger({ name: 'api', level: 'warn' }, { write: (line) => void lines.push(line) })
  const connect = async () => {
    const redis = connectLimiterRedis(cluster.url, logTo([]))
    open.push(() => redis.disconnect())
    await waitFor(() => redis.status === 'ready', { what: 'the limiter to be connected' })
    return redis
  }

  it('two processes share the counts of rate limits and of the quota of installs', async () => {
    const limits = { ...DEFAULT_RATE_LIMITS, sign_in: 3 }
    const [one, other] = [await connect(), await connect()]
    const [here, there] = [one, other].map((redis) => createRateLimiter(limits, redis, KEY))
    const quotas = [one, other].map((redis) => createInstallQuota(2, redis, KEY))
    for (const caller of CALLERS) {
      await here?.count('sign_in', caller)
      await there?.count('sign_in', caller)
      const { headers } = (await here?.count('sign_in', caller)) ?? {}
      expect(headers).toMatchObject({ RateLimit: expect.stringMatching(/r=0;/) })
      await expect(there?.check('sign_in', caller)).rejects.toThrow('Too many requests')
      for (const quota of quotas) {
        quota.take(caller)
        await quota.share(caller)
      }
      expect(() => quotas[1]?.take(caller)).toThrow('Too many requests')
    }
  })

  it('an API whose REDIS_URL leads to one node says in its log what to set', async () => {
    const lines: string[] = []
    const owner = await cluster.primary()
    const node = cluster.nodes.find((one) => one !== owner)
    const url = `redis://127.0.0.1:${node?.port}`
    const backend = { kind: 'redis', url } as const
    const queue = openQueue({ backend, logger: logTo(lines), registry: createRegistry() })
    open.push(() => queue.close())
    await waitFor(() => lines.some((line) => /set redis\+cluster:\/\//.test(line)), {
      what: 'the cause in the log',
    })
  })
})
