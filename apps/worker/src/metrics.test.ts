import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { createRegistry } from '@throughline/runtime/metrics'
import { createMetrics } from './metrics.js'

const alerts = readFileSync(new URL('../../../deploy/alerts.yml', import.meta.url), 'utf8')

it('every metric that an alert rule goes by is one that the worker has', async () => {
  const registry = createRegistry()
  createMetrics(registry)
  const known = (await registry.getMetricsAsJSON()).map(({ name }) => name)
  // What the spool holds and what the API leaves to the sweeper, the API counts.
  const named = [...new Set(alerts.match(/throughline_(?!spool|enqueue_left)[a-z_]+/g))]
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

it('there are alerts for what is late, exhausted, lost, and a fault of ours', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining([
      'ThroughlineDeliveriesLate',
      'ThroughlineDeliveriesExhausted',
      'ThroughlineFaultsOfOurs',
      'ThroughlineClicksLost',
      'ThroughlineSpoolFills',
    ]),
  )
})
