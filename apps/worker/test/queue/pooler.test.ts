import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { openRootSecret } from '@throughline/db/connection/root-secret'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '@throughline/testkit/pgbouncer'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import { createHarness, type Harness } from '../harness.js'
import { spawnWorker, type SpawnedWorker } from '../spawn-worker.js'

const describeWithPgBouncer = hasPgBouncer() ? describe : describe.skip

describeWithPgBouncer('a worker behind PgBouncer (apt-get install pgbouncer)', () => {
  let harness: Harness
  let receiver: TestReceiver
  let bouncer: PgBouncer
  let worker: SpawnedWorker | undefined
  beforeAll(async () => {
    harness = await createHarness()
    receiver = await startTestReceiver()
    bouncer = await startPgBouncer(harness.url, { mode: 'transaction', poolSize: 3 })
    await openRootSecret(harness.database, parseKeyRing(harness.keys))
  })
  afterEach(() => worker?.close())
  afterAll(async () => {
    await bouncer.stop()
    await receiver.close()
    await harness.drop()
  })
  const start = async (env: Record<string, string>) => {
    worker = await spawnWorker(harness, { caPem: receiver.caPem, redisDatabase: 12, env })
    return worker.program
  }

  it('exits 1 without DATABASE_DIRECT_URL and names it', async () => {
    const program = await start({ DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: bouncer.url })
    expect(await program.ended).toBe(1)
    expect(program.stderr()).toMatch(/^DATABASE_URL leads .* Set DATABASE_DIRECT_URL/)
  })

  it('exits 1 with a pooled DATABASE_DIRECT_URL and names it', async () => {
    const program = await start({ DATABASE_DIRECT_URL: bouncer.url })
    expect(await program.ended).toBe(1)
    expect(program.stderr()).toMatch(/^DATABASE_DIRECT_URL leads through a connection pooler/)
  })

  it('delivers with DATABASE_DIRECT_URL, without a failed statement', async () => {
    const program = await start({
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: harness.url,
      LOG_LEVEL: 'warn',
    })
    const webhook = await harness.addWebhook(receiver.url())
    const deliver = async () => {
      const { deliveryId } = await harness.addDelivery(webhook)
      await waitFor(async () => (await harness.read(webhook, deliveryId)).state === 'succeeded', {
        what: 'a delivery to succeed',
        timeoutMs: 30_000,
      })
    }
    await Promise.all(Array.from({ length: 60 }, deliver))
    expect(program.stdout()).not.toContain('prepared statement')
    expect(program.stdout()).not.toContain('"level":50')
  })
})
