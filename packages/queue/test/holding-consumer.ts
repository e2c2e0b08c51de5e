/** A consumer that the test kills: it takes jobs, reports each, and ends none. `argv[2]`: its backend as JSON. */
import type { QueueBackend } from '../src/backend.js'
import { startDeliveryConsumer } from '../src/delivery-consumer.js'

startDeliveryConsumer(JSON.parse(process.argv[2] ?? '') as QueueBackend, {
  concurrency: 1,
  process: ({ deliveryId }) => {
    process.stdout.write(`holds ${deliveryId}\n`)
    return new Promise(() => undefined)
  },
  onError: () => undefined,
})
