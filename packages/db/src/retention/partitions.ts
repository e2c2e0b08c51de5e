import type { Database, Db } from '../connection/database.js'
import { isLockTimeout } from '../connection/errors.js'

/** The tables that are partitioned by month, by the range of their UUIDv7 ids. */
export const PARTITIONED_TABLES = ['clicks', 'events', 'deliveries', 'delivery_attempts'] as const
export type PartitionedTable = (typeof PARTITIONED_TABLES)[number]

/** Counts the coming months for which all tables have a partition, up to 12. Raw SQL here: Prisma has no partitions. */
export async function countPartitionsAhead(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ ahead: number }[]>`SELECT partitions_ahead() AS ahead`
  return row?.ahead ?? 0
}

export interface PartitionsEnsured {
  made: string[]
  /** Months with too many rows to move out of DEFAULT while others wait; they stay there. */
  left: string[]
}

/** Moving this many rows takes well under a second, during which writes to DEFAULT wait. */
const MAX_MOVED = 20_000

/** Creates missing partitions up to `monthsAhead`. @throws Error naming tables in use, after all others are done */
export async function ensurePartitions(
  { prisma }: Pick<Database, 'prisma'>,
  { monthsAhead = 3, maxMoved = MAX_MOVED } = {},
): Promise<PartitionsEnsured> {
  const missing = await listMissing(prisma, monthsAhead)
  const ensured: PartitionsEnsured = { made: [], left: [] }
  const inUse: string[] = []
  for (const { parent, month, name } of missing) {
    try {
      const [made] = await prisma.$queryRaw<{ outcome: string }[]>`
        SELECT make_partition(${parent}, ${month}::timestamptz, ${maxMoved}::integer) AS outcome`
      const outcome = made?.outcome
      if (outcome === 'made') ensured.made.push(name)
      if (outcome === 'left') ensured.left.push(name)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      inUse.push(name)
    }
  }
  if (inUse.length > 0)
    throw new Error(`Partitions not created, because their tables are in use: ${inUse.join(', ')}`)
  return ensured
}

interface MissingPartition {
  parent: PartitionedTable
  month: Date
  name: string
}

function listMissing(db: Db, monthsAhead: number): Promise<MissingPartition[]> {
  return db.$queryRaw<MissingPartition[]>`
    SELECT parent, month AT TIME ZONE 'UTC' AS month, parent || '_' || to_char(month, 'YYYYMM') AS name
      FROM unnest(${PARTITIONED_TABLES}::text[]) WITH ORDINALITY AS p(parent, n),
           generate_series(0, ${monthsAhead}::integer) AS ahead,
           LATERAL (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => ahead)) AS m(month)
     WHERE to_regclass(parent || '_' || to_char(month, 'YYYYMM')) IS NULL
     ORDER BY n, month`
}
