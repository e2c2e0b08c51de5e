import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { hasPromtool, promtool } from '@throughline/testkit/promtool'
import { startTestReceiver } from '@throughline/testkit/receiver'
import { createHarness, type Harness } from '../harness.js'

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
})
afterEach(() => harness.stopWorkers())
afterAll(() => harness.drop())

describe("the worker's metrics", () => {
  const withPromtool = hasPromtool() ? it : it.skip

  withPromtool('pass promtool check metrics, where promtool is on PATH', async () => {
    const receiver = await startTestReceiver()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'succeeded')
    await receiver.close()
    const text = await worker.ctx.registry.metrics()
    expect(text).toContain('throughline_queue_jobs{state="ready"}')
    expect(text).toContain('throughline_database_connections{state="idle"}')
    expect(promtool(['check', 'metrics'], text)).toBe('')
  })
})
