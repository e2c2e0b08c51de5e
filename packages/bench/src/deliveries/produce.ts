import { setTimeout as sleep } from 'node:timers/promises'
import { insertDueDeliveries } from './fill.js'
import { openDeliveryQueue, type QueueControl } from './queue-control.js'
import { monotonicMs } from './receivers.js'
import type { DeliveriesInstallation } from './installation.js'
import type { BenchWebhook } from './webhooks.js'

export interface Production {
  perSecond: number
  seconds: number
  webhooks: BenchWebhook[]
}

const TICK_MS = 5
/** Share of the run that is not counted, because connections are still being opened. */
const WARM_UP_SHARE = 0.1

/** An open loop: deliveries are committed and enqueued at a steady rate. Returns milliseconds to their first byte. */
export async function produce(
  installation: DeliveriesInstallation,
  production: Production,
): Promise<number[]> {
  const queue = openDeliveryQueue(installation.queue)
  const total = Math.floor(production.perSecond * production.seconds)
  const { reached } = await installation.receivers.expect(total, { isRecording: true })
  try {
    const committedMs = await insertSteadily(installation, production, { queue, total })
    await reached
    const arrivals = new Map<string, number>()
    for (const [deliveryId, firstByteMs] of await installation.receivers.takeArrivals())
      if (!arrivals.has(deliveryId)) arrivals.set(deliveryId, firstByteMs)
    return [...committedMs]
      .slice(Math.floor(total * WARM_UP_SHARE))
      .map(([deliveryId, ms]) => (arrivals.get(deliveryId) ?? Infinity) - ms)
  } finally {
    await queue.close()
  }
}

interface Target {
  queue: QueueControl
  total: number
}

/** @returns the time at which each delivery's commit was confirmed, by delivery id */
async function insertSteadily(
  { pool, payload }: DeliveriesInstallation,
  { perSecond, webhooks }: Production,
  { queue, total }: Target,
): Promise<Map<string, number>> {
  const committedMs = new Map<string, number>()
  const adds: Promise<void>[] = []
  const startedMs = performance.now()
  let made = 0
  while (made < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedMs) / 1_000) * perSecond))
    if (due > made) {
      const shifted = rotate(webhooks, made)
      const added = await insertDueDeliveries(pool, {
        webhooks: shifted,
        payload,
        count: due - made,
      })
      made = due
      const nowMs = monotonicMs()
      for (const { deliveryId } of added) committedMs.set(deliveryId, nowMs)
      adds.push(queue.add(added))
    }
    await sleep(TICK_MS)
  }
  await Promise.all(adds)
  return committedMs
}

function rotate(webhooks: BenchWebhook[], by: number): BenchWebhook[] {
  const first = by % webhooks.length
  return [...webhooks.slice(first), ...webhooks.slice(0, first)]
}
