import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { openRootSecret } from '@throughline/db/connection/root-secret'
import { applyDatabaseRoles } from '@throughline/testkit/database-roles'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import { createHarness, type Harness } from '../harness.js'
import { spawnWorker, type SpawnedWorker } from '../spawn-worker.js'

describe('a worker with the role throughline_app', () => {
  let harness: Harness
  let receiver: TestReceiver
  let worker: SpawnedWorker | undefined
  beforeAll(async () => {
    harness = await createHarness()
    receiver = await startTestReceiver()
    await openRootSecret(harness.database, parseKeyRing(harness.keys))
  })
  afterEach(() => worker?.close())
  afterAll(async () => {
    await receiver.close()
    await harness.drop()
  })

  it('delivers, and reports no missing right', async () => {
    const { appUrl } = await applyDatabaseRoles(harness.url)
    const env = { DATABASE_URL: appUrl, DATABASE_DIRECT_URL: appUrl, LOG_LEVEL: 'warn' }
    worker = await spawnWorker(harness, { caPem: receiver.caPem, redisDatabase: 11, env })
    const webhook = await harness.addWebhook(receiver.url())
    const { deliveryId } = await harness.addDelivery(webhook)
    // Without a stamp the sweeper enqueues it in its next pass.
    await harness.database.prisma.delivery.updateMany({ data: { enqueuedAt: null } })
    await waitFor(async () => (await harness.read(webhook, deliveryId)).state === 'succeeded', {
      what: 'a delivery to succeed',
      timeoutMs: 50_000,
    })
    expect(worker.program.stdout()).not.toContain('permission denied')
  })
})
