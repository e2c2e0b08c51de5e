import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry, parseKeyRing } from '@throughline/core/security/key-ring'
import { openRootSecret } from '@throughline/db/connection/root-secret'
import { freePort } from '@throughline/stack/ports'
import { isPidAlive } from '@throughline/stack/processes'
import { startRedis } from '@throughline/stack/redis'
import { startFaultProxy } from '@throughline/testkit/fault-proxy'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { createHarness, type Harness } from '../harness.js'
import { spawnWorker } from '../spawn-worker.js'

let harness: Harness
let receiver: TestReceiver
const open: { close: () => unknown }[] = []
beforeAll(async () => {
  harness = await createHarness()
  receiver = await startTestReceiver()
  await openRootSecret(harness.database, parseKeyRing(harness.keys))
})
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})
afterAll(async () => {
  await receiver.close()
  await harness.drop()
})

/** A worker process with a separate port. */
async function startWorker(env: Record<string, string> = {}) {
  const port = await freePort()
  const worker = await spawnWorker(harness, {
    caPem: receiver.caPem,
    redisDatabase: 13,
    env: { WORKER_PORT: String(port), ...env },
  })
  open.push(worker)
  const readyz = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`)
    return [response.status, await response.text()] as const
  }
  const untilStatus = (status: number) =>
    waitFor(
      async () => {
        const answer = await readyz().catch(() => null)
        return answer?.[0] === status && answer[1]
      },
      { what: `/readyz to answer ${status}` },
    )
  return { worker: worker.program, untilStatus }
}

async function expectDelivery() {
  const webhook = await harness.addWebhook(receiver.url())
  const { deliveryId } = await harness.addDelivery(webhook)
  await harness.forgetJob(deliveryId)
  await waitFor(async () => (await harness.read(webhook, deliveryId)).state === 'succeeded', {
    what: 'a delivery to succeed',
  })
}

describe('a worker that starts', () => {
  it('is unready while PostgreSQL is unavailable, says so, and delivers afterwards', async () => {
    const proxy = await startFaultProxy(harness.url)
    open.push(proxy)
    await proxy.cut()
    const { worker, untilStatus } = await startWorker({
      DATABASE_URL: proxy.url,
      DATABASE_DIRECT_URL: proxy.url,
    })
    expect(await untilStatus(503)).toContain('PostgreSQL is unavailable')
    await proxy.restore()
    await untilStatus(200)
    await expectDelivery()
    expect(isPidAlive(worker.pid)).toBe(true)
  }, 60_000)

  it('stops with exit code 0 while PostgreSQL is unavailable', async () => {
    const { worker, untilStatus } = await startWorker({
      DATABASE_URL: `postgresql://127.0.0.1:${await freePort()}/none`,
    })
    await untilStatus(503)
    worker.signalGroup('SIGTERM')
    expect(await worker.ended).toBe(0)
  }, 60_000)

  it('exits 1 with a wrong key ring and names the key once the database responds', async () => {
    const proxy = await startFaultProxy(harness.url)
    open.push(proxy)
    await proxy.cut()
    const { worker, untilStatus } = await startWorker({
      DATABASE_URL: proxy.url,
      SECRETS_KEYS: generateKeyRingEntry('other'),
    })
    await untilStatus(503)
    await proxy.restore()
    expect(await worker.ended).toBe(1)
  }, 60_000)

  it('is unready with a wrong password, and says so', async () => {
    const url = new URL(harness.url)
    url.password = 'wrong'
    const { worker, untilStatus } = await startWorker({ DATABASE_URL: url.href })
    expect(await untilStatus(503)).toBe(
      'PostgreSQL refused the user or the password of DATABASE_URL',
    )
    expect(isPidAlive(worker.pid)).toBe(true)
  }, 60_000)

  it('is unready on a schema behind its code, names what is missing, and becomes ready with it', async () => {
    const { rows } = await harness.database.pool.query<{ name: string }>(
      `WITH last AS (SELECT id FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1)
       UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id IN (SELECT id FROM last)
       RETURNING migration_name AS name`,
    )
    const { untilStatus } = await startWorker()
    expect(await untilStatus(503)).toContain(rows[0]?.name ?? 'a migration')
    await harness.database.pool.query('UPDATE _prisma_migrations SET rolled_back_at = NULL')
    await untilStatus(200)
  }, 60_000)
})

// The other backend has no Redis that could be unavailable.
if (testEnv().queueBackend === 'redis') {
  it('a worker that starts while Redis is unavailable is unready, and delivers afterwards', async () => {
    const port = await freePort()
    const { worker, untilStatus } = await startWorker({ REDIS_URL: `redis://127.0.0.1:${port}` })
    expect(await untilStatus(503)).toBe('Redis is unavailable')
    const dir = await mkdtemp(join(tmpdir(), 'throughline-redis-'))
    const redis = await startRedis({ dir, port })
    open.push({
      close: async () => {
        await redis?.stop(true)
        await rm(dir, { recursive: true, force: true })
      },
    })
    await untilStatus(200)
    await expectDelivery()
    expect(isPidAlive(worker.pid)).toBe(true)
  }, 60_000)
}
