import type { Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'
import type { PartitionedTable } from './partitions.js'
import { APART, IS_OPEN } from './retention-rules.js'

const ROWS_AT_ONCE = 5_000
/** About a second's work, so that a process can stop. */
const BATCHES_AT_ONCE = 10

/** Deletes expired months from a DEFAULT partition, by the rule of the others. Raw SQL: Prisma has no partitions. */
export async function deleteExpiredDefaultRows(
  db: Db,
  table: PartitionedTable,
  olderThanDays: number,
): Promise<{ rows: number; hasMore: boolean }> {
  let afterId = '00000000-0000-0000-0000-000000000000'
  let rows = 0
  for (let batch = 0; batch < BATCHES_AT_ONCE; batch += 1) {
    const [done] = await db.$queryRaw<Batch[]>(deleteBatch(table, afterId, olderThanDays))
    if (done === undefined) return { rows, hasMore: false }
    rows += done.deleted
    afterId = done.last_id
  }
  return { rows, hasMore: true }
}

interface Batch {
  deleted: number
  /** The last row read, deleted or not. */
  last_id: string
}

const MAY_GO: Record<PartitionedTable, Prisma.Sql> = {
  clicks: Prisma.sql`true`,
  deliveries: Prisma.sql`t.state NOT IN ('pending', 'retrying', 'held') AND t.due_at IS NULL`,
  delivery_attempts: Prisma.sql`NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.id = t.delivery_id AND d.project_id = t.project_id AND ${IS_OPEN})`,
  events: Prisma.sql`NOT EXISTS (SELECT 1 FROM kept WHERE kept.event_id = t.id)`,
}

/** The events of the batch that a delivery refers to: one that is unfinished, or one that is kept to be read. */
const KEPT_EVENTS = Prisma.sql`
  SELECT d.event_id FROM deliveries d WHERE d.event_id IN (SELECT id FROM old) AND ${IS_OPEN}
  UNION ALL
  SELECT d.event_id FROM deliveries d
   WHERE d.event_id IN (SELECT id FROM old) AND d.id < (SELECT uuid7_floor(month + ${APART}) FROM bound)`
const NO_EVENTS = Prisma.sql`SELECT NULL::uuid AS event_id WHERE false`

function deleteBatch(table: PartitionedTable, afterId: string, olderThanDays: number): Prisma.Sql {
  const partition = Prisma.raw(`${table}_default`)
  return Prisma.sql`
    WITH bound AS (
      SELECT month, uuid7_floor(month) AS high_id
        FROM date_trunc('month', now() - make_interval(days => ${olderThanDays}::integer), 'UTC') AS month
    ), old AS MATERIALIZED (
      SELECT id, project_id FROM ${partition}, bound
       WHERE id > ${afterId}::uuid AND id < high_id ORDER BY id LIMIT ${ROWS_AT_ONCE}::integer
    ), kept AS MATERIALIZED (
      ${table === 'events' ? KEPT_EVENTS : NO_EVENTS}
    ), gone AS (
      DELETE FROM ${partition} t USING old
       WHERE t.id = old.id AND t.project_id = old.project_id AND ${MAY_GO[table]}
      RETURNING t.id
    )
    SELECT (SELECT count(*) FROM gone)::integer AS deleted, id AS last_id FROM old ORDER BY id DESC LIMIT 1`
}
