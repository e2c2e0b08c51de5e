import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import { startFaultProxy } from '@throughline/testkit/fault-proxy'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { startDeliveryConsumer } from '../../src/delivery-consumer.js'
import { createDeliveryQueue } from '../../src/delivery-queue.js'
import { createTestBackend } from '../backend.js'

const onRedis = testEnv().queueBackend === 'redis' ? describe : describe.skip
/** Connections end after 12 s without a response. The watchdog of the worker would need a minute. */
const GOES_ON_WITHIN_MS = 25_000

onRedis('a Redis whose node is lost and whose address leads to another one', () => {
  const open: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
  })
  const delivery = () => ({
    deliveryId: randomUUID(),
    projectId: randomUUID(),
    webhookId: 7,
    seq: 0,
    delayMs: 0,
  })

  it('gets and passes on jobs again within seconds', async () => {
    const { at, url } = await createTestBackend()
    const proxy = await startFaultProxy(url)
    open.push(() => proxy.close())
    const backend = at(proxy.url)
    const queue = createDeliveryQueue(backend, {
      onEnqueueFailed: () => undefined,
      onWarning: () => undefined,
    })
    open.push(() => queue.close())
    const processed: string[] = []
    const consumer = startDeliveryConsumer(backend, {
      concurrency: 2,
      process: ({ deliveryId }) => {
        processed.push(deliveryId)
        return Promise.resolve({ kind: 'done' })
      },
      onError: () => undefined,
    })
    open.push(() => consumer.close(2_000))
    const pass = async (timeoutMs: number) => {
      const sent = delivery()
      const isEnqueued = async () => 'added' in (await queue.enqueue([sent]))
      await waitFor(isEnqueued, { what: 'a job to be added', timeoutMs })
      const isProcessed = () => processed.includes(sent.deliveryId)
      await waitFor(isProcessed, { what: 'the job to be processed', timeoutMs })
    }
    await pass(10_000)
    const before = proxy.acceptedConnections()
    // Nothing tells the clients that their server is gone.
    proxy.inject({ kind: 'half-open' })
    const lostMs = performance.now()
    await pass(GOES_ON_WITHIN_MS)
    expect(performance.now() - lostMs).toBeLessThan(GOES_ON_WITHIN_MS)
    expect(proxy.acceptedConnections()).toBeGreaterThan(before)
  }, 60_000)
})
