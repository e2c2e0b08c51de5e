import type { Database } from '../connection/database.js'

/** Matching looks back 7 days at most, to tell why a click is none; a day more for clocks that differ. */
export const VISIT_DAYS = 8
const ROWS_AT_ONCE = 5_000
/** About a second's worth, so that a process that is told to stop can. */
const BATCHES_AT_ONCE = 20

/**
 * Deletes what landing pages told of browsers once no install can match it any more, in batches, each by itself. They
 * are found by their ids, which are of the moment of the visit. Safe from many processes at once.
 *
 * @returns how many were deleted, and whether the run ended early: then come back at once
 */
export async function deleteVisits({
  pool,
}: Pick<Database, 'pool'>): Promise<{ visits: number; hasMore: boolean }> {
  let visits = 0
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) {
    const deleted = (await pool.query(DELETE_VISITS, [VISIT_DAYS, ROWS_AT_ONCE])).rowCount ?? 0
    visits += deleted
    if (deleted < ROWS_AT_ONCE) return { visits, hasMore: false }
  }
  return { visits, hasMore: true }
}

/** What another process is deleting just now is left to it. */
const DELETE_VISITS = `
DELETE FROM visits WHERE id = ANY (ARRAY(
  SELECT id FROM visits WHERE id < uuid7_floor(now() - make_interval(days => $1::integer))
   ORDER BY id LIMIT $2::integer FOR UPDATE SKIP LOCKED))`
