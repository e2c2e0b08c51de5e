import { createPostgresBackend, Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { DELIVERY_QUEUE, keyPrefix, type QueueBackend } from '@throughline/queue/backend'
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import { toJob } from '@throughline/queue/delivery-job'

/** The same jobs for the bare consumer, in a separate queue. */
export const CEILING_QUEUE = 'ceiling'

export interface QueueControl {
  pause(): Promise<void>
  resume(): Promise<void>
  add(deliveries: QueuedDelivery[]): Promise<void>
  clear(): Promise<void>
  close(): Promise<void>
}

export function openDeliveryQueue(backend: QueueBackend): QueueControl {
  return open(backend, DELIVERY_QUEUE)
}

export function openCeilingQueue(backend: QueueBackend): QueueControl {
  return open(backend, CEILING_QUEUE)
}

const BATCH = 1_000

function open(backend: QueueBackend, name: string): QueueControl {
  const { queue, disconnect } =
    backend.kind === 'redis' ? onRedis(backend, name) : onPostgresql(backend, name)
  queue.on('error', (error) => process.stderr.write(`queue: ${error.message}\n`))
  return {
    pause: () => queue.pause(),
    resume: () => queue.resume(),
    add: async (deliveries) => {
      for (let start = 0; start < deliveries.length; start += BATCH)
        await queue.addBulk(deliveries.slice(start, start + BATCH).map(toJob))
    },
    clear: async () => {
      await queue.drain(true)
    },
    close: async () => {
      await queue.close()
      disconnect()
    },
  }
}

function onRedis(backend: QueueBackend & { kind: 'redis' }, name: string) {
  const connection = new Redis(backend.url, { maxRetriesPerRequest: null })
  const queue = new Queue(name, { connection, prefix: keyPrefix(backend) })
  return { queue, disconnect: () => connection.disconnect() }
}

function onPostgresql(backend: QueueBackend & { kind: 'postgresql' }, name: string) {
  const connection = { connectionString: backend.connectionString, max: 2 }
  return {
    queue: new Queue(name, { connection }, createPostgresBackend),
    disconnect: () => undefined,
  }
}
