import type { Database } from '../connection/database.js'
import { changeInBatches, type BatchRun } from './run-in-batches.js'

/** An ad network counts a conversion for 30 days at most after its click. */
export const REFERRER_DAYS = 30
/** A test install serves the developer who made it. */
export const TEST_DAYS = 7
export const REFUSAL_DAYS = 30

/** Blanks referrers of unmatched installs; deletes test installs and refusals. Raw SQL: Prisma has no SKIP LOCKED. */
export function anonymizeInstalls({ prisma }: Pick<Database, 'prisma'>): Promise<BatchRun> {
  return changeInBatches(
    (rowsAtOnce) => prisma.$executeRaw`
      UPDATE installs SET referrer = NULL WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM installs
         WHERE referrer IS NOT NULL AND NOT is_matched AND decided_at < now() - make_interval(days => ${REFERRER_DAYS}::integer)
         ORDER BY decided_at LIMIT ${rowsAtOnce}::integer FOR UPDATE SKIP LOCKED))`,
    (rowsAtOnce) => prisma.$executeRaw`
      DELETE FROM installs WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM installs
         WHERE is_test AND decided_at < now() - make_interval(days => ${TEST_DAYS}::integer)
         ORDER BY decided_at LIMIT ${rowsAtOnce}::integer FOR UPDATE SKIP LOCKED))`,
    (rowsAtOnce) => prisma.$executeRaw`
      DELETE FROM install_refusals WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM install_refusals
         WHERE day < current_date - ${REFUSAL_DAYS}::integer
         ORDER BY day LIMIT ${rowsAtOnce}::integer FOR UPDATE SKIP LOCKED))`,
  )
}
