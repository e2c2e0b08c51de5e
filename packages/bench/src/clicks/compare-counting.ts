import { setTimeout as delay } from 'node:timers/promises'
import { rollUpClicks } from '@throughline/db/clicks/roll-up-clicks'
import type pg from 'pg'
import { insertClicks, type NewClick } from '@throughline/db/clicks/clicks'
import { insertClicksWithDeltas } from '@throughline/db/clicks/click-deltas'
import { postgresCpuMs } from '../process-cpu.js'
import { median } from '../statistics.js'

export interface CountingCosts {
  /** The statement that writes the clicks also updates the counts, as in the SDK's click call. */
  atOnce: number
  /** Each batch writes a delta; the deltas are added up twice a second, as on the link host. */
  fromDeltas: number
}

export interface Counting {
  rounds: number
  secondsEach: number
  makeBatch: () => NewClick[]
}

export async function compareCounting(pool: pg.Pool, counting: Counting): Promise<CountingCosts> {
  const atOnce: number[] = []
  const fromDeltas: number[] = []
  for (let round = 0; round < counting.rounds; round += 1) {
    const before = await postgresCpuMs(pool)
    const clicks = await writeFor(counting, (batch) => insertClicks({ pool }, batch))
    const between = await postgresCpuMs(pool)
    const stopCounting = countEveryHalfSecond(pool)
    const added = await writeFor(counting, (batch) => insertClicksWithDeltas({ pool }, batch))
    await stopCounting()
    atOnce.push(((between - before) * 1_000) / clicks)
    fromDeltas.push((((await postgresCpuMs(pool)) - between) * 1_000) / added)
  }
  return { atOnce: median(atOnce), fromDeltas: median(fromDeltas) }
}

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

const LOOK_MS = 500

export function countEveryHalfSecond(pool: pg.Pool): () => Promise<void> {
  let isOver = false
  const countAll = async () => {
    while ((await rollUpClicks({ pool })) > 0);
  }
  const run = async () => {
    while (!isOver) {
      await countAll()
      await delay(LOOK_MS)
    }
    await countAll()
  }
  const running = run()
  return () => {
    isOver = true
    return running
  }
}
