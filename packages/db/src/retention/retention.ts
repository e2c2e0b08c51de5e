import { inTransaction, type Database, type Db } from '../connection/database.js'
import { isLockTimeout, isTableMissing } from '../connection/errors.js'
import { Prisma } from '../generated/prisma/client.js'
import type { PartitionedTable } from './partitions.js'
import { deleteExpiredDefaultRows } from './retention-default.js'
import { KEPT_BECAUSE, listPartitions, type Partition } from './retention-rules.js'

/** The minimum number of days that rows are kept. */
export interface RetentionPolicy {
  clickDays: number
  attemptDays: number
  /** The days for deliveries and their events. */
  deliveryDays: number
}

export interface RetentionReport {
  dropped: { table: PartitionedTable; partition: string }[]
  /** Expired, but some rows are still needed. */
  kept: string[]
  /** Expired, but in use, or another process is dropping them. */
  busy: string[]
  /** Rows deleted from the DEFAULT partitions. */
  deletedRows: { table: PartitionedTable; rows: number }[]
  hasMore: boolean
}

/** Deliveries before events: an event goes only when no delivery refers to it any more. */
const ORDER: readonly PartitionedTable[] = ['clicks', 'delivery_attempts', 'deliveries', 'events']

/**
 * Drops old partitions, and such months of DEFAULT, but nothing that unfinished work needs. A drop waits a quarter of a
 * second at most for its parent's exclusive lock, else it counts as busy. Raw SQL: Prisma has no partitions or locks.
 */
export async function applyRetention(
  database: Pick<Database, 'prisma'>,
  policy: RetentionPolicy,
): Promise<RetentionReport> {
  const report: RetentionReport = {
    dropped: [],
    kept: [],
    busy: [],
    deletedRows: [],
    hasMore: false,
  }
  for (const table of ORDER) {
    const days = retentionDays(table, policy)
    for (const partition of await listPartitions(database.prisma, table, days)) {
      const outcome = await dropPartition(database, partition)
      if (outcome === 'dropped') report.dropped.push({ table, partition: partition.name })
      else report[outcome].push(partition.name)
    }
    const { rows, hasMore } = await deleteExpiredDefaultRows(database.prisma, table, days)
    if (rows > 0) report.deletedRows.push({ table, rows })
    if (hasMore) return { ...report, hasMore }
  }
  return report
}

function retentionDays(table: PartitionedTable, policy: RetentionPolicy): number {
  switch (table) {
    case 'clicks':
      return policy.clickDays
    case 'delivery_attempts':
      return policy.attemptDays
    case 'deliveries':
    case 'events':
      return policy.deliveryDays
  }
}

type DropOutcome = 'dropped' | 'kept' | 'busy'

/** Enough for four statements, each of which times out after 10 s. */
const DROP_TIMEOUT_MS = 40_000

async function dropPartition(
  database: Pick<Database, 'prisma'>,
  partition: Partition,
): Promise<DropOutcome> {
  try {
    // Checked first without a lock: most old partitions that are still needed stay so.
    if (await isStillWanted(database.prisma, partition)) return 'kept'
    return await inTransaction(database, (db) => dropLocked(db, partition), DROP_TIMEOUT_MS)
  } catch (error) {
    // The table is missing if another process has dropped it meanwhile.
    if (isLockTimeout(error) || isTableMissing(error)) return 'busy'
    throw error
  }
}

async function dropLocked(db: Db, partition: Partition): Promise<DropOutcome> {
  await db.$executeRaw`SET LOCAL lock_timeout = '250ms'`
  // One process at a time, and none that is making partitions.
  const [lock] = await db.$queryRaw<{ is_mine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtext('throughline.partitions')) AS is_mine`
  if (lock?.is_mine !== true) return 'busy'
  await db.$executeRaw`LOCK TABLE ONLY ${Prisma.raw(partition.table)} IN ACCESS EXCLUSIVE MODE`
  // A resend may have come between check and lock. Nothing else can become needed: no new delivery refers to an old
  // event.
  if (partition.table === 'deliveries' && (await isStillWanted(db, partition))) return 'kept'
  await db.$queryRaw`SELECT drop_partition(${partition.table}, ${partition.name})::text`
  return 'dropped'
}

async function isStillWanted(db: Db, partition: Partition): Promise<boolean> {
  const because = KEPT_BECAUSE[partition.table]
  if (because === null) return false
  const [row] = await db.$queryRaw<{ is_wanted: boolean }[]>(because(partition))
  return row?.is_wanted ?? true
}
