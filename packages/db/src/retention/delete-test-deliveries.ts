import type { Database } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'
import { changeInBatches, type BatchRun } from './run-in-batches.js'
import { TEST_DAYS } from './anonymize-installs.js'
import { APART, IS_OPEN } from './retention-rules.js'

/** Deletes finished test deliveries after 7 days, then their events. Raw SQL: Prisma has no SKIP LOCKED. */
export function deleteTestDeliveries({ prisma }: Pick<Database, 'prisma'>): Promise<BatchRun> {
  return changeInBatches(
    async (rowsAtOnce) => countOf(await prisma.$queryRaw<Deleted[]>(deleteDeliveries(rowsAtOnce))),
    async (rowsAtOnce) => countOf(await prisma.$queryRaw<Deleted[]>(deleteEvents(rowsAtOnce))),
  )
}

interface Deleted {
  deleted: number
}

function countOf([row]: Deleted[]): number {
  return row?.deleted ?? 0
}

const BOUND = Prisma.sql`uuid7_floor(now() - make_interval(days => ${TEST_DAYS}::integer))`
const LATER_BOUND = Prisma.sql`uuid7_floor(now() - make_interval(days => ${TEST_DAYS}::integer) + ${APART})`

/** The bound on the event's id is for the index of test deliveries; the delivery's id holds its age. */
const deleteDeliveries = (rowsAtOnce: number) => Prisma.sql`
WITH old AS MATERIALIZED (
  SELECT d.id, d.project_id FROM deliveries d
   WHERE d.is_test AND d.id < ${BOUND} AND d.event_id < ${LATER_BOUND}
     AND NOT ${IS_OPEN} AND (d.lease_until IS NULL OR d.lease_until <= clock_timestamp())
   ORDER BY d.id LIMIT ${rowsAtOnce}::integer FOR UPDATE SKIP LOCKED
), attempt AS (
  DELETE FROM delivery_attempts a USING old WHERE a.delivery_id = old.id AND a.project_id = old.project_id
), gone AS (
  DELETE FROM deliveries d USING old WHERE d.id = old.id AND d.project_id = old.project_id RETURNING d.id
)
SELECT count(*)::integer AS deleted FROM gone`

/** A separate statement: two processes that delete the deliveries of one event would each see the other's. */
const deleteEvents = (rowsAtOnce: number) => Prisma.sql`
WITH old AS MATERIALIZED (
  SELECT e.id, e.project_id FROM events e
   WHERE e.is_test AND e.id < ${BOUND}
     AND NOT EXISTS (SELECT 1 FROM deliveries d
                      WHERE d.is_test AND d.event_id = e.id AND d.project_id = e.project_id AND d.id < ${LATER_BOUND})
   ORDER BY e.id LIMIT ${rowsAtOnce}::integer
), gone AS (
  DELETE FROM events e USING old WHERE e.id = old.id AND e.project_id = old.project_id RETURNING e.id
)
SELECT count(*)::integer AS deleted FROM gone`
