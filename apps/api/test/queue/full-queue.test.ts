import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createRegistry } from '@throughline/runtime/metrics'
import { startSmallRedis, type SmallRedis } from '@throughline/testkit/small-redis'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { openQueue } from '../../src/infra/delivery-queue.js'
import { postInstall, seed } from '../attribution-seed.js'
import { captureLogs } from '../capture-logs.js'
import { startTestApi } from '../harness.js'

const onRedis = testEnv().queueBackend === 'redis' ? describe : describe.skip

onRedis('an install', () => {
  let redis: SmallRedis
  const open: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    redis = await startSmallRedis()
    open.push(() => redis.stop())
  })
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
  })

  /** An API whose queue and rate limits are in that Redis, and installs that each create an event. */
  async function start(bound?: { maxJobs: number; resumeBelow: number }) {
    const logs = captureLogs()
    const registry = createRegistry()
    const backend = { kind: 'redis', url: redis.url } as const
    const queue = openQueue({ backend, logger: logs.logger, registry, ...(bound && { bound }) })
    const env = { TRUST_PROXY: '1', REDIS_URL: redis.url, RATE_LIMITS: '{}' }
    const api = await startTestApi({ env, overrides: { queue } })
    open.push(() => api.close())
    await waitFor(() => queue.isReady(), { what: 'the queue to be ready' })
    const make = seed(api)
    await make.webhook()
    const link = await make.link()
    const install = async () => {
      const clickId = await make.click(link.id)
      const referrer = { install_referrer: `click_token=${make.token(clickId)}` }
      const { status, body } = await postInstall(api, referrer)
      expect([status, body.matched]).toEqual([200, true])
    }
    const metric = async (name: string) => {
      const text = await registry.getSingleMetricAsString(name)
      return Number(/ (\d+)$/m.exec(text)?.[1] ?? 0)
    }
    const pending = () => api.database.prisma.delivery.count({ where: { state: 'pending' } })
    return { queue, logs, install, metric, pending }
  }

  it('accepts an install while Redis is full, and logs what to do', async () => {
    const { queue, logs, install, metric, pending } = await start()
    await redis.fill()
    await install()
    await install()
    await waitFor(async () => (await metric('throughline_enqueue_failures_total')) === 2, {
      what: 'both jobs to be refused',
    })
    expect([await pending(), await queue.depth()]).toEqual([2, 0])
    const told = logs.text()
    expect(told).toContain('Redis is full and accepts no jobs: raise its maxmemory')
  })

  it('accepts an install while the queue is full, and its delivery waits in the database', async () => {
    const { queue, logs, install, metric, pending } = await start({ maxJobs: 2, resumeBelow: 1 })
    for (let n = 0; n < 5; n += 1) await install()
    await waitFor(async () => (await metric('throughline_enqueue_left_total')) === 3, {
      what: 'three to be left',
    })
    expect([await pending(), await queue.depth()]).toEqual([5, 2])
    expect(await metric('throughline_enqueue_failures_total')).toBe(0)
    const told = logs.lines().filter(({ msg }) => String(msg).startsWith('queue full'))
    expect(told).toEqual([expect.objectContaining({ jobs: 2 })])
  })
})
