import type pg from 'pg'
import { insertClicks, type NewClick } from '@throughline/db/clicks/clicks'
import { insertClicksWithDeltas } from '@throughline/db/clicks/click-deltas'
import { backendsCpuMs } from '../process-cpu.js'
import { median } from '../statistics.js'
import { countEveryHalfSecond } from './count-every-half-second.js'

/** Of PostgreSQL for each click, in microseconds. */
export interface CountingCosts {
  /** The counts are raised by the statement that writes the clicks, as for the SDK's click call. */
  atOnce: number
  /** Each batch leaves a tally, and twice a second all tallies are added up, as for taps. */
  fromTallies: number
}

export interface Counting {
  rounds: number
  secondsEach: number
  makeBatch: () => NewClick[]
}

/** Both ways to count exactly once, in turns on the same database. */
export async function compareCounting(pool: pg.Pool, counting: Counting): Promise<CountingCosts> {
  const atOnce: number[] = []
  const fromTallies: number[] = []
  for (let round = 0; round < counting.rounds; round += 1) {
    const before = await backendsCpuMs(pool)
    const clicks = await writeFor(counting, (batch) => insertClicks({ pool }, batch))
    const between = await backendsCpuMs(pool)
    const stopCounting = countEveryHalfSecond(pool)
    const tallied = await writeFor(counting, (batch) => insertClicksWithDeltas({ pool }, batch))
    await stopCounting()
    atOnce.push(((between - before) * 1_000) / clicks)
    fromTallies.push((((await backendsCpuMs(pool)) - between) * 1_000) / tallied)
  }
  return { atOnce: median(atOnce), fromTallies: median(fromTallies) }
}

/** @returns how many clicks were written */
async function writeFor(
  { secondsEach, makeBatch }: Counting,
  write: (batch: NewClick[]) => Promise<unknown>,
): Promise<number> {
  const endsMs = performance.now() + secondsEach * 1_000
  let clicks = 0
  while (performance.now() < endsMs) {
    const batch = makeBatch()
    await write(batch)
    clicks += batch.length
  }
  return clicks
}
