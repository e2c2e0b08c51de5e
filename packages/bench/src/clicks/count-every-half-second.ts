import { setTimeout as delay } from 'node:timers/promises'
import { rollUpClicks } from '@throughline/db/clicks/roll-up-clicks'
import type pg from 'pg'

const LOOK_MS = 500

/** Counts tallies as an API process does. @returns what counts the rest, and ends */
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
