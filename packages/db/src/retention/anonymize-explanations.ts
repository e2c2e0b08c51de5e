import { EXPLANATION_DAYS } from '@throughline/core/matching/explain-install'
import type { Database } from '../connection/database.js'
import { changeInBatches, type BatchRun } from './run-in-batches.js'

/** Removes from installs the explanation of their matching. Raw SQL: Prisma has no SKIP LOCKED. */
export function anonymizeExplanations({ prisma }: Pick<Database, 'prisma'>): Promise<BatchRun> {
  return changeInBatches(
    (rowsAtOnce) => prisma.$executeRaw`
      UPDATE installs SET trace = trace - 'match' WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM installs
         WHERE trace ? 'match' AND decided_at < now() - make_interval(days => ${EXPLANATION_DAYS}::integer)
         ORDER BY decided_at LIMIT ${rowsAtOnce}::integer FOR UPDATE SKIP LOCKED))`,
  )
}
