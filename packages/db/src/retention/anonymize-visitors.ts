import type { Database } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'
import { changeInBatches } from './run-in-batches.js'

/** A salt lives 48 h at most from the beginning of its day; two hours less, because the task runs hourly. */
export const SALT_HOURS = 46

export interface AnonymizedVisitors {
  salts: number
  visitors: number
  hasMore: boolean
}

/** Deletes past salts, so that hashes identify no person, and their visitors. Raw SQL: Prisma has no SKIP LOCKED. */
export async function anonymizeVisitors(
  { prisma }: Pick<Database, 'prisma'>,
  now: Date | null = null,
): Promise<AnonymizedVisitors> {
  const isOver = isSaltOver(now)
  const salts = await prisma.$executeRaw`DELETE FROM daily_salts WHERE ${isOver}`
  const { rows: visitors, hasMore } = await changeInBatches(
    (rowsAtOnce) => prisma.$executeRaw`
      DELETE FROM unique_visitors WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM unique_visitors WHERE ${isOver} LIMIT ${rowsAtOnce}::integer FOR UPDATE SKIP LOCKED))`,
  )
  return { salts, visitors, hasMore }
}

/** Condition on a row with a `day`: the salt of that day is due to be deleted. */
export function isSaltOver(now: Date | null): Prisma.Sql {
  return Prisma.sql`day <= ((coalesce(${now}::timestamptz, now()) AT TIME ZONE 'UTC') - make_interval(hours => ${SALT_HOURS}::integer))::date`
}
