import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { Redis } from 'ioredis'
import pg from 'pg'
import { DELIVERY_QUEUE, keyPrefix, type QueueBackend } from '../../src/backend.js'
import { startDeliveryConsumer } from '../../src/delivery-consumer.js'
import { createDeliveryQueue } from '../../src/delivery-queue.js'
import { createTestBackend, type TestBackend } from '../backend.js'

let test: TestBackend
const open: (() => unknown)[] = []
beforeEach(async () => {
  test = await createTestBackend()
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
  await test.drop()
})

it('a job whose worker is killed twice survives with all of its attempts', async () => {
  const delivery = await enqueueDelivery()
  for (let kills = 0; kills < 2; kills += 1) {
    const holder = await startHolder(delivery.deliveryId)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    await endLock(test.backend, `d-${delivery.deliveryId}-0`)
  }

  const runs = startConsumer(delivery)
  await waitFor(() => runs.length > 0, { what: 'the job to come back' })
  expect(runs).toEqual([0])
})

it('a job comes back within 20 s of the kill of a worker whose clock is ten minutes ahead', async () => {
  const delivery = await enqueueDelivery()
  const holder = await startHolder(delivery.deliveryId, TEN_MINUTES_AHEAD)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const runs = startConsumer(delivery)
  await waitFor(() => runs.length > 0, { what: 'the job to come back', timeoutMs: 20_000 })
})

const TEN_MINUTES_AHEAD =
  'data:text/javascript,const now = Date.now; Date.now = () => now() + 600_000'

async function enqueueDelivery() {
  const queue = await produce()
  const ids = { deliveryId: randomUUID(), projectId: randomUUID() }
  const delivery = { ...ids, webhookId: 7, seq: 0, delayMs: 0 }
  await queue.enqueue([delivery], 5_000)
  return delivery
}

/** Returns the number of earlier attempts of each run of its job. */
function startConsumer(delivery: { deliveryId: string }): number[] {
  const runs: number[] = []
  const consumer = startDeliveryConsumer(test.backend, {
    concurrency: 1,
    process: ({ deliveryId, jobAttemptsMade }) => {
      expect(deliveryId).toBe(delivery.deliveryId)
      runs.push(jobAttemptsMade)
      return Promise.resolve({ kind: 'done' })
    },
    onError: () => undefined,
  })
  open.push(() => consumer.close(2_000))
  return runs
}

async function produce() {
  const events = { onEnqueueFailed: () => undefined, onWarning: () => undefined }
  const queue = createDeliveryQueue(test.backend, events)
  open.push(() => queue.close())
  await waitFor(() => queue.isReady(), { what: 'the queue to be ready' })
  return queue
}

/**
 * A consumer in a separate process that holds that delivery's job.
 *
 * @param imports modules that it loads first
 */
async function startHolder(deliveryId: string, ...imports: string[]): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('../holding-consumer.ts', import.meta.url))
  const backend = JSON.stringify(test.backend)
  const child = spawn(
    process.execPath,
    [...['tsx', ...imports].flatMap((module) => ['--import', module]), program, backend],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  open.push(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await waitFor(() => output.includes(`holds ${deliveryId}`), {
    what: 'the job to be held',
  })
  return child
}

/** Simulates time: the dead worker's lock on the job expires. */
async function endLock(backend: QueueBackend, jobId: string): Promise<void> {
  if (backend.kind === 'redis') {
    const redis = new Redis(backend.url)
    const ended = await redis.del(`${keyPrefix(backend)}:${DELIVERY_QUEUE}:${jobId}:lock`)
    redis.disconnect()
    expect(ended).toBe(1)
    return
  }
  const client = new pg.Client({ connectionString: backend.connectionString })
  await client.connect()
  const { rowCount } = await client.query(
    `UPDATE bullmq.job SET locked_until_ms = 0 WHERE id = $1 AND state = 'active'`,
    [jobId],
  )
  await client.end()
  expect(rowCount).toBe(1)
}
