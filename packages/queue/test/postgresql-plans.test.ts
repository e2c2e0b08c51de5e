import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { DELIVERY_QUEUE, type PostgresqlBackend, type QueueBackend } from '../src/backend.js'
import { createDeliveryQueue } from '../src/delivery-queue.js'
import { queueConnection } from '../src/open-queue.js'
import { workerConnection } from '../src/open-worker.js'
import { createTestBackend, type TestBackend } from './backend.js'

/** The statement with which each fetch of BullMQ's worker begins. */
const PROMOTION = `EXPLAIN UPDATE job SET state = 'waiting', delay_ms = 0
  WHERE queue = '${DELIVERY_QUEUE}' AND state = 'delayed' AND process_at_ms <= 9e15::bigint`
const JOBS = 2_000

let test: TestBackend
let client: pg.Client | null = null
beforeEach(async () => {
  test = await createTestBackend()
})
afterEach(async () => {
  await client?.end()
  client = null
  await test.drop()
})

it('finds delayed jobs in the order of their times, also on other connections', async () => {
  // So many rows that a sequential scan looks cheaper than the index.
  await delayJobs(Array.from({ length: JOBS }, (_, index) => 1_000 * ((index * 7) % JOBS)))
  const usual = await planOf({ connectionString: onPostgresql(test.backend).connectionString })
  expect(usual).not.toContain('Index Scan using job_delayed_idx')
  const ours = await planOf(workerConnection(onPostgresql(test.backend)))
  expect(ours).toContain('Index Scan using job_delayed_idx')
})

it.each([
  ['adds', queueConnection],
  ['moves', workerConnection],
])('%s jobs without a flush for each', async (_does, connection) => {
  client = new pg.Client(connection(onPostgresql(test.backend)))
  await client.connect()
  const { rows } = await client.query('SHOW synchronous_commit')
  expect(rows).toEqual([{ synchronous_commit: 'off' }])
})

it('fetches a due job while another fetch holds one that is due earlier', async () => {
  await delayJobs([1_000, 2_000])
  const other = new pg.Client(workerConnection(onPostgresql(test.backend)))
  client = new pg.Client(workerConnection(onPostgresql(test.backend)))
  await Promise.all([other.connect(), client.connect()])
  await other.query('BEGIN')
  const held = await other.query<{ id: string }>(
    'SELECT id FROM bullmq.job ORDER BY process_at_ms LIMIT 1 FOR UPDATE',
  )
  await client.query("SET lock_timeout = '2s'")
  const fetched = await client.query<{ id: string }>(
    'SELECT id FROM bullmq.move_to_active($1, $2, 10000, $3, NULL, NULL, NULL)',
    [DELIVERY_QUEUE, 'token', Date.now() + 60_000],
  )
  await other.end()
  expect(held.rows).toHaveLength(1)
  expect(fetched.rows).toHaveLength(1)
  expect(fetched.rows).not.toEqual(held.rows)
})

async function delayJobs(delaysMs: number[]): Promise<void> {
  const queue = createDeliveryQueue(test.backend, {
    onEnqueueFailed: () => undefined,
    onWarning: () => undefined,
  })
  const jobs = delaysMs.map((delayMs, index) => ({
    deliveryId: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    webhookId: 1,
    projectId: '00000000-0000-7000-8000-000000000000',
    seq: 0,
    delayMs,
  }))
  await waitFor(() => queue.isReady(), { what: 'the queue to be ready' })
  expect(await queue.enqueue(jobs, 30_000)).toEqual({ added: jobs.length })
  await queue.close()
}

async function planOf(connection: pg.ClientConfig): Promise<string> {
  await client?.end()
  client = new pg.Client(connection)
  await client.connect()
  await client.query('SET search_path = bullmq')
  await client.query('ANALYZE job')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(PROMOTION)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

function onPostgresql(backend: QueueBackend): PostgresqlBackend {
  if (backend.kind !== 'postgresql') throw new Error('This test is of the PostgreSQL backend')
  return backend
}
