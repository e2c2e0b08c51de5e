import { randomBytes, randomUUID } from 'node:crypto'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { generateKeyRingEntry, parseKeyRing } from '@throughline/core/security/key-ring'
import { generateWebhookSecret } from '@throughline/core/webhooks/signature'
import { sealWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { insertDeliveries } from '@throughline/db/deliveries/insert-deliveries'
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import { findDelivery, listAttempts } from '@throughline/db/deliveries/read-deliveries'
import type { QueueBackend } from '@throughline/queue/backend'
import type { Logger } from '@throughline/runtime/logger'
import { createTestDatabase, type TestDatabaseOptions } from '@throughline/testkit/test-database'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { readConfig } from '../src/config.js'
import { createContext, type WorkerContext } from '../src/context.js'
import { createGuardedAgent, type ResolveName } from '../src/deliveries/guarded-agent.js'
import { stopPhases } from '../src/stop.js'
import { startWorker, type RunningWorker } from '../src/worker.js'

export interface WorkerOptions {
  /** Variables in addition to the usual ones of these tests. */
  env?: Record<string, string>
  /** The certificate authority of the receivers. */
  ca?: string[]
  resolve?: ResolveName
  /** Silent by default. */
  logger?: Logger
  /** The time limit of the worker's statements; 10 s by default. */
  statementTimeoutMs?: number
  /** Where the queue is, if not where the harness has it. */
  backend?: QueueBackend
}

export interface TestWorker {
  ctx: WorkerContext
  worker: RunningWorker
  stop: () => Promise<void>
}

export interface TestWebhook {
  id: number
  projectId: string
  secret: string
}

export type Harness = Awaited<ReturnType<typeof createHarness>>

/**
 * A separate database and queue, and helpers that write what the API would have written.
 *
 * @param queue where the queue is, if not on the backend of this run
 */
export async function createHarness(queue?: QueueBackend, options?: TestDatabaseOptions) {
  const test = await createTestDatabase(options)
  const database = openDatabase({ url: test.url, onIdleError: () => undefined })
  const keys = generateKeyRingEntry('k1')
  const ring = parseKeyRing(keys)
  const backend = queue ?? queueBackend(test.url)
  const workers: TestWorker[] = []

  const env = (more: Record<string, string> = {}) => ({
    DATABASE_URL: test.url,
    DATABASE_DIRECT_URL: test.url,
    SECRETS_KEYS: keys,
    WORKER_PORT: '0',
    LOG_LEVEL: 'silent',
    DELIVERY_ALLOW_NETS: '127.0.0.0/8',
    RETRY_BASE_MS: '60000',
    ...more,
  })

  const prepare = (options: WorkerOptions = {}) => {
    const { env: more, ca, resolve, logger, statementTimeoutMs } = options
    const config = readConfig(env(more))
    const { policy, timeoutMs } = config.delivery
    const { proxyUrl } = config.secrets
    const agent = createGuardedAgent({
      policy,
      timeoutMs,
      proxyUrl,
      ca,
      ...(resolve ? { resolve } : {}),
    })
    const hasty =
      statementTimeoutMs === undefined
        ? {}
        : { database: hastyDatabase(test.url, statementTimeoutMs) }
    const own = { backend: options.backend ?? backend, agent, ...(logger ? { logger } : {}) }
    return createContext(config, { ...own, ...hasty })
  }

  /** Starts a complete worker in this process. */
  const start = async (options: WorkerOptions = {}): Promise<TestWorker> => {
    const ctx = prepare(options)
    const worker = startWorker(ctx)
    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= runPhases(ctx, worker))
    const started = { ctx, worker, stop }
    workers.push(started)
    await waitFor(() => worker.consumer.isReady() && ctx.queue.isReady(), { what: 'the worker' })
    return started
  }

  return {
    database,
    backend,
    url: test.url,
    keys,
    env,
    prepare,
    start,
    stopWorkers: async () => {
      for (const worker of workers.splice(0)) await worker.stop()
    },
    drop: async () => {
      await database.close()
      await test.drop()
    },
    ...writers(database, ring),
    ...readers(database),
  }
}

function hastyDatabase(url: string, statementTimeoutMs: number): Database {
  return openDatabase({ url, statementTimeoutMs, onIdleError: () => undefined })
}

function queueBackend(databaseUrl: string): QueueBackend {
  const { queueBackend: kind, redisUrl } = testEnv()
  if (kind === 'postgresql') return { kind, connectionString: databaseUrl }
  return { kind, url: redisUrl ?? '', prefix: `test-${randomBytes(6).toString('hex')}` }
}

async function runPhases(ctx: WorkerContext, worker: RunningWorker): Promise<void> {
  for (const phase of stopPhases(ctx, worker)) await phase.run('SIGTERM')
}

function writers(database: Database, ring: ReturnType<typeof parseKeyRing>) {
  const sealed = (secret: string, webhook: { id: number; projectId: string }) =>
    sealWebhookSecret(ring, secret, { webhookId: webhook.id, projectId: webhook.projectId })

  const addWebhook = async (url: string): Promise<TestWebhook> => {
    const project = await database.prisma.project.create({
      data: { name: 'Acme', prefix: `p${randomBytes(6).toString('hex')}` },
    })
    const { id } = await database.prisma.webhook.create({
      data: { projectId: project.id, url, events: ['install_attributed'] },
    })
    const webhook = { id, projectId: project.id, secret: generateWebhookSecret() }
    await database.prisma.webhook.update({
      where: { id },
      data: { secretSealed: sealed(webhook.secret, webhook) },
    })
    return webhook
  }

  /** Writes an event and its delivery as the API does, without a job. */
  const addDelivery = async (webhook: TestWebhook, payload = PAYLOAD): Promise<QueuedDelivery> => {
    const { projectId } = webhook
    const ids = { attributionId: newUuidV7(), installId: randomUUID() }
    const event = { id: newUuidV7(), projectId, type: 'install_attributed', payload, ...ids }
    await database.prisma.event.create({ data: event })
    const [delivery] = await insertDeliveries(database.prisma, { ...event, eventId: event.id })
    if (delivery === undefined) throw new Error('the webhook is off')
    return delivery
  }

  const deliver = async ({ ctx }: TestWorker, webhook: TestWebhook, payload = PAYLOAD) => {
    const delivery = await addDelivery(webhook, payload)
    const outcome = await ctx.queue.enqueue([delivery], 5_000)
    if ('failed' in outcome) throw outcome.failed
    return delivery.deliveryId
  }

  /** Makes a delivery look to the sweeper as if its job were lost. */
  const forgetJob = (deliveryId: string) => database.prisma.$executeRaw`
    UPDATE deliveries SET enqueued_at = NULL WHERE id = ${deliveryId}::uuid`

  return { addWebhook, addDelivery, deliver, forgetJob, sealed }
}

function readers(database: Database) {
  const read = async (webhook: TestWebhook, deliveryId: string) => {
    const key = { projectId: webhook.projectId, deliveryId }
    const delivery = await findDelivery(database.prisma, key)
    if (delivery === null) throw new Error('no such delivery')
    return { ...delivery, attempts: await listAttempts(database.prisma, key) }
  }
  const waitForState = (webhook: TestWebhook, deliveryId: string, state: string) =>
    waitFor(
      async () => {
        const found = await read(webhook, deliveryId)
        return found.state === state && found
      },
      { what: `the delivery to be ${state}` },
    )
  return { read, waitForState }
}

/** Contains non-ASCII characters, so that bytes and characters differ, and not in the form of JSON.stringify. */
export const PAYLOAD = `{"matched": true,"campaign_name":"Été 2026","n":1.0,"install":"${randomUUID()}"}`
