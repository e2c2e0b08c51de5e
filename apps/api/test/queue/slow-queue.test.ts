import { afterEach, expect, it } from '@jest/globals'
import { createRegistry } from '@throughline/runtime/metrics'
import { startFaultProxy } from '@throughline/testkit/fault-proxy'
import { createTestDatabase } from '@throughline/testkit/test-database'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { openQueue } from '../../src/infra/delivery-queue.js'
import { seed } from '../attribution-seed.js'
import { captureLogs } from '../capture-logs.js'
import { startTestApi } from '../harness.js'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** A separate queue on the backend of this jest project, behind a proxy. */
async function startSlowQueue() {
  const { queueBackend, redisUrl } = testEnv()
  const database = await createTestDatabase()
  open.push(() => database.drop())
  const isOnRedis = queueBackend === 'redis' && redisUrl !== null
  const proxy = await startFaultProxy(isOnRedis ? redisUrl : database.url)
  open.push(() => proxy.close())
  const logs = captureLogs()
  const queue = openQueue({
    backend: isOnRedis
      ? { kind: 'redis', url: proxy.url, prefix: database.name }
      : { kind: 'postgresql', connectionString: proxy.url },
    logger: logs.logger,
    registry: createRegistry(),
  })
  await waitFor(() => queue.isReady(), { what: 'the queue to be ready' })
  return { queue, proxy, logs }
}

it('a test delivery that a slow queue does not accept is logged in one line, without a stack', async () => {
  const { queue, proxy, logs } = await startSlowQueue()
  const api = await startTestApi({ overrides: { queue } })
  open.push(() => api.close())
  const webhook = await seed(api).webhook()
  proxy.freeze()
  const { status } = await api.request('POST', `/api/webhooks/${webhook.id}/test`)
  expect(status).toBe(202)
  await waitFor(() => logs.lines().length > 0, { what: 'the log line' })
  proxy.thaw()

  expect(logs.lines()).toEqual([
    expect.objectContaining({
      reason: 'Adding jobs took longer than 250 ms',
      msg: 'jobs were not enqueued; the sweeper enqueues them',
    }),
  ])
  expect(logs.text()).not.toMatch(/stack|\\n {4}at /)
  expect(await api.database.prisma.delivery.count({ where: { state: 'pending' } })).toBe(1)
})
