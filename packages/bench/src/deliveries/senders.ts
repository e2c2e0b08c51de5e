import { newUuidV7 } from '@throughline/core/lib/ids'
import type { ProcessOptions } from '@throughline/testkit/installation'
import { awaitAllRecorded } from './await-recorded.js'
import { insertDueDeliveries } from './fill.js'
import { openCeilingQueue, openDeliveryQueue, type QueueControl } from './queue-control.js'
import type { DeliveriesInstallation } from './installation.js'
import type { CeilingSettings, FromCeiling, ToCeiling } from './ceiling-messages.js'
import { startChild } from '../child.js'

export interface Sender {
  pids: number[]
  queue: QueueControl
  fill(count: number): Promise<void>
  /** Resolves with the time (monotonic ms) at which the next `count` deliveries are complete. */
  expect(count: number): Promise<{ done: Promise<number> }>
  stop(): Promise<void>
}

export interface SenderSettings {
  concurrency: number
  /** Worker processes; 1 by default. */
  workers?: number
  /** DELIVERY_MAX_PER_WEBHOOK; no limit by default. */
  maxPerWebhook?: number
  profileDir?: string | undefined
}

/** The product's worker processes, on a paused queue. Complete means: recorded in a committed transaction. */
export async function startWorkers(
  installation: DeliveriesInstallation,
  settings: SenderSettings,
): Promise<Sender> {
  const { pool, receivers, webhooks, payload } = installation
  const queue = openDeliveryQueue(installation.queue)
  await queue.pause()
  const options = processOptions(settings)
  const starts = Array.from({ length: settings.workers ?? 1 }, () =>
    installation.add('worker', options),
  )
  const workers = await Promise.all(starts)
  return {
    pids: workers.map(({ pid }) => pid()),
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

function processOptions({
  concurrency,
  maxPerWebhook = concurrency,
  profileDir,
}: SenderSettings): ProcessOptions {
  return {
    env: {
      DELIVERY_CONCURRENCY: String(concurrency),
      DELIVERY_MAX_PER_WEBHOOK: String(maxPerWebhook),
    },
    flags:
      profileDir === undefined
        ? []
        : ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', profileDir],
  }
}

/** The ceiling, on a separate paused queue. Complete means: BullMQ has completed the job. */
export async function startCeilingSender(
  installation: DeliveriesInstallation,
  settings: SenderSettings,
): Promise<Sender> {
  const { queue: backend, webhooks, payload, receivers } = installation
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
      // The receivers never report, because the ceiling reports when it is complete.
      await receivers.expect(Number.MAX_SAFE_INTEGER)
      return ceiling.expect(count)
    },
    stop: async () => {
      await ceiling.stop()
      await queue.close()
    },
  }
}

interface Ceiling {
  pid: number
  /** Resolves with the time (monotonic ms) at which that many more jobs were completed. */
  expect(count: number): Promise<{ done: Promise<number> }>
  stop(): Promise<void>
}

async function startCeiling(settings: CeilingSettings): Promise<Ceiling> {
  const child = startChild<FromCeiling, ToCeiling>('deliveries/ceiling-main.ts', [
    JSON.stringify(settings),
  ])
  await child.next('ready')
  return {
    pid: child.pid,
    expect: async (count) => {
      const ready = child.next('expecting')
      const done = child.next('done', 600_000).then(({ atMs }) => atMs)
      done.catch(() => undefined)
      child.send({ kind: 'expect', count })
      await ready
      return { done }
    },
    stop: child.stop,
  }
}
