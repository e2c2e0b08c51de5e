import type { Database } from '../connection/database.js'
import { anonymizeInBatches, type Anonymized } from './anonymize-in-batches.js'

/** An ad network counts a conversion for 30 days at most after its click. */
export const REFERRER_DAYS = 30
/** A test install serves the developer who made it. */
export const TEST_DAYS = 7
/** A refusal says nothing but that it happened. */
export const REFUSAL_DAYS = 30

/**
 * Blanks the click ids and UTM of unmatched installs after 30 days, and deletes test installs after 7 days and refusals
 * after 30. Safe to run from many processes.
 */
export async function anonymizeInstalls({ pool }: Pick<Database, 'pool'>): Promise<Anonymized> {
  let rows = 0
  let hasMore = false
  for (const [statement, days] of STATEMENTS) {
    const done = await anonymizeInBatches(async (rowsAtOnce) => {
      const changed = (await pool.query(statement, [days, rowsAtOnce])).rowCount ?? 0
      return { looked: changed, rows: changed }
    })
    rows += done.rows
    hasMore ||= done.hasMore
  }
  return { rows, hasMore }
}

const BLANK_REFERRERS = `
UPDATE installs SET referrer = NULL WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM installs
   WHERE referrer IS NOT NULL AND NOT is_matched AND decided_at < now() - make_interval(days => $1::integer)
   ORDER BY decided_at LIMIT $2::integer FOR UPDATE SKIP LOCKED))`

const DELETE_TESTS = `
DELETE FROM installs WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM installs
   WHERE is_test AND decided_at < now() - make_interval(days => $1::integer)
   ORDER BY decided_at LIMIT $2::integer FOR UPDATE SKIP LOCKED))`

const DELETE_REFUSALS = `
DELETE FROM install_refusals WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM install_refusals
   WHERE day < current_date - $1::integer
   ORDER BY day LIMIT $2::integer FOR UPDATE SKIP LOCKED))`

const STATEMENTS = [
  [BLANK_REFERRERS, REFERRER_DAYS],
  [DELETE_TESTS, TEST_DAYS],
  [DELETE_REFUSALS, REFUSAL_DAYS],
] as const
