import { measureRound } from './measure-round.js'
import { produce } from './produce.js'
import type { DeliveriesInstallation } from './installation.js'
import { startWorkers } from './senders.js'
import { quantile } from '../statistics.js'

export interface LatencyOptions {
  concurrency: number
  count: number
  seconds: number
  progress: (text: string) => void
}

export interface LatencyResult {
  fullPerSecond: number
  offeredPerSecond: number
  /** From the commit that accepted a delivery to the first byte at its receiver, in milliseconds. */
  p50Ms: number
  p99Ms: number
  maxMs: number
}

/** p99 from commit to the receiver's first byte at half of the rate that one worker reached just before. */
export async function measureLatency(
  installation: DeliveriesInstallation,
  options: LatencyOptions,
): Promise<LatencyResult> {
  const sender = await startWorkers(installation, options)
  try {
    await measureRound(sender, options.count)
    const { perSecond } = await measureRound(sender, options.count)
    await sender.queue.resume()
    const offeredPerSecond = Math.round(perSecond / 2)
    const waitsMs = await produce(installation, {
      perSecond: offeredPerSecond,
      seconds: options.seconds,
      webhooks: installation.webhooks,
    })
    const result = {
      fullPerSecond: perSecond,
      offeredPerSecond,
      p50Ms: quantile(waitsMs, 0.5),
      p99Ms: quantile(waitsMs, 0.99),
      maxMs: quantile(waitsMs, 1),
    }
    options.progress(`half load: ${offeredPerSecond}/s, p99 ${result.p99Ms.toFixed(1)} ms`)
    return result
  } finally {
    await sender.stop()
  }
}
