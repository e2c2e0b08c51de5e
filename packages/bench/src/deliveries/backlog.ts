import { setTimeout as sleep } from 'node:timers/promises'
import type { DeliveriesInstallation } from './installation.js'
import { startWorkers, type Sender } from './senders.js'
import { monotonicMs } from './receivers.js'
import { median } from '../statistics.js'

export interface BacklogOptions {
  concurrency: number
  count: number
  rounds: number
  backlog: number
  progress: (text: string) => void
}

export interface BacklogResult {
  rows: number
  perSecond: number
}

const SMALL = 1_000
const STEP = 50_000

/** Measures the rate with few and with many due deliveries waiting. The receivers count. */
export async function measureBacklog(
  installation: DeliveriesInstallation,
  options: BacklogOptions,
): Promise<BacklogResult[]> {
  const sender = await startWorkers(installation, options)
  try {
    const results: BacklogResult[] = []
    let waiting = 0
    for (const rows of [SMALL, options.backlog]) {
      const samples: number[] = []
      // The first round warms up.
      while (samples.length <= options.rounds) {
        const wanted = rows + WARM_UP + options.count
        await fillUp(sender, wanted - waiting, options.progress)
        const { perSecond, sent } = await takeSample(installation, sender, options.count)
        waiting = wanted - sent
        samples.push(perSecond)
      }
      const perSecond = median(samples.slice(1))
      results.push({ rows, perSecond })
      options.progress(`${rows} rows behind: ${Math.round(perSecond)}/s`)
    }
    return results
  } finally {
    await sender.queue.clear()
    await installation.pool.query('TRUNCATE deliveries, delivery_attempts, events')
    await sender.stop()
  }
}

const WARM_UP = 1_000

async function fillUp(sender: Sender, count: number, progress: (text: string) => void) {
  for (let done = 0; done < count; done += STEP) {
    await sender.fill(Math.min(STEP, count - done))
    if (count > STEP) progress(`filled ${Math.min(count, done + STEP)} of ${count}`)
  }
}

async function takeSample(installation: DeliveriesInstallation, sender: Sender, count: number) {
  const { reached } = await installation.receivers.expect(WARM_UP)
  await sender.queue.resume()
  const startedMs = await reached
  const endedMs = await installation.receivers.reached(WARM_UP + count)
  await sender.queue.pause()
  const sent = await settleDown(installation)
  return { perSecond: (count / (endedMs - startedMs)) * 1_000, sent }
}

/** Waits until the attempts in flight at the pause are recorded. @returns the number sent since the last call */
async function settleDown(installation: DeliveriesInstallation): Promise<number> {
  const startedMs = monotonicMs()
  for (;;) {
    const { rows } = await installation.pool.query<{ leased: boolean }>(
      'SELECT EXISTS (SELECT FROM deliveries WHERE due_at IS NOT NULL AND lease_until > clock_timestamp()) AS leased',
    )
    if (rows[0]?.leased !== true) break
    if (monotonicMs() - startedMs > 30_000)
      throw new Error('attempts are still in flight after 30 s')
    await sleep(50)
  }
  return installation.receivers.count()
}
