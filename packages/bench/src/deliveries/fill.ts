import type pg from 'pg'
import { newUuidV7 } from '@throughline/core/lib/ids'
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { BenchWebhook } from './webhooks.js'

const ROWS_PER_STATEMENT = 2_000

/** Writes `count` events with a pending delivery each, webhook by webhook in turn. Returns what to enqueue. */
export async function insertDueDeliveries(
  pool: pg.Pool,
  what: { webhooks: BenchWebhook[]; payload: string; count: number },
): Promise<QueuedDelivery[]> {
  const all: QueuedDelivery[] = []
  while (all.length < what.count) {
    const size = Math.min(ROWS_PER_STATEMENT, what.count - all.length)
    all.push(...(await insertSome(pool, { ...what, count: size, first: all.length })))
  }
  return all
}

interface Some {
  webhooks: BenchWebhook[]
  payload: string
  count: number
  first: number
}

async function insertSome(pool: pg.Pool, some: Some): Promise<QueuedDelivery[]> {
  const { webhooks, payload, count, first } = some
  const rows = Array.from({ length: count }, (_, index) => {
    const webhook = webhooks[(first + index) % webhooks.length]
    if (webhook === undefined) throw new Error('no webhooks')
    return { webhook, eventId: newUuidV7(), deliveryId: newUuidV7() }
  })
  await pool.query({
    name: 'bench-insert-deliveries',
    text: INSERT,
    values: [
      rows.map(({ eventId }) => eventId),
      rows.map(({ deliveryId }) => deliveryId),
      rows.map(({ webhook }) => webhook.projectId),
      rows.map(({ webhook }) => webhook.id),
      payload,
    ],
  })
  return rows.map(({ webhook, deliveryId }) => ({
    deliveryId,
    webhookId: webhook.id,
    projectId: webhook.projectId,
    seq: 0,
    delayMs: 0,
  }))
}

const INSERT = `
WITH row AS (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[]) AS r(event_id, delivery_id, project_id, webhook_id)
), event AS (
  INSERT INTO events (id, project_id, type, payload)
  SELECT event_id, project_id, 'install_attributed', $5 FROM row
)
INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, next_attempt_at, due_at)
SELECT delivery_id, project_id, webhook_id, event_id, 'install_attributed', 'pending', 'auto', now(), now() FROM row`
