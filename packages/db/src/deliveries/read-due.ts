// Raw SQL: due times and leases are compared with the database's clock.
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { Db } from '../connection/database.js'
import { QUEUED_COLUMNS } from './queued-columns.js'

export interface OldestDue {
  /** Age of the oldest due delivery, in flight or not, in seconds; 0 if there is none. */
  oldestSeconds: number
  /** Age of the oldest due delivery that no worker has leased, in seconds; 0 if there is none. */
  oldestFreeSeconds: number
}

export interface DueSummary extends OldestDue {
  due: number
}

export async function summarizeDue(db: Db): Promise<DueSummary> {
  const { due } = await countWaiting(db)
  return { due, ...(await findOldestDue(db)) }
}

/** Reads only the first entries of the index, however many there are. */
export async function findOldestDue(db: Db): Promise<OldestDue> {
  const [row] = await db.$queryRaw<{ any: number | null; free: number | null }[]>`
    SELECT (SELECT extract(epoch FROM clock_timestamp() - due_at)::float8 FROM deliveries
             WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT 1) AS any,
           (SELECT extract(epoch FROM clock_timestamp() - due_at)::float8 FROM deliveries
             WHERE due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())
             ORDER BY due_at LIMIT 1) AS free`
  return { oldestSeconds: row?.any ?? 0, oldestFreeSeconds: row?.free ?? 0 }
}

/** A project with due deliveries and none in flight counts as starved after this. */
const STARVED_AFTER_SECONDS = 30

export interface WaitingCounts {
  due: number
  held: number
  starvedProjects: number
}

export async function countWaiting(db: Db): Promise<WaitingCounts> {
  const [row] = await db.$queryRaw<WaitingCounts[]>`
    WITH projects AS (
      SELECT count(*) AS due, min(due_at) AS oldest, bool_or(lease_until > clock_timestamp()) AS in_flight
        FROM deliveries WHERE due_at <= clock_timestamp() GROUP BY project_id)
    SELECT coalesce(sum(due), 0)::integer AS due,
           (count(*) FILTER (WHERE in_flight IS NOT TRUE
             AND oldest < clock_timestamp() - make_interval(secs => ${STARVED_AFTER_SECONDS})))::integer AS "starvedProjects",
           (SELECT count(*) FROM deliveries
             WHERE state IN ('pending', 'retrying', 'held') AND state = 'held')::integer AS held
      FROM projects`
  return row ?? { due: 0, held: 0, starvedProjects: 0 }
}

/** Whether any worker has a lease, or recorded an attempt within the window. A clock further ahead does not count. */
export async function isAnyoneDelivering(db: Db, windowSeconds: number): Promise<boolean> {
  const [row] = await db.$queryRaw<{ is_so: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM deliveries WHERE due_at IS NOT NULL AND lease_until > clock_timestamp())
        OR EXISTS (SELECT 1 FROM delivery_attempts
                    WHERE id >= uuid7_floor(clock_timestamp() - make_interval(secs => ${windowSeconds}))
                      AND id < uuid7_floor(clock_timestamp() + make_interval(secs => ${windowSeconds}))) AS is_so`
  return row?.is_so ?? false
}

const LOOK_AT = 5_000

/** A random sample of the due and free deliveries whose job a worker deferred. */
export function findDeferred(db: Db, limit: number): Promise<QueuedDelivery[]> {
  return db.$queryRaw<QueuedDelivery[]>`
    WITH deferred AS MATERIALIZED (
      SELECT id, webhook_id, project_id, seq FROM deliveries
       WHERE due_at <= clock_timestamp() AND enqueued_at > clock_timestamp()
         AND (lease_until IS NULL OR lease_until <= clock_timestamp())
       ORDER BY due_at LIMIT ${LOOK_AT}
    )
    SELECT ${QUEUED_COLUMNS}
      FROM deferred ORDER BY random() LIMIT ${limit}`
}

export async function countDeferred(db: Db, deliveryIds: string[]): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM deliveries
     WHERE id = ANY (${deliveryIds}::uuid[]) AND coalesce(due_at, 'infinity') <= clock_timestamp() AND enqueued_at > clock_timestamp()
       AND (lease_until IS NULL OR lease_until <= clock_timestamp())`
  return row?.count ?? 0
}
