import type { Db } from '../client.js'

/** How many deliveries are due, and for how long the oldest has been, in seconds. */
export async function summarizeDue(db: Db): Promise<{ due: number; oldestDueSeconds: number }> {
  const [row] = await db.$queryRaw<{ due: number; seconds: number | null }[]>`
    SELECT count(*)::integer AS due, extract(epoch FROM clock_timestamp() - min(due_at))::float8 AS seconds
      FROM deliveries WHERE due_at <= clock_timestamp()`
  return { due: row?.due ?? 0, oldestDueSeconds: row?.seconds ?? 0 }
}
