// Raw SQL: one click is written by the statement of the batches.
import { setTimeout as delay } from 'node:timers/promises'
import { inOrderOfId, type NewClick } from './click-rows.js'
import { INSERT_CLICKS, toColumns } from './click-statement.js'
import type { Database, Db } from '../connection/database.js'
import { batchStatement } from '../batch/batch-statement.js'
import { isDatabaseUnavailable, isDeadlock } from '../connection/errors.js'

export type { NewClick } from './click-rows.js'

export interface WrittenClick {
  /** False if it existed already: then nothing was counted again. */
  isWritten: boolean
  /** Whether this was the first counted click of that visitor on that link and day (UTC). */
  isUnique: boolean
}

/** Writes clicks with their counts in one statement; results in order. A click that exists already changes nothing. */
export async function insertClicks(
  database: Pick<Database, 'pool'>,
  clicks: NewClick[],
): Promise<WrittenClick[]> {
  if (clicks.length === 0) return []
  for (let tries = 1; ; tries += 1) {
    try {
      return await insertOnce(database, clicks)
    } catch (error) {
      const isWorthAnother = isDatabaseUnavailable(error) ? tries === 1 : isDeadlock(error)
      if (!isWorthAnother || tries === MAX_TRIES) throw error
      if (isDeadlock(error)) await delay(AFTER_DEADLOCK_MS)
    }
  }
}

/** Other statements lock links in a different order, such as an update of all links of a campaign. */
const MAX_TRIES = 3
/** Pause after a deadlock. Without it, this statement would lock the same rows again before the other one wakes up. */
const AFTER_DEADLOCK_MS = 20

/** Writes one click in the caller's transaction, which should end soon, because the link stays locked until then. */
export async function insertClick(db: Db, click: NewClick): Promise<WrittenClick> {
  const [row] = await db.$queryRawUnsafe<Outcome[]>(INSERT_CLICKS, ...toColumns([click]))
  return readOutcome(row, [click], [click])[0] ?? NOTHING
}

interface Outcome {
  written: number[] | null
  firsts: number[] | null
}

const NOTHING: WrittenClick = { isWritten: false, isUnique: false }

async function insertOnce(
  database: Pick<Database, 'pool'>,
  clicks: NewClick[],
): Promise<WrittenClick[]> {
  const sorted = inOrderOfId(clicks)
  const { rows } = await batchStatement<Outcome>(database, {
    name: 'insert-clicks',
    text: INSERT_CLICKS,
    values: toColumns(sorted),
    isDurable: true,
  })
  return readOutcome(rows[0], clicks, sorted)
}

/** @param sorted the same clicks, in the order in which they were written */
function readOutcome(
  outcome: Outcome | undefined,
  clicks: NewClick[],
  sorted: NewClick[],
): WrittenClick[] {
  const written = new Set(outcome?.written?.map((place) => sorted[place - 1]))
  const firsts = new Set(outcome?.firsts?.map((place) => sorted[place - 1]))
  return clicks.map((click) => ({ isWritten: written.has(click), isUnique: firsts.has(click) }))
}
