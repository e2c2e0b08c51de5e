import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { withTimeout } from '@throughline/core/lib/with-timeout'
import { startFaultProxy } from '@throughline/testkit/fault-proxy'
import { waitFor } from '@throughline/testkit/wait-for'
import type { QueueBackend } from '../../src/backend.js'
import { checkBackend } from '../../src/check-backend.js'
import {
  startDeliveryConsumer,
  type DeliveryConsumer,
  type DeliveryJob,
  type JobOutcome,
} from '../../src/delivery-consumer.js'
import { createDeliveryQueue, type DeliveryQueue } from '../../src/delivery-queue.js'
import { createTestBackend, type TestBackend } from '../backend.js'

let test: TestBackend
const open: { close: (limitMs: number) => Promise<unknown> }[] = []

beforeEach(async () => {
  test = await createTestBackend()
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close(2_000)
  await test.drop()
})

interface Run extends DeliveryJob {
  atMs: number
}

/** A consumer that records the jobs that it ran. `decide` returns the outcome of each run. */
function consume(
  backend: QueueBackend,
  decide: (n: number, run: Run) => JobOutcome | Promise<JobOutcome> = () => ({ kind: 'done' }),
) {
  const runs: Run[] = []
  const of = (deliveryId: string) => runs.filter((run) => run.deliveryId === deliveryId)
  const consumer: DeliveryConsumer = startDeliveryConsumer(backend, {
    concurrency: 10,
    process: async (job) => {
      const run = { ...job, atMs: performance.now() }
      runs.push(run)
      return decide(of(job.deliveryId).length, run)
    },
    onError: () => undefined,
  })
  open.push(consumer)
  return { consumer, runs, of }
}

async function produce(backend = test.backend) {
  const failures: Error[] = []
  const queue: DeliveryQueue = createDeliveryQueue(backend, {
    onEnqueueFailed: (error) => failures.push(error),
    onWarning: () => undefined,
  })
  open.push(queue)
  await waitFor(() => queue.isReady(), { what: 'the queue to be ready' })
  return { queue, failures }
}

const projectId = randomUUID()

const delivery = (deliveryId = randomUUID(), seq = 0) => ({
  deliveryId,
  webhookId: 7,
  projectId,
  seq,
  delayMs: 0,
})

describe('the delivery queue', () => {
  it('passes a job its ids and its trace', async () => {
    const { queue } = await produce()
    const { of } = consume(test.backend)
    const trace = { requestId: 'req-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
    const one = { ...delivery(), ...trace }
    expect(await queue.enqueue([one], 2_000)).toEqual({ added: 1 })
    const [run] = await waitFor(() => of(one.deliveryId).length > 0 && of(one.deliveryId), {
      what: 'the job',
    })
    expect(run).toMatchObject({
      deliveryId: one.deliveryId,
      webhookId: 7,
      projectId,
      seq: 0,
      jobAttemptsMade: 0,
      ...trace,
    })
  })

  it('keeps a delayed job until it is due', async () => {
    const { queue } = await produce()
    const { of } = consume(test.backend)
    const one = { ...delivery(), delayMs: 400 }
    const addedMs = performance.now()
    await queue.enqueue([one], 2_000)
    await waitFor(() => of(one.deliveryId).length > 0, { what: 'the job' })
    expect((of(one.deliveryId)[0]?.atMs ?? 0) - addedMs).toBeGreaterThanOrEqual(395)
  })

  it('ignores a second job of the same sequence while the first exists, and accepts the next sequence', async () => {
    const { queue } = await produce()
    const one = { ...delivery(), delayMs: 300 }
    await queue.enqueue([one], 2_000)
    await queue.enqueue([one], 2_000)
    await queue.enqueue([{ ...one, seq: 1 }], 2_000)
    const { of } = consume(test.backend)
    const last = { ...delivery(), delayMs: 600 }
    await queue.enqueue([last], 2_000)
    await waitFor(() => of(last.deliveryId).length > 0, { what: 'the last job' })
    expect(of(one.deliveryId)).toHaveLength(2)
  })

  it('ignores a second job of the same sequence while the first is active', async () => {
    const { queue } = await produce()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const { of } = consume(test.backend, async () => {
      await finished
      return { kind: 'done' }
    })
    const one = delivery()
    await queue.enqueue([one], 2_000)
    await waitFor(() => of(one.deliveryId).length === 1, { what: 'the first run' })
    await queue.enqueue([one, delivery()], 2_000)
    expect(await queue.depth()).toBe(2)
    finish()
    await waitFor(async () => (await queue.depth()) === 0, { what: 'the jobs to end' })
    expect(of(one.deliveryId)).toHaveLength(1)
  })

  it('promotes a delayed job, and ignores one that is not delayed', async () => {
    const { queue } = await produce()
    const [late, waiting, missing] = [{ ...delivery(), delayMs: 600_000 }, delivery(), delivery()]
    await queue.enqueue([late, waiting], 2_000)
    await queue.promote([late, waiting, missing])
    expect([await queue.depth(), await queue.delayed()]).toEqual([2, 0])
    const { of, runs } = consume(test.backend)
    await waitFor(() => of(late.deliveryId).length > 0, { what: 'the promoted job' })
    await waitFor(async () => (await queue.depth()) === 0, { what: 'the jobs to end' })
    expect(runs).toHaveLength(2)
  })

  it('removes a superseded job', async () => {
    const { queue } = await produce()
    const old = { ...delivery(), delayMs: 600_000 }
    await queue.enqueue([old], 2_000)
    const resent = { ...old, seq: 1, delayMs: 0 }
    await queue.enqueue([resent], 2_000)
    await queue.removeSuperseded([resent])
    expect([await queue.depth(), await queue.delayed()]).toEqual([1, 0])
    await queue.removeSuperseded([resent])
    expect(await queue.depth()).toBe(1)
  })

  it('returns a job after `later` without counting an attempt', async () => {
    const { queue } = await produce()
    const { of } = consume(test.backend, (n) =>
      n < 6 ? { kind: 'delay', delayMs: 20 } : { kind: 'done' },
    )
    const one = delivery()
    await queue.enqueue([one], 2_000)
    const runs = await waitFor(() => of(one.deliveryId).length === 6 && of(one.deliveryId), {
      what: 'six runs',
    })
    expect(runs.map((run) => run.jobAttemptsMade)).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('returns a job after each retry, never early, and beyond its own count', async () => {
    const { queue } = await produce()
    const { of } = consume(test.backend, (n) =>
      n < 6 ? { kind: 'retry', delayMs: n * 60 } : { kind: 'done' },
    )
    const one = delivery()
    await queue.enqueue([one], 2_000)
    const runs = await waitFor(() => of(one.deliveryId).length === 6 && of(one.deliveryId), {
      what: 'six runs',
    })
    expect(runs.map((run) => run.jobAttemptsMade)).toEqual([0, 1, 2, 3, 3, 3])
    const gapsMs = runs.slice(1).map((run, index) => run.atMs - (runs[index]?.atMs ?? 0))
    gapsMs.forEach((gapMs, index) => expect(gapMs).toBeGreaterThanOrEqual((index + 1) * 60 - 2))
  })

  it('ends a failed job immediately and frees its id', async () => {
    const { queue } = await produce()
    const { of } = consume(test.backend, () => ({ kind: 'failed' }))
    const one = delivery()
    await queue.enqueue([one], 2_000)
    await waitFor(() => of(one.deliveryId).length === 1, { what: 'the first run' })
    await waitFor(
      async () => {
        await queue.enqueue([one], 2_000)
        return of(one.deliveryId).length >= 2
      },
      { what: 'a second run of the same id' },
    )
    expect(of(one.deliveryId).every((run) => run.jobAttemptsMade === 0)).toBe(true)
  })

  it('frees the id of a completed job', async () => {
    const { queue } = await produce()
    const { of } = consume(test.backend)
    const one = delivery()
    await queue.enqueue([one], 2_000)
    await waitFor(() => of(one.deliveryId).length === 1, { what: 'the first run' })
    await waitFor(
      async () => {
        await queue.enqueue([one], 2_000)
        return of(one.deliveryId).length >= 2
      },
      { what: 'a second run of the same id' },
    )
  })

  it('counts waiting and delayed jobs separately', async () => {
    const { queue } = await produce()
    await queue.enqueue([delivery(), delivery(), { ...delivery(), delayMs: 60_000 }], 2_000)
    expect(await queue.depth()).toBe(2)
    expect(await queue.delayed()).toBe(1)
  })

  it('takes no job after a pause, and waits for the active one when it closes', async () => {
    const { queue } = await produce()
    let finish = () => {}
    const { consumer, of } = consume(test.backend, async () => {
      await new Promise<void>((resolve) => (finish = resolve))
      return { kind: 'done' }
    })
    const [one, two] = [delivery(), delivery()]
    await queue.enqueue([one], 2_000)
    await waitFor(() => of(one.deliveryId).length === 1, { what: 'the first job' })
    await consumer.pause()
    expect(consumer.isReady()).toBe(false)
    await queue.enqueue([two], 2_000)
    const closing = consumer.close(5_000)
    expect(of(two.deliveryId)).toHaveLength(0)
    finish()
    expect(await closing).toBe(true)
    expect(of(two.deliveryId)).toHaveLength(0)
  })

  it('stops waiting at the limit when it closes', async () => {
    const { queue } = await produce()
    let finish = () => {}
    const { consumer, of } = consume(test.backend, async () => {
      await new Promise<void>((resolve) => (finish = resolve))
      return { kind: 'done' }
    })
    const one = delivery()
    await queue.enqueue([one], 2_000)
    await waitFor(() => of(one.deliveryId).length === 1, { what: 'the job' })
    expect(await consumer.close(100)).toBe(false)
    finish()
    // The database must not be dropped while the consumer still records the job.
    await waitFor(async () => (await queue.depth()) === 0, { what: 'the job to end' })
  })

  it('passes the operator’s check', async () => {
    expect(await checkBackend(test.backend)).toMatch(/^(Redis 7|in PostgreSQL, schema version)/)
  })
})

describe('with its backend unavailable', () => {
  /** Rejects if the call takes longer than its limit of 250 ms. On a busy machine both timers are late. */
  const inTime = <T>(adding: Promise<T>) => withTimeout(adding, 400, 'the add')

  it('fails an add within the time limit, and works once the backend starts', async () => {
    const proxy = await startFaultProxy(test.url, { startsCut: true })
    const failures: Error[] = []
    const queue = createDeliveryQueue(test.at(proxy.url), {
      onEnqueueFailed: (error) => failures.push(error),
      onWarning: () => undefined,
    })
    const { of } = consume(test.at(proxy.url))
    const one = delivery()
    expect(await inTime(queue.enqueue([one]))).toHaveProperty('failed')
    expect(failures).toHaveLength(1)
    expect(queue.isReady()).toBe(false)
    await expect(queue.depth()).rejects.toThrow()

    await proxy.restore()
    await waitFor(async () => 'added' in (await queue.enqueue([one])), { what: 'an add' })
    await waitFor(() => of(one.deliveryId).length > 0, { what: 'the job' })
    await queue.close()
    await open.pop()?.close(2_000)
    await proxy.close()
  })

  it('fails an add within the time limit when the backend accepts connections but does not answer', async () => {
    const proxy = await startFaultProxy(test.url)
    const { queue, failures } = await produce(test.at(proxy.url))
    proxy.freeze()
    expect(await inTime(queue.enqueue([delivery()]))).toHaveProperty('failed')
    expect(failures).toHaveLength(1)
    proxy.thaw()
    const one = delivery()
    await waitFor(async () => 'added' in (await queue.enqueue([one])), { what: 'an add' })
    await open.pop()?.close(2_000)
    await proxy.close()
  })

  it('limits the time of a promotion when the backend accepts connections but does not answer', async () => {
    const proxy = await startFaultProxy(test.url)
    const { queue } = await produce(test.at(proxy.url))
    proxy.freeze()
    const startedMs = performance.now()
    await queue.promote([delivery()])
    expect(performance.now() - startedMs).toBeLessThan(8_000)
    proxy.thaw()
    await open.pop()?.close(2_000)
    await proxy.close()
  })

  it('recovers after an outage, and keeps the active job', async () => {
    const proxy = await startFaultProxy(test.url)
    const { queue } = await produce(test.at(proxy.url))
    let finish = () => {}
    const { of } = consume(test.at(proxy.url), async (n, run) => {
      if (run.webhookId === 1 && n === 1) await new Promise<void>((resolve) => (finish = resolve))
      return { kind: 'delay', delayMs: 50 }
    })
    const held = { ...delivery(), webhookId: 1 }
    await queue.enqueue([held], 2_000)
    await waitFor(() => of(held.deliveryId).length === 1, { what: 'the job' })

    await proxy.cut()
    finish()
    expect(await inTime(queue.enqueue([delivery()]))).toHaveProperty('failed')

    await proxy.restore()
    const one = delivery()
    await waitFor(async () => 'added' in (await queue.enqueue([one])), { what: 'an add' })
    await waitFor(() => of(one.deliveryId).length > 0, { what: 'a new job' })
    // If the outage lost the job's completion, the job returns within 16 s, when its lock has expired.
    await waitFor(() => of(held.deliveryId).length >= 2, {
      what: 'the job that was in work',
    })
    for (const each of open.splice(0)) await each.close(2_000)
    await proxy.close()
  }, 60_000)
})
