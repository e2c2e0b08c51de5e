import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLogger } from '@throughline/runtime/logger'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { startRedisCluster } from '@throughline/testkit/redis-cluster'
import { hasRedisTools, type RedisGroup } from '@throughline/testkit/redis-node'
import { startRedisSentinel, type WatchedRedis } from '@throughline/testkit/redis-sentinel'
import { waitFor } from '@throughline/testkit/wait-for'
import { startWorker } from '../src/worker.js'
import { createHarness, type Harness } from './harness.js'

const describeWithRedis = hasRedisTools() ? describe : describe.skip
/** Recommended are 5 s. Docs: configuration.md, "Redis". */
const DOWN_AFTER_MS = 1_000
const GOES_ON_WITHIN_MS = 30_000
const EVERY_MS = 40

describeWithRedis('a worker on a replicated Redis (apt-get install redis-sentinel)', () => {
  let receiver: TestReceiver
  let cluster: RedisGroup
  let watched: WatchedRedis
  beforeAll(async () => {
    receiver = await startTestReceiver({ respond: () => ({ status: 200, delayMs: 50 }) })
    const started = await Promise.all([
      startRedisCluster({ nodeTimeoutMs: DOWN_AFTER_MS }),
      startRedisSentinel({ downAfterMs: DOWN_AFTER_MS }),
    ])
    ;[cluster, watched] = started
  })
  afterAll(async () => {
    await Promise.all([cluster.stop(), watched.stop()])
    await receiver.close()
  })

  describe('whose REDIS_URL leads to', () => {
    let harness: Harness
    beforeAll(async () => {
      harness = await createHarness({ kind: 'redis', url: watched.url })
    })
    afterAll(() => harness.drop())

    const otherNode = async () => {
      const owner = await cluster.primary()
      return cluster.nodes.find((node) => node !== owner)
    }
    it.each([
      ['one node of a cluster', otherNode, /one node of a Redis Cluster: set redis\+cluster:/],
      ['a replica', () => watched.nodes[1], /is a replica: .* redis\+sentinel:/],
      ['a Sentinel', () => watched.sentinels[0], /leads to a Sentinel: set redis\+sentinel:/],
    ])('%s is not ready, and log and readiness say what to set', async (_what, node, cause) => {
      const url = `redis://127.0.0.1:${(await node())?.port}`
      const log: string[] = []
      const logger = createLogger(
        { name: 'worker', level: 'warn' },
        { write: (line) => void log.push(line) },
      )
      const ctx = harness.prepare({ backend: { kind: 'redis', url }, logger })
      const worker = startWorker(ctx)
      try {
        await waitFor(() => log.some((line) => cause.test(line)), { what: 'the cause in the log' })
        await waitFor(() => !worker.consumer.isReady(), { what: 'the worker to be unready' })
        expect(await worker.notReadyReason()).toMatch(cause)
        // Each of the consumer and the producer reports the cause at most every 30 s.
        expect(log.filter((line) => cause.test(line)).length).toBeLessThan(5)
      } finally {
        await worker.consumer.close(1_000)
        await Promise.all(worker.tasks.map((task) => task.stop()))
        await ctx.close()
      }
    })
  })

  /** A delivery every 40 ms. Kills the primary, and continues for a second after deliveries go on. */
  async function failOver(group: RedisGroup) {
    const harness = await createHarness({ kind: 'redis', url: group.url })
    try {
      const worker = await harness.start({ ca: [receiver.caPem] })
      const webhook = await harness.addWebhook(receiver.url())
      const added: string[] = []
      let isOver = false
      const load = async () => {
        while (!isOver) {
          const delivery = await harness.addDelivery(webhook)
          added.push(delivery.deliveryId)
          const outcome = await worker.ctx.queue.enqueue([delivery])
          // Otherwise the sweeper waits for 15 s.
          if ('failed' in outcome) await harness.forgetJob(delivery.deliveryId)
          await sleep(EVERY_MS)
        }
      }
      const loading = load()
      await waitFor(() => arrived(added).length > 20, { what: 'deliveries' })
      const primary = await group.primary()
      await primary.kill()
      const killedMs = performance.now()
      const before = added.length
      await waitFor(() => arrived(added.slice(before)).length > 0, { what: 'deliveries to go on' })
      const goesOnMs = performance.now() - killedMs
      await waitFor(() => arrived(added.slice(before)).length > 20, { what: 'more deliveries' })
      isOver = true
      await loading
      await waitFor(() => arrived(added).length >= added.length, { what: 'every delivery' })
      for (const id of added) await harness.waitForState(webhook, id, 'succeeded')
      await harness.stopWorkers()
      return { goesOnMs, added, isReplaced: (await group.primary()) !== primary }
    } finally {
      await harness.stopWorkers()
      await harness.drop()
    }
  }

  const arrived = (ids: string[]) => {
    const wanted = new Set(ids)
    return receiver.requests.flatMap(({ headers }) => {
      const id = String(headers['webhook-id'])
      return wanted.has(id) ? [id] : []
    })
  }

  it('delivers everything once although the primary is killed under load, by Sentinel and in a cluster', async () => {
    const results = await Promise.all([failOver(watched), failOver(cluster)])
    for (const { goesOnMs, added, isReplaced } of results) {
      expect(isReplaced).toBe(true)
      expect(goesOnMs).toBeLessThan(GOES_ON_WITHIN_MS)
      expect(arrived(added).sort()).toEqual(added.sort())
    }
  })
})
