import { setTimeout as sleep } from 'node:timers/promises'
import type { Rig } from '../rig/rig.js'
import { startWorkers, type Sender } from '../rig/senders.js'
import { monotonicMs } from '../rig/receivers.js'
import { median } from '../statistics.js'

export interface BacklogOptions {
  concurrency: number
  /** Deliveries whose rate is taken, with the rest still waiting. */
  count: number
  rounds: number
  /** Rows that wait in the large backlog. */
  backlog: number
  progress: (text: string) => void
}

export interface BacklogResult {
  rows: number
  perSecond: number
}

const SMALL = 1_000
const STEP = 50_000

/**
 * The rate over an equal sample with few and with many due deliveries still waiting behind it, each with its row
 * and its job. The sample is taken at the receivers between two counts, while all is in full flow.
 */
export async function measureBacklog(rig: Rig, options: BacklogOptions): Promise<BacklogResult[]> {
  const sender = await startWorkers(rig, options)
  try {
    const results: BacklogResult[] = []
    let waiting = 0
    for (const rows of [SMALL, options.backlog]) {
      const samples: number[] = []
      // One more, to run warm.
      while (samples.length <= options.rounds) {
        const wanted = rows + WARM_UP + options.count
        await fillUp(sender, wanted - waiting, options.progress)
        const { perSecond, sent } = await takeSample(rig, sender, options.count)
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
    await rig.pool.query('TRUNCATE deliveries, delivery_attempts, events')
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

async function takeSample(rig: Rig, sender: Sender, count: number) {
  const { reached } = await rig.receivers.expect(WARM_UP)
  await sender.queue.resume()
  const startedMs = await reached
  const endedMs = await rig.receivers.reached(WARM_UP + count)
  await sender.queue.pause()
  const sent = await settleDown(rig)
  return { perSecond: (count / (endedMs - startedMs)) * 1_000, sent }
}

/** Waits until what was in flight at the pause is recorded. @returns how many were sent since the last look */
async function settleDown(rig: Rig): Promise<number> {
  const startedMs = monotonicMs()
  for (;;) {
    const { rows } = await rig.pool.query<{ leased: boolean }>(
      'SELECT EXISTS (SELECT FROM deliveries WHERE due_at IS NOT NULL AND lease_until > clock_timestamp()) AS leased',
    )
    if (rows[0]?.leased !== true) break
    if (monotonicMs() - startedMs > 30_000) throw new Error('attempts stay in flight')
    await sleep(50)
  }
  return rig.receivers.count()
}
