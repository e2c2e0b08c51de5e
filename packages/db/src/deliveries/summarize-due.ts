import type { Db } from '../client.js'

export interface OldestDue {
  /** For how long the oldest delivery that is due has been so, in flight or not, in seconds; 0 when there is none. */
  oldestSeconds: number
  /** The same of those that no worker has. */
  oldestFreeSeconds: number
}

export interface DueSummary extends OldestDue {
  /** Deliveries that are due, in flight or not. */
  due: number
}

/** How much is due, and for how long. */
export async function summarizeDue(db: Db): Promise<DueSummary> {
  const { due } = await countWaiting(db)
  return { due, ...(await findOldestDue(db)) }
}

/** For how long the oldest have been due: a look at the index's first entries, however many there are. */
export async function findOldestDue(db: Db): Promise<OldestDue> {
  const [row] = await db.$queryRaw<{ any: number | null; free: number | null }[]>`
    SELECT (SELECT extract(epoch FROM clock_timestamp() - due_at)::float8 FROM deliveries
             WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT 1) AS any,
           (SELECT extract(epoch FROM clock_timestamp() - due_at)::float8 FROM deliveries
             WHERE due_at <= clock_timestamp() AND (lease_until IS NULL OR lease_until <= clock_timestamp())
             ORDER BY due_at LIMIT 1) AS free`
  return { oldestSeconds: row?.any ?? 0, oldestFreeSeconds: row?.free ?? 0 }
}

/** How many are due, and how many wait for their webhook to be turned on. Costs more the more there are. */
export async function countWaiting(db: Db): Promise<{ due: number; held: number }> {
  const [row] = await db.$queryRaw<{ due: number; held: number }[]>`
    SELECT (SELECT count(*) FROM deliveries WHERE due_at <= clock_timestamp())::integer AS due,
           (SELECT count(*) FROM deliveries
             WHERE state IN ('pending', 'retrying', 'held') AND state = 'held')::integer AS held`
  return row ?? { due: 0, held: 0 }
}
