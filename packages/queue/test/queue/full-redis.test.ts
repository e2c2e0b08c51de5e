import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { startSmallRedis, type SmallRedis } from '@throughline/testkit/small-redis'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import type { QueueBackend } from '../../src/backend.js'
import { checkBackend } from '../../src/check-backend.js'
import { startDeliveryConsumer } from '../../src/delivery-consumer.js'
import { createDeliveryQueue } from '../../src/delivery-queue.js'

const onRedis = testEnv().queueBackend === 'redis' ? describe : describe.skip
const FULL = /^Redis is full and accepts no jobs: raise its maxmemory/

onRedis('a Redis that is full of other data', () => {
  let redis: SmallRedis
  const open: (() => unknown)[] = []
  beforeEach(async () => {
    redis = await startSmallRedis()
  })
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
    await redis.stop()
  })

  const backend = (): QueueBackend => ({ kind: 'redis', url: redis.url })
  const delivery = () => ({
    deliveryId: randomUUID(),
    webhookId: 7,
    projectId: randomUUID(),
    seq: 0,
    delayMs: 0,
  })

  async function produce() {
    const failures: string[] = []
    const queue = createDeliveryQueue(backend(), {
      onEnqueueFailed: ({ message }) => failures.push(message),
      onWarning: () => undefined,
    })
    open.push(() => queue.close())
    await waitFor(() => queue.isReady(), { what: 'the queue to be ready' })
    return { queue, failures }
  }

  function consume() {
    const runs: string[] = []
    const errors: string[] = []
    const consumer = startDeliveryConsumer(backend(), {
      concurrency: 10,
      process: ({ deliveryId }) => {
        runs.push(deliveryId)
        return Promise.resolve({ kind: 'done' })
      },
      onError: ({ message }) => errors.push(message),
    })
    open.push(() => consumer.close(2_000))
    return { consumer, runs, errors }
  }

  it('rejects a job and says what to do, and accepts it when there is room', async () => {
    const { queue, failures } = await produce()
    await redis.fill()
    expect(await queue.enqueue([delivery()], 5_000)).toHaveProperty('failed')
    expect(failures).toEqual([expect.stringMatching(FULL)])
    await expect(checkBackend(backend())).rejects.toThrow(/^Redis is full \(\d+ of 8 MB\)/)
    await redis.makeRoom()
    expect(await queue.enqueue([delivery()], 5_000)).toEqual({ added: 1 })
    await expect(checkBackend(backend())).resolves.toMatch(/^Redis/)
  })

  it('makes a worker report once that it is not ready, and gives it jobs when there is room', async () => {
    const { queue } = await produce()
    const waiting = [delivery(), delivery()]
    await queue.enqueue(waiting, 5_000)
    await redis.fill()
    const { consumer, runs, errors } = consume()
    await waitFor(() => errors.length > 0, { what: 'the refusal' })
    expect(consumer.isReady()).toBe(false)
    await redis.makeRoom()
    await waitFor(() => runs.length === waiting.length, { what: 'the jobs' })
    expect(consumer.isReady()).toBe(true)
    expect(errors).toEqual([expect.stringMatching(FULL)])
  })

  it('is queried with a pause in between', async () => {
    const { queue } = await produce()
    await queue.enqueue([delivery()], 5_000)
    await redis.fill()
    const startedMs = performance.now()
    consume()
    const refusals = await waitFor(
      async () => {
        const count = await redis.refusals()
        return count >= 5 && count
      },
      { what: 'refusals' },
    )
    expect(refusals / (performance.now() - startedMs)).toBeLessThan(10 / 1_000)
  })
})
