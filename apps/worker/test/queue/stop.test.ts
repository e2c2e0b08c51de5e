import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestReceiver } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import { createHarness, type Harness } from '../harness.js'
import { spawnWorker } from '../spawn-worker.js'

let harness: Harness
const open: { close: () => unknown }[] = []
beforeAll(async () => {
  harness = await createHarness()
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})
afterAll(() => harness.drop())

/** A worker process with an attempt in flight that waits for `answer`. */
async function attemptInFlight(env: Record<string, string> = {}) {
  let answer = () => {}
  const receiver = await startTestReceiver({
    respond: () => (response) => void (answer = () => response.writeHead(200).end()),
  })
  const webhook = await harness.addWebhook(receiver.url())
  const { deliveryId } = await harness.addDelivery(webhook)
  await harness.forgetJob(deliveryId)
  const worker = await spawnWorker(harness, { caPem: receiver.caPem, redisDatabase: 14, env })
  open.push(receiver, worker)
  await receiver.waitForRequests(1, 20_000)
  return { webhook, deliveryId, worker: worker.program, answer: () => answer() }
}

describe('the worker’s process, on SIGTERM', () => {
  it('finishes the attempt in flight, records it and exits 0', async () => {
    const { webhook, deliveryId, worker, answer } = await attemptInFlight()
    worker.signalGroup('SIGTERM')
    await waitFor(() => worker.stdout().includes('"stopping"'), { what: 'the stop to begin' })
    answer()
    expect(await worker.ended).toBe(0)
    expect(await harness.read(webhook, deliveryId)).toMatchObject({
      state: 'succeeded',
      attemptsMade: 1,
    })
    expect(worker.stdout()).toContain('"stopped"')
    expect(worker.stdout()).not.toContain(webhook.secret)
  })

  it('records an attempt that never ends as timed out, and exits 0', async () => {
    const { webhook, deliveryId, worker } = await attemptInFlight({
      DELIVERY_TIMEOUT_MS: '1500',
    })
    worker.signalGroup('SIGTERM')
    expect(await worker.ended).toBe(0)
    const stored = await harness.read(webhook, deliveryId)
    expect(stored).toMatchObject({ state: 'retrying', attemptsMade: 1 })
    expect(stored.attempts[0]?.errorClass).toBe('timeout')
  })
})
