import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { boundQueue } from '../../src/bounded-queue.js'
import { startDeliveryConsumer } from '../../src/delivery-consumer.js'
import { createDeliveryQueue } from '../../src/delivery-queue.js'
import { createTestBackend, type TestBackend } from '../backend.js'

let test: TestBackend
const open: (() => unknown)[] = []
beforeEach(async () => {
  test = await createTestBackend()
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  await test.drop()
})

/** A separate producer, as in each API process, and its reports. */
async function produce(
  bound: { maxJobs: number; resumeBelow: number },
  depth?: () => Promise<number>,
) {
  const told: { full: number[]; left: number } = { full: [], left: 0 }
  const queue = createDeliveryQueue(test.backend, {
    onEnqueueFailed: () => undefined,
    onWarning: () => undefined,
  })
  open.push(() => queue.close())
  await waitFor(() => queue.isReady(), { what: 'the queue to be ready' })
  let nowMs = 0
  const bounded = boundQueue(depth === undefined ? queue : { ...queue, depth }, {
    ...bound,
    onFull: (jobs) => told.full.push(jobs),
    onLeft: (deliveries) => (told.left += deliveries),
    nowMs: () => nowMs,
  })
  const enqueue = (count: number) =>
    bounded.enqueue(
      Array.from({ length: count }, () => ({
        deliveryId: randomUUID(),
        webhookId: 7,
        projectId: randomUUID(),
        seq: 0,
        delayMs: 0,
      })),
      5_000,
    )
  return { queue, told, enqueue, wait: (ms: number) => (nowMs += ms) }
}

/** Takes this many jobs, and holds the next one, if any, until it is closed. */
async function drain(jobs: number) {
  let done = 0
  let release = () => {}
  const isClosing = new Promise<void>((resolve) => (release = resolve))
  const consumer = startDeliveryConsumer(test.backend, {
    concurrency: 1,
    process: async () => {
      done += 1
      if (done > jobs) await isClosing
      return { kind: 'done' }
    },
    onError: () => undefined,
  })
  open.push(() => {
    release()
    return consumer.close(2_000)
  })
  await waitFor(() => done >= jobs, { what: `${jobs} jobs to be done` })
}

describe('a bounded queue', () => {
  it('accepts no more jobs than its limit, and reports once that it is full', async () => {
    const { queue, told, enqueue } = await produce({ maxJobs: 5, resumeBelow: 2 })
    expect(await enqueue(3)).toEqual({ added: 3 })
    expect(await enqueue(2)).toEqual({ added: 2 })
    expect(await enqueue(4)).toEqual({ left: 4 })
    expect(await enqueue(1)).toEqual({ left: 1 })
    expect(await queue.depth()).toBe(5)
    expect(told).toEqual({ full: [5], left: 5 })
  })

  it('is not full if its size cannot be counted', async () => {
    const cannotCount = () => Promise.reject(new Error('Counting jobs took too long'))
    const { enqueue, wait } = await produce({ maxJobs: 3, resumeBelow: 1 }, cannotCount)
    expect(await enqueue(3)).toEqual({ added: 3 })
    wait(1_000)
    await enqueue(1)
    expect(await enqueue(1)).toEqual({ added: 1 })
  })

  it('notices jobs of other processes a second later', async () => {
    const other = await produce({ maxJobs: 100, resumeBelow: 2 })
    await other.enqueue(6)
    const { told, enqueue, wait } = await produce({ maxJobs: 5, resumeBelow: 2 })
    await enqueue(1)
    await waitFor(() => told.full.length > 0, { what: 'the others’ jobs to be seen' })
    wait(1_000)
    expect(await enqueue(1)).toEqual({ left: 1 })
  })

  it('accepts jobs again only when it is nearly empty, because older ones come first', async () => {
    const { queue, enqueue, wait } = await produce({ maxJobs: 5, resumeBelow: 2 })
    await enqueue(5)
    // Counts while the queue is full: with three jobs left it still is.
    await drain(2)
    await waitFor(async () => (await queue.depth()) === 3, { what: 'three jobs' })
    const depths: number[] = []
    for (let n = 0; n < 3; n += 1) {
      wait(1_000)
      expect(await enqueue(1)).toEqual({ left: 1 })
      depths.push(await queue.depth())
    }
    expect(depths).toEqual([3, 3, 3])
  })

  it('accepts jobs again after it was drained', async () => {
    const { queue, enqueue, wait } = await produce({ maxJobs: 5, resumeBelow: 2 })
    await enqueue(5)
    expect(await enqueue(1)).toEqual({ left: 1 })
    await drain(5)
    await waitFor(async () => (await queue.depth()) === 0, { what: 'an empty queue' })
    await waitFor(
      async () => {
        wait(1_000)
        return 'added' in (await enqueue(1))
      },
      { what: 'an add' },
    )
  })

  it('distrusts an old count: after a pause the first jobs are accepted', async () => {
    const { enqueue, wait } = await produce({ maxJobs: 2, resumeBelow: 1 })
    await enqueue(2)
    expect(await enqueue(1)).toEqual({ left: 1 })
    wait(5_000)
    expect(await enqueue(1)).toEqual({ added: 1 })
  })
})
