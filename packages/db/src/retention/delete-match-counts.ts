import type { Database } from '../connection/database.js'
import { anonymizeInBatches, type Anonymized } from './anonymize-in-batches.js'
import { IS_OVER } from './anonymize-visitors.js'

/** Long enough to learn from few installs, short enough that phones and systems of last year do not weigh. */
export const MATCH_COUNT_WEEKS = 13

/**
 * Deletes match counts and their quality after 13 weeks, and sightings once the salt of their day is deleted. Safe to run
 * from many processes.
 *
 * @param now another moment than the database's, for tests
 */
export async function deleteMatchCounts(
  { pool }: Pick<Database, 'pool'>,
  now: Date | null = null,
): Promise<Anonymized> {
  let rows = 0
  let hasMore = false
  for (const [table, isOver] of EXPIRED) {
    const done = await anonymizeInBatches(async (rowsAtOnce) => {
      const deleted = (await pool.query(deleteFrom(table, isOver), [now, rowsAtOnce])).rowCount ?? 0
      return { looked: deleted, rows: deleted }
    })
    rows += done.rows
    hasMore ||= done.hasMore
  }
  return { rows, hasMore }
}

const FIRST_DAY = `(coalesce($1::timestamptz, now()) AT TIME ZONE 'UTC')::date - ${MATCH_COUNT_WEEKS * 7}`

const EXPIRED = [
  ['match_sightings', IS_OVER],
  ['match_counts', `week <= ${FIRST_DAY}`],
  ['match_quality', `day <= ${FIRST_DAY}`],
] as const

/** What another process is deleting just now is left to it. */
const deleteFrom = (table: string, isOver: string) => `
DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM ${table} WHERE ${isOver} LIMIT $2::integer FOR UPDATE SKIP LOCKED))`
