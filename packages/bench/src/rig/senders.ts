import { newUuidV7 } from '@throughline/core/lib/ids'
import { awaitAllRecorded } from './await-recorded.js'
import { startCeiling } from './ceiling.js'
import { insertDueDeliveries } from './fill.js'
import { openCeilingQueue, openDeliveryQueue, type QueueControl } from './queue-control.js'
import type { Rig } from './rig.js'
import { startWorkerProcess } from './worker-process.js'

/** Who empties a queue: the product's workers, or the bare consumer that is their ceiling. */
export interface Sender {
  pids: number[]
  queue: QueueControl
  /** Writes `count` due deliveries and puts their jobs in the queue. */
  fill(count: number): Promise<void>
  /** Says when (monotonic ms) the next `count` will be through. */
  expect(count: number): Promise<{ done: Promise<number> }>
  stop(): Promise<void>
}

export interface SenderSettings {
  concurrency: number
  /** Worker processes; 1 unless told. */
  workers?: number
  /** DELIVERY_MAX_PER_WEBHOOK; no limit unless told. */
  maxPerWebhook?: number
  profileDir?: string | undefined
}

/** The product's worker processes, on a paused queue. Through means: recorded, in a committed transaction. */
export async function startWorkers(rig: Rig, settings: SenderSettings): Promise<Sender> {
  const { pool, receivers, webhooks, payload } = rig
  const queue = openDeliveryQueue(rig.backend)
  await queue.pause()
  const { concurrency, maxPerWebhook = concurrency, profileDir } = settings
  const starts = Array.from({ length: settings.workers ?? 1 }, () =>
    startWorkerProcess({ ...rig, concurrency, maxPerWebhook, profileDir }),
  )
  const workers = await Promise.all(starts)
  return {
    pids: workers.map(({ pid }) => pid),
    queue,
    fill: async (count) => queue.add(await insertDueDeliveries(pool, { webhooks, payload, count })),
    expect: async (count) => {
      const { reached } = await receivers.expect(count)
      return { done: reached.then(() => awaitAllRecorded(pool)) }
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
      await queue.close()
    },
  }
}

/** The ceiling, on a paused queue of its own. Through means: BullMQ has completed the job. */
export async function startCeilingSender(rig: Rig, settings: SenderSettings): Promise<Sender> {
  const { backend, webhooks, payload, receivers } = rig
  const queue = openCeilingQueue(backend)
  await queue.pause()
  const { concurrency } = settings
  const ceiling = await startCeiling({ backend, webhooks, payload, concurrency })
  return {
    pids: [ceiling.pid],
    queue,
    fill: (count) =>
      queue.add(
        Array.from({ length: count }, (_, index) => {
          const webhook = webhooks[index % webhooks.length]
          return {
            deliveryId: newUuidV7(),
            webhookId: webhook?.id ?? 0,
            projectId: webhook?.projectId ?? '',
            seq: 0,
            delayMs: 0,
          }
        }),
      ),
    expect: async (count) => {
      // Nobody asks: the ceiling itself says when it is through.
      await receivers.expect(Number.MAX_SAFE_INTEGER)
      return ceiling.expect(count)
    },
    stop: async () => {
      await ceiling.stop()
      await queue.close()
    },
  }
}
