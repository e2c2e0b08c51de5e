import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

const LOOK_MS = 20

/** Looks again and again how long the newest tally waits to be counted. @returns what ends it, with all waits, in milliseconds */
export function watchCountLag(pool: pg.Pool): () => Promise<number[]> {
  const lagsMs: number[] = []
  let isOver = false
  const bounds = async () => {
    const { rows } = await pool.query<{ oldest: string | null; newest: string | null }>(
      'SELECT min(id) AS oldest, max(id) AS newest FROM click_deltas',
    )
    return { oldest: Number(rows[0]?.oldest ?? Infinity), newest: Number(rows[0]?.newest ?? 0) }
  }
  const run = async () => {
    while (!isOver) {
      const { newest } = await bounds()
      const seenMs = performance.now()
      while (newest > 0 && (await bounds()).oldest <= newest) await delay(LOOK_MS)
      if (newest > 0) lagsMs.push(performance.now() - seenMs)
      await delay(LOOK_MS)
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
    return lagsMs
  }
}
