/**
 * The ceiling: BullMQ's worker on the same backend. Its job signs and sends the same POST, but writes nothing.
 */
import { createPostgresBackend, Worker, type Job } from 'bullmq'
import { Redis } from 'ioredis'
import { Pool } from 'undici'
import {
  serviceSignatureHex,
  standardWebhooksSignature,
} from '@throughline/core/webhooks/signature'
import { keyPrefix } from '@throughline/queue/backend'
import type { DeliveryJobData } from '@throughline/queue/delivery-job'
import type { CeilingSettings, FromCeiling, ToCeiling } from './ceiling-messages.js'
import { CEILING_QUEUE } from './queue-control.js'

const settings = JSON.parse(process.argv[2] ?? '') as CeilingSettings
const webhooks = new Map(
  settings.webhooks.map(({ id, url, secret }) => {
    const { origin, pathname } = new URL(url)
    return [id, { id, origin, path: pathname, secret }]
  }),
)
const pools = new Map<string, Pool>()
let remaining = Infinity

process.on('message', (message: ToCeiling) => {
  remaining = message.count
  tell({ kind: 'expecting' })
})
process.on('disconnect', () => process.exit(0))

await startWorker()
tell({ kind: 'ready' })

function tell(message: FromCeiling): void {
  process.send?.(message)
}

/** Uses the settings of the product's consumer that affect speed. */
async function startWorker(): Promise<void> {
  const { backend, concurrency } = settings
  const common = { concurrency, lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 20 }
  if (backend.kind === 'redis') {
    const connection = new Redis(backend.url, { maxRetriesPerRequest: null })
    const options = { ...common, connection, prefix: keyPrefix(backend) }
    const worker = new Worker(CEILING_QUEUE, deliver, options)
    worker.on('error', report).on('completed', countDown)
    await worker.waitUntilReady()
  } else {
    const connection = { connectionString: backend.connectionString, max: 4 }
    const options = { ...common, connection }
    const worker = new Worker(CEILING_QUEUE, deliver, options, createPostgresBackend)
    worker.on('error', report).on('completed', countDown)
    await worker.waitUntilReady()
  }
}

function countDown(): void {
  remaining -= 1
  if (remaining === 0) tell({ kind: 'done', atMs: Number(process.hrtime.bigint()) / 1e6 })
}

function report(error: Error): void {
  process.stderr.write(`ceiling: ${error.message}\n`)
}

async function deliver({ data }: Job<DeliveryJobData>): Promise<void> {
  const webhook = webhooks.get(data.webhookId)
  if (webhook === undefined) throw new Error('no such webhook')
  const { secret, origin, path } = webhook
  const id = data.deliveryId
  const body = Buffer.from(settings.payload, 'utf8')
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Throughline/0.1.0',
    'X-Service-Signature': serviceSignatureHex(secret, body),
    'X-Service-Event': 'install_attributed',
    'X-Service-Event-Id': id,
    'X-Service-Delivery': id,
    'X-Service-Webhook-Id': String(webhook.id),
    'X-Service-Attempt': '1',
    'X-Service-Trigger': 'auto',
    'X-Service-Install-Id': id,
    'X-Service-Attribution-Id': id,
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': standardWebhooksSignature({ secret, id, timestampSeconds, body }),
  }
  await post(poolOf(origin), { path, headers, body })
}

function poolOf(origin: string): Pool {
  const pool = pools.get(origin) ?? new Pool(origin, { pipelining: 1 })
  pools.set(origin, pool)
  return pool
}

interface Post {
  path: string
  headers: Record<string, string>
  body: Buffer
}

async function post(pool: Pool, request: Post): Promise<void> {
  const { statusCode, body } = await pool.request({ method: 'POST', ...request })
  await body.dump()
  if (statusCode !== 200) throw new Error(`the receiver returned ${statusCode}`)
}
