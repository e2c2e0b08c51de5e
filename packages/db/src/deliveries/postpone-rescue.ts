import type { Pool } from 'pg'

/** A job that was put off, and for how long from now. */
export interface PutOff {
  deliveryId: string
  delayMs: number
}

/**
 * Tells the sweeper that the jobs of these deliveries were put off on purpose, so that it does not add a second
 * job for each while they wait. Touches no index.
 */
export async function postponeRescue(pool: Pool, putOffs: PutOff[]): Promise<void> {
  await pool.query({
    name: 'postpone-rescue',
    text: `
      UPDATE deliveries d SET enqueued_at = clock_timestamp() + p.delay_ms * interval '1 millisecond'
        FROM unnest($1::uuid[], $2::integer[]) AS p(id, delay_ms)
       WHERE d.id = p.id AND d.due_at IS NOT NULL`,
    values: [
      putOffs.map(({ deliveryId }) => deliveryId),
      putOffs.map(({ delayMs }) => Math.ceil(delayMs)),
    ],
  })
}
