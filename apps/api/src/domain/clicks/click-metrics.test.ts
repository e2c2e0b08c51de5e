import { expect, it } from '@jest/globals'
import { createRegistry } from '@throughline/runtime/metrics'
import { createClickMetrics } from './click-metrics.js'

function setUp(bytes: () => Promise<number>) {
  const registry = createRegistry()
  return { registry, metrics: createClickMetrics({ registry, bytes, maxBytes: 1_000 }) }
}

it('every outcome exists before its first click, so that a rule sees it rise', async () => {
  const { registry, metrics } = setUp(() => Promise.resolve(0))
  metrics.count('dropped', 2)
  const text = await registry.metrics()
  for (const [outcome, clicks] of Object.entries({
    spooled: 0,
    dropped: 2,
    refused: 0,
    damaged: 0,
  }))
    expect(text).toContain(`throughline_spool_clicks_total{outcome="${outcome}"} ${clicks}\n`)
})

it('the size of the spool is current, and absent if its folder cannot be read', async () => {
  let size = 7
  const { registry } = setUp(() =>
    size === 0 ? Promise.reject(new Error('EACCES')) : Promise.resolve(size),
  )
  const shown = async () =>
    /^throughline_spool_waiting_bytes (.+)$/m.exec(await registry.metrics())?.[1]
  expect(await shown()).toBe('7')
  size = 900
  expect(await shown()).toBe('900')
  expect(await registry.metrics()).toContain('throughline_spool_max_bytes 1000\n')
  size = 0
  expect(await shown()).toBe('Nan')
})
