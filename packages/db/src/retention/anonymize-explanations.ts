import { EXPLANATION_DAYS } from '@throughline/core/matching/explain-install'
import type { Database } from '../connection/database.js'
import { anonymizeInBatches, type Anonymized } from './anonymize-in-batches.js'

/**
 * Takes from installs the trace of their matching: which clicks were looked at, and how they compared. The link that
 * a repeated call is answered with stays. Safe from many processes at once.
 */
export function anonymizeExplanations({ pool }: Pick<Database, 'pool'>): Promise<Anonymized> {
  return anonymizeInBatches(async (rowsAtOnce) => {
    const rows = (await pool.query(FORGET, [EXPLANATION_DAYS, rowsAtOnce])).rowCount ?? 0
    return { looked: rows, rows }
  })
}

/** By a partial index of those that still have one. What another process is at just now is left to it. */
const FORGET = `
UPDATE installs SET trace = trace - 'match' WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM installs
   WHERE trace ? 'match' AND decided_at < now() - make_interval(days => $1::integer)
   ORDER BY decided_at LIMIT $2::integer FOR UPDATE SKIP LOCKED))`
