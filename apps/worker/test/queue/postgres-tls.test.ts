import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { openRootSecret } from '@throughline/db/connection/root-secret'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { withTls } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { createHarness, type Harness } from '../harness.js'
import { spawnWorker, type SpawnedWorker } from '../spawn-worker.js'

describe('a worker on a PostgreSQL that requires TLS', () => {
  let harness: Harness
  let receiver: TestReceiver
  let worker: SpawnedWorker | undefined
  beforeAll(async () => {
    harness = await createHarness(undefined, { requiresTls: true })
    receiver = await startTestReceiver()
    await openRootSecret(harness.database, parseKeyRing(harness.keys))
  })
  afterEach(() => worker?.close())
  afterAll(async () => {
    await receiver.close()
    await harness.drop()
  })
  const start = async (url: string) => {
    worker = await spawnWorker(harness, {
      caPem: receiver.caPem,
      redisDatabase: 10,
      env: { DATABASE_URL: url, DATABASE_DIRECT_URL: url },
    })
    return worker.program
  }

  it('delivers with sslmode=verify-full', async () => {
    await start(harness.url)
    const webhook = await harness.addWebhook(receiver.url())
    const { deliveryId } = await harness.addDelivery(webhook)
    // Without a stamp the sweeper enqueues it in its next pass.
    await harness.database.prisma.delivery.updateMany({ data: { enqueuedAt: null } })
    await waitFor(async () => (await harness.read(webhook, deliveryId)).state === 'succeeded', {
      what: 'a delivery to succeed',
      timeoutMs: 30_000,
    })
  })

  it.each([
    ['another authority', { authority: 'other-ca.pem' }, 'of an unknown authority'],
    ['another host', { host: '127.0.0.1' }, 'of another host'],
  ] as const)('rejects the certificate of %s and names the cause', async (_what, tls, cause) => {
    const program = await start(withTls(harness.url, tls))
    await waitFor(() => program.stdout().includes(`PostgreSQL has a certificate ${cause}`), {
      what: 'the cause in the log',
      timeoutMs: 30_000,
    })
  })
})
