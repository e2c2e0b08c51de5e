import { MATCH_COUNT_WEEKS } from '@throughline/core/matching/learned-model'
import type { Database } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'
import { changeInBatches, type BatchRun } from './run-in-batches.js'
import { isSaltOver } from './anonymize-visitors.js'

/** Deletes match counts after 13 weeks, sightings with their day's salt. Raw SQL: Prisma has no SKIP LOCKED. */
export function deleteMatchCounts(
  { prisma }: Pick<Database, 'prisma'>,
  now: Date | null = null,
): Promise<BatchRun> {
  const firstDay = Prisma.sql`(coalesce(${now}::timestamptz, now()) AT TIME ZONE 'UTC')::date - ${MATCH_COUNT_WEEKS * 7}::integer`
  const expired = [
    [Prisma.sql`match_sightings`, isSaltOver(now)],
    [Prisma.sql`match_counts`, Prisma.sql`week <= ${firstDay}`],
    [Prisma.sql`match_quality`, Prisma.sql`day <= ${firstDay}`],
  ] as const
  return changeInBatches(
    ...expired.map(
      ([table, isOver]) =>
        (rowsAtOnce: number) => prisma.$executeRaw`
          DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
            SELECT ctid FROM ${table} WHERE ${isOver} LIMIT ${rowsAtOnce}::integer FOR UPDATE SKIP LOCKED))`,
    ),
  )
}
