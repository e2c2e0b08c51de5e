import type { Database } from '../connection/database.js'

/**
 * A day's salt lives 48 h at most from the day's beginning. Two hours less leave room for a maintenance task that runs
 * hourly, and a day more than anybody hashes under it.
 */
export const SALT_HOURS = 46
const ROWS_AT_ONCE = 5_000
/** About a second's worth, so that a process that is told to stop can. */
const BATCHES_AT_ONCE = 20

export interface ForgottenVisitors {
  salts: number
  visitors: number
  /** The run ended early, since there are too many to delete for one: come back at once. */
  hasMore: boolean
}

/**
 * Deletes the salts of days that are over, after which nobody, not even we, can tell whose the hashes of visitors were;
 * and the visitors of those days, in batches, each by itself. Safe from many processes at once.
 *
 * @param now another moment than the database's, for tests
 */
export async function anonymizeVisitors(
  { pool }: Pick<Database, 'pool'>,
  now: Date | null = null,
): Promise<ForgottenVisitors> {
  const salts = (await pool.query(DELETE_SALTS, [now])).rowCount ?? 0
  let visitors = 0
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) {
    const deleted = (await pool.query(DELETE_VISITORS, [now, ROWS_AT_ONCE])).rowCount ?? 0
    visitors += deleted
    if (deleted < ROWS_AT_ONCE) return { salts, visitors, hasMore: false }
  }
  return { salts, visitors, hasMore: true }
}

/** Of a row with a `day`: the salt of that day is due to be deleted. */
export const IS_OVER = `day <= ((coalesce($1::timestamptz, now()) AT TIME ZONE 'UTC') - interval '${SALT_HOURS} hours')::date`

const DELETE_SALTS = `DELETE FROM daily_salts WHERE ${IS_OVER}`

/** What another process is deleting just now is left to it. */
const DELETE_VISITORS = `
DELETE FROM unique_visitors WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM unique_visitors WHERE ${IS_OVER} LIMIT $2::integer FOR UPDATE SKIP LOCKED))`
