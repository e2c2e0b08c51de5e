// Raw SQL: Prisma has no advisory locks.
import type { Db } from './database.js'

/** Shared by a process while clicks wait in its spool; ends with its connection. */
export const SPOOL_LOCK = 1_953_525_360

/** Whether a connected process has clicks in its spool. */
export async function isAnyoneSpooling(db: Db): Promise<boolean> {
  const [row] = await db.$queryRaw<{ is_spooling: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM pg_locks
       WHERE locktype = 'advisory' AND classid = 0 AND objid = ${SPOOL_LOCK}::bigint::oid AND objsubid = 1
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS is_spooling`
  return row?.is_spooling ?? false
}
