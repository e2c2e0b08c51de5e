import type { Database } from '../connection/database.js'
import { changeInBatches } from './run-in-batches.js'

/** Matching reads 7 days back at most, to explain why a click does not match. One more day allows for clock skew. */
export const VISIT_DAYS = 8

/** Deletes device reports that no install can match, by the time in their ids. Raw SQL: Prisma has no SKIP LOCKED. */
export async function deleteVisits({
  prisma,
}: Pick<Database, 'prisma'>): Promise<{ visits: number; hasMore: boolean }> {
  const { rows, hasMore } = await changeInBatches(
    (rowsAtOnce) => prisma.$executeRaw`
      DELETE FROM visits WHERE id = ANY (ARRAY(
        SELECT id FROM visits WHERE id < uuid7_floor(now() - make_interval(days => ${VISIT_DAYS}::integer))
         ORDER BY id LIMIT ${rowsAtOnce}::integer FOR UPDATE SKIP LOCKED))`,
  )
  return { visits: rows, hasMore }
}
