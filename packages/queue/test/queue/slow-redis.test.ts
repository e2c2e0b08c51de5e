import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { createDeliveryQueue } from '../../src/delivery-queue.js'
import { createTestBackend } from '../backend.js'

const onRedis = testEnv().queueBackend === 'redis' ? describe : describe.skip
/** Longer than a command of the queue may take. */
const LATE_MS = 800

onRedis('a Redis that is slow once', () => {
  const open: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
  })

  /** Forwards to Redis; holds what follows the client's second INFO: ioredis sends the first, BullMQ the second. */
  async function startSlowProxy(url: string): Promise<string> {
    const target = new URL(url)
    const address = { host: target.hostname, port: Number(target.port || 6379) }
    let infos = 0
    const server = createServer((near) => {
      const far = connect(address)
      near.on('error', () => far.destroy()).on('close', () => far.destroy())
      far.on('error', () => near.destroy()).on('close', () => near.destroy())
      far.pipe(near)
      let forwarded = Promise.resolve()
      near.on('data', (data: Buffer) => {
        const count = data.toString('latin1').match(/\r\ninfo\r\n/gi)?.length ?? 0
        const isSecond = infos < 2 && infos + count >= 2
        infos += count
        forwarded = forwarded.then(async () => {
          if (isSecond) await sleep(LATE_MS)
          far.write(data)
        })
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    open.push(() => server.close())
    target.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    return target.href
  }

  it('gets jobs once it is fast again', async () => {
    const { at, url } = await createTestBackend()
    const queue = createDeliveryQueue(at(await startSlowProxy(url)), {
      onEnqueueFailed: () => undefined,
      onWarning: () => undefined,
    })
    open.push(() => queue.close())
    const delivery = () => ({
      deliveryId: randomUUID(),
      projectId: randomUUID(),
      webhookId: 7,
      seq: 0,
      delayMs: 0,
    })
    const isEnqueued = async () => 'added' in (await queue.enqueue([delivery()]))
    await waitFor(isEnqueued, { what: 'a job to be added', timeoutMs: 10_000 })
    expect(await queue.depth()).toBe(1)
  })
})
