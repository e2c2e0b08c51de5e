import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { openRootSecret } from '@throughline/db/connection/root-secret'
import { issueCertificate, makeCertificateAuthority } from '@throughline/testkit/certificates'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { startTlsFront, type TlsFront } from '@throughline/testkit/tls-front'
import { waitFor } from '@throughline/testkit/wait-for'
import { createHarness, type Harness } from '../harness.js'
import { spawnWorker, type SpawnedWorker } from '../spawn-worker.js'

describe('a worker on a PostgreSQL that requires TLS', () => {
  let folder: string
  let harness: Harness
  let receiver: TestReceiver
  let front: TlsFront
  let worker: SpawnedWorker | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'throughline-tls-'))
    harness = await createHarness()
    receiver = await startTestReceiver()
    const authority = await makeCertificateAuthority()
    await writeFile(join(folder, 'ca.pem'), authority.certPem)
    await writeFile(join(folder, 'other.pem'), (await makeCertificateAuthority()).certPem)
    front = await startTlsFront(
      harness.url,
      await issueCertificate(authority, { hosts: ['localhost'] }),
    )
    await openRootSecret(harness.database, parseKeyRing(harness.keys))
  })
  afterEach(() => worker?.close())
  afterAll(async () => {
    front.close()
    await receiver.close()
    await harness.drop()
    await rm(folder, { recursive: true })
  })
  const start = async (query: string, host = 'localhost') => {
    const url = new URL(`${front.url}?${query}`)
    url.hostname = host
    worker = await spawnWorker(harness, {
      caPem: receiver.caPem,
      redisDatabase: 10,
      env: { DATABASE_URL: url.href, DATABASE_DIRECT_URL: url.href },
    })
    return worker.program
  }
  const verifyFull = (file: string) =>
    `sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, file))}`

  it('delivers with sslmode=verify-full, over TLS connections alone', async () => {
    await start(verifyFull('ca.pem'))
    const webhook = await harness.addWebhook(receiver.url())
    const { deliveryId } = await harness.addDelivery(webhook)
    // Without a stamp the sweeper enqueues it in its next pass.
    await harness.database.prisma.delivery.updateMany({ data: { enqueuedAt: null } })
    await waitFor(async () => (await harness.read(webhook, deliveryId)).state === 'succeeded', {
      what: 'a delivery to succeed',
      timeoutMs: 30_000,
    })
    expect(front.secured()).toBeGreaterThan(2)
  })

  it.each([
    ['the certificate of another authority', 'other.pem', 'localhost', 'of an unknown authority'],
    ['the certificate of another host', 'ca.pem', '127.0.0.1', 'of another host'],
  ])('rejects %s and names the cause', async (_what, file, host, cause) => {
    const program = await start(verifyFull(file), host)
    await waitFor(() => program.stdout().includes(`PostgreSQL has a certificate ${cause}`), {
      what: 'the cause in the log',
      timeoutMs: 30_000,
    })
  })
})
