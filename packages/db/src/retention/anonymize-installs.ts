import type { Database } from '../connection/database.js'
import { changeInBatches, type Anonymized } from './anonymize-in-batches.js'

/** An ad network counts a conversion for 30 days at most after its click. */
export const REFERRER_DAYS = 30
/** A test install serves the developer who made it. */
export const TEST_DAYS = 7
/** A refusal says nothing but that it happened. */
export const REFUSAL_DAYS = 30

/**
 * Blanks the click ids and UTM of unmatched installs after 30 days, and deletes test installs after 7 days and refusals
 * after 30. Safe to run concurrently.
 *
 * Raw SQL: Prisma has no SKIP LOCKED, which leaves rows to the process that is changing them.
 */
export function anonymizeInstalls({ prisma }: Pick<Database, 'prisma'>): Promise<Anonymized> {
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
