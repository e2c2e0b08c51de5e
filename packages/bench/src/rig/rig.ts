import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { generateKeyRingEntry, parseKeyRing } from '@throughline/core/security/key-ring'
import { migrateDatabase } from '@throughline/db/migrations/migrate'
import type { QueueBackend } from '@throughline/queue/backend'
import { migrateQueue } from '@throughline/queue/migrate'
import { makeScratchHome } from '@throughline/stack/home'
import { startPostgres } from '@throughline/stack/postgres'
import { startRedis } from '@throughline/stack/redis'
import { buildBundle } from './build-bundle.js'
import { samplePayload } from './payload.js'
import { startReceivers, type Receivers } from './receivers.js'
import { insertWebhooks, type BenchWebhook } from './webhooks.js'

/** Everything but the senders: servers, receivers, webhooks. */
export interface Rig {
  databaseUrl: string
  pool: pg.Pool
  backend: QueueBackend
  /** SECRETS_KEYS. */
  keys: string
  workerMain: string
  payload: string
  receivers: Receivers
  webhooks: BenchWebhook[]
  close(): Promise<void>
}

export const WEBHOOKS = 100
const RECEIVER_PORTS = 20

/** Starts PostgreSQL as `npm start` does (every commit flushed to disk), the queue's server, and the receivers. */
export async function startRig(kind: QueueBackend['kind']): Promise<Rig> {
  const home = await makeScratchHome()
  const undo: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const server = await startPostgres({ dataDir: join(home, 'postgres') })
    undo.push(() => server.stop())
    const databaseUrl = server.url('bench')
    await migrateDatabase({ databaseUrl })
    const backend = await startQueue(kind, { home, databaseUrl, undo })
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
    undo.push(() => pool.end())
    const receivers = await startReceivers(RECEIVER_PORTS)
    undo.push(receivers.stop)
    const keys = generateKeyRingEntry('bench')
    const urls = Array.from(
      { length: WEBHOOKS },
      (_, index) => receivers.urls[index % RECEIVER_PORTS],
    )
    const ring = parseKeyRing(keys)
    const webhooks = await insertWebhooks(
      pool,
      ring,
      urls.filter((url) => url !== undefined),
    )
    return {
      databaseUrl,
      pool,
      backend,
      keys,
      workerMain: await buildBundle('worker', home),
      payload: samplePayload(),
      receivers,
      webhooks,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface QueueHome {
  home: string
  databaseUrl: string
  undo: (() => Promise<unknown>)[]
}

async function startQueue(
  kind: QueueBackend['kind'],
  { home, databaseUrl, undo }: QueueHome,
): Promise<QueueBackend> {
  if (kind === 'postgresql') {
    await migrateQueue({ databaseUrl })
    return { kind, connectionString: databaseUrl }
  }
  const redis = await startRedis({ dir: home })
  if (redis === null) throw new Error('There is no redis-server on PATH: use --backend postgresql')
  undo.push(() => redis.stop())
  return { kind, url: redis.url }
}
