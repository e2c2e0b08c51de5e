import type { Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'
import type { PartitionedTable } from './partitions.js'

/** A partition of a range of ids, which are UUIDv7: `lowId` inclusive, `highId` exclusive. */
export interface Partition {
  table: PartitionedTable
  /** Quoted if necessary. */
  name: string
  lowId: string
  highId: string
}

/** The partitions whose whole range is older, oldest first. Raw SQL: Prisma does not know PostgreSQL's catalog. */
export async function listPartitions(
  db: Db,
  table: PartitionedTable,
  olderThanDays: number,
): Promise<Partition[]> {
  const rows = await db.$queryRaw<{ name: string; low: string; high: string }[]>`
    SELECT name, bounds[1] AS low, bounds[2] AS high
      FROM (SELECT c.oid::regclass::text AS name,
                   regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\(''([0-9a-f-]{36})''\\) TO \\(''([0-9a-f-]{36})''\\)') AS bounds
              FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
             WHERE i.inhparent = ${table}::regclass) AS parts
     WHERE bounds[2]::uuid <= uuid7_floor(now() - make_interval(days => ${olderThanDays}::integer))
     ORDER BY bounds[2]`
  return rows.map(({ name, low, high }) => ({ table, name, lowId: low, highId: high }))
}

/** Condition on row `d`: unfinished, or finished with one more attempt requested. */
export const IS_OPEN = Prisma.sql`(d.state IN ('pending', 'retrying', 'held') OR d.due_at IS NOT NULL)`

/** The ids of a delivery and its event are made by two clocks, which differ by seconds, never by this much. */
export const APART = Prisma.sql`interval '1 day'`

/** The time of a UUIDv7, as SQL. */
const momentOf = (id: string) =>
  Prisma.sql`to_timestamp(('x' || left(replace(${id}::uuid::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`

type Rule = (partition: Partition) => Prisma.Sql

/** Queries that return `is_wanted`: whether something in an old partition must stay. Null if nothing ever must. */
export const KEPT_BECAUSE: Record<PartitionedTable, Rule | null> = {
  clicks: null,

  deliveries: ({ name }) => Prisma.sql`
    SELECT EXISTS (SELECT 1 FROM ${Prisma.raw(name)} d WHERE d.state IN ('pending', 'retrying', 'held'))
        OR EXISTS (SELECT 1 FROM ${Prisma.raw(name)} d WHERE d.due_at IS NOT NULL) AS is_wanted`,

  // The attempts of unfinished deliveries.
  delivery_attempts: ({ name, highId }) => Prisma.sql`
    SELECT EXISTS (
      SELECT 1 FROM deliveries d
       WHERE ${IS_OPEN} AND d.attempts_made > 0 AND d.id < uuid7_floor(${momentOf(highId)} + ${APART})
         AND EXISTS (SELECT 1 FROM ${Prisma.raw(name)} a WHERE a.delivery_id = d.id)) AS is_wanted`,

  // The events of unfinished deliveries, anywhere; and of deliveries that are kept to be read, which are near.
  events: ({ lowId, highId }) => Prisma.sql`
    SELECT EXISTS (SELECT 1 FROM deliveries d
                    WHERE ${IS_OPEN} AND d.event_id >= ${lowId}::uuid AND d.event_id < ${highId}::uuid)
        OR EXISTS (SELECT 1 FROM deliveries d
                    WHERE d.event_id >= ${lowId}::uuid AND d.event_id < ${highId}::uuid
                      AND d.id >= uuid7_floor(${momentOf(lowId)} - ${APART})
                      AND d.id < uuid7_floor(${momentOf(highId)} + ${APART})) AS is_wanted`,
}
