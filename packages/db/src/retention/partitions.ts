import type { Database, Db } from '../connection/database.js'
import { isLockTimeout } from '../connection/lock-errors.js'

/** The tables that are partitioned by month, on the range of their UUIDv7 ids. */
export const PARTITIONED_TABLES = ['clicks', 'events', 'deliveries', 'delivery_attempts'] as const
export type PartitionedTable = (typeof PARTITIONED_TABLES)[number]

/** For how many months after this one, without a gap, every partitioned table has its partition; 12 at most. */
export async function countPartitionsAhead(db: Db): Promise<number> {
  const [row] = await db.$queryRaw<{ ahead: number }[]>`SELECT partitions_ahead() AS ahead`
  return row?.ahead ?? 0
}

export interface PartitionsEnsured {
  made: string[]
  /** Whose rows are too many to be moved out of DEFAULT while others wait: the month goes on there. */
  left: string[]
}

/** Moved well within a second, during which nobody writes to DEFAULT. */
const MAX_MOVED = 20_000

/**
 * Makes the missing partitions from this month to `monthsAhead` on, a transaction each; safe from many
 * processes at once. None waits longer than half a second for a table that is in use.
 *
 * @throws Error naming those that were in use, after all others have been made; try again later
 */
export async function ensurePartitions(
  { pool }: Pick<Database, 'pool'>,
  { monthsAhead = 3, maxMoved = MAX_MOVED } = {},
): Promise<PartitionsEnsured> {
  const { rows } = await pool.query<MissingPartition>(MISSING, [PARTITIONED_TABLES, monthsAhead])
  const ensured: PartitionsEnsured = { made: [], left: [] }
  const inUse: string[] = []
  for (const { parent, month, name } of rows) {
    try {
      const made = await pool.query<{ outcome: string }>(
        'SELECT make_partition($1, $2, $3) AS outcome',
        [parent, month, maxMoved],
      )
      const outcome = made.rows[0]?.outcome
      if (outcome === 'made') ensured.made.push(name)
      if (outcome === 'left') ensured.left.push(name)
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      inUse.push(name)
    }
  }
  if (inUse.length > 0) throw new Error(`In use, so not made yet: ${inUse.join(', ')}`)
  return ensured
}

interface MissingPartition {
  parent: PartitionedTable
  month: Date
  name: string
}

const MISSING = `
  SELECT parent, month AT TIME ZONE 'UTC' AS month, parent || '_' || to_char(month, 'YYYYMM') AS name
    FROM unnest($1::text[]) WITH ORDINALITY AS p(parent, n),
         generate_series(0, $2::integer) AS ahead,
         LATERAL (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => ahead)) AS m(month)
   WHERE to_regclass(parent || '_' || to_char(month, 'YYYYMM')) IS NULL
   ORDER BY n, month`
