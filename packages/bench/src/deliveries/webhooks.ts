import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { KeyRing } from '@throughline/core/security/key-ring'
import { generateWebhookSecret } from '@throughline/core/webhooks/signature'
import { sealWebhookSecret } from '@throughline/core/webhooks/webhook-secret'

export interface BenchWebhook {
  id: number
  projectId: string
  url: string
  secret: string
}

/** Creates one project with one webhook per address, so that each event has one delivery. */
export async function insertWebhooks(
  pool: pg.Pool,
  ring: KeyRing,
  urls: string[],
): Promise<BenchWebhook[]> {
  const webhooks: BenchWebhook[] = []
  for (const url of urls) webhooks.push(await insertWebhook(pool, ring, url))
  return webhooks
}

async function insertWebhook(pool: pg.Pool, ring: KeyRing, url: string): Promise<BenchWebhook> {
  const { rows } = await pool.query<{ id: number; project_id: string }>(
    `WITH project AS (
       INSERT INTO projects (name, prefix) VALUES ('Bench', $1) RETURNING id
     )
     INSERT INTO webhooks (project_id, url, events)
     SELECT id, $2, ARRAY['install_attributed'] FROM project RETURNING id, project_id`,
    [`p${randomBytes(8).toString('hex')}`, url],
  )
  const [row] = rows
  if (row === undefined) throw new Error('INSERT … RETURNING returned no row')
  const secret = generateWebhookSecret()
  const owner = { webhookId: row.id, projectId: row.project_id }
  const sealed = sealWebhookSecret(ring, secret, owner)
  await pool.query('UPDATE webhooks SET secret_sealed = $2 WHERE id = $1', [row.id, sealed])
  return { id: row.id, projectId: row.project_id, url, secret }
}
