import { insertDueDeliveries } from './fill.js'
import { produce } from './produce.js'
import { openDeliveryQueue } from './queue-control.js'
import type { DeliveriesInstallation } from './installation.js'
import { startWorkers } from './senders.js'
import type { BenchWebhook } from './webhooks.js'
import { quantile } from '../statistics.js'

export interface FairnessOptions {
  concurrency: number
  perSecond: number
  seconds: number
  /** Due deliveries of the webhook that never responds. */
  blocked: number
  progress: (text: string) => void
}

export interface FairnessResult {
  healthyP99Ms: number
  besideBlackHoleP99Ms: number
  factor: number
}

/** The default of DELIVERY_MAX_PER_WEBHOOK. */
const MAX_PER_WEBHOOK = 8

/** p99 from commit to first byte of 99 healthy webhooks, with and without one webhook that never responds. */
export async function measureFairness(
  installation: DeliveriesInstallation,
  options: FairnessOptions,
): Promise<FairnessResult> {
  const { concurrency, perSecond, seconds, blocked, progress } = options
  const [hole, ...healthy] = installation.webhooks
  if (hole === undefined) throw new Error('no webhooks')
  const sender = await startWorkers(installation, { concurrency, maxPerWebhook: MAX_PER_WEBHOOK })
  const p99 = async () =>
    quantile(await produce(installation, { perSecond, seconds, webhooks: healthy }), 0.99)
  try {
    await sender.queue.resume()
    const healthyP99Ms = await p99()
    progress(`99 healthy ones alone: p99 ${healthyP99Ms.toFixed(1)} ms`)
    await installation.pool.query('UPDATE webhooks SET url = $2 WHERE id = $1', [
      hole.id,
      installation.receivers.blackHoleUrl,
    ])
    const { pool, payload } = installation
    await sender.queue.add(
      await insertDueDeliveries(pool, { webhooks: [hole], payload, count: blocked }),
    )
    const besideBlackHoleP99Ms = await p99()
    progress(`beside the black hole: p99 ${besideBlackHoleP99Ms.toFixed(1)} ms`)
    return { healthyP99Ms, besideBlackHoleP99Ms, factor: besideBlackHoleP99Ms / healthyP99Ms }
  } finally {
    await sender.queue.pause()
    await sender.stop()
    await forget(installation, hole)
  }
}

async function forget(
  { pool, queue: backend }: DeliveriesInstallation,
  { id, url }: BenchWebhook,
): Promise<void> {
  const queue = openDeliveryQueue(backend)
  await queue.clear()
  await queue.close()
  await pool.query('UPDATE webhooks SET url = $2 WHERE id = $1', [id, url])
  await pool.query('TRUNCATE deliveries, delivery_attempts, events')
}
