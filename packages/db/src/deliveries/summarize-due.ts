import type { Db } from '../client.js'

export interface DueSummary {
  /** Deliveries that are due, in flight or not. */
  due: number
  /** For how long the oldest one that no worker has has been due, in seconds; 0 when there is none. */
  oldestFreeSeconds: number
}

/** How much is due, and for how long. */
export async function summarizeDue(db: Db): Promise<DueSummary> {
  const [row] = await db.$queryRaw<{ due: number; seconds: number | null }[]>`
    SELECT count(*)::integer AS due,
           extract(epoch FROM clock_timestamp() - min(due_at) FILTER (WHERE lease_until IS NULL OR lease_until <= clock_timestamp()))::float8 AS seconds
      FROM deliveries WHERE due_at <= clock_timestamp()`
  return { due: row?.due ?? 0, oldestFreeSeconds: row?.seconds ?? 0 }
}
