/** A consumer as a program, to be killed: it takes jobs, says so, and never ends one. `argv[2]`: its backend, as JSON. */
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
