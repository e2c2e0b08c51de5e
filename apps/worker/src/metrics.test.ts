import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { createRegistry } from '@throughline/runtime/metrics'
import { fileURLToPath } from 'node:url'
import { hasPromtool, promtool } from '@throughline/testkit/promtool'
import { createMetrics } from './metrics.js'

const deploy = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const alerts = readFileSync(`${deploy}alerts.yml`, 'utf8')

// Metrics of requests, clicks, the pool and the spool are the API's, and its test checks them.
it('the worker has every metric that an alert rule uses', async () => {
  const registry = createRegistry()
  createMetrics(registry)
  const known = (await registry.getMetricsAsJSON()).map(({ name }) => name)
  const named = [
    ...new Set(
      alerts.match(
        /throughline_(?!spool|enqueue_left|http|requests|installs|clicks|link|database)[a-z_]+/g,
      ),
    ),
  ]
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})

it('has only metrics that docs/operations.md describes', async () => {
  const docs = readFileSync(`${deploy}../docs/operations.md`, 'utf8')
  const registry = createRegistry()
  createMetrics(registry)
  const names = (await registry.getMetricsAsJSON()).map(({ name }) => name)
  const ours = names.filter((name) => name.startsWith('throughline_'))
  expect(ours.filter((name) => !docs.includes(`\`${name}\``))).toEqual([])
})

it('alerts cover late, failed and lost deliveries, and internal errors', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(
    expect.arrayContaining([
      'ThroughlineDeliveriesLate',
      'ThroughlineDeliveriesExhausted',
      'ThroughlineFaultsOfOurs',
      'ThroughlineClicksLost',
      'ThroughlineSpoolFills',
      'ThroughlineProjectsStarve',
      'ThroughlineRequestsFail',
      'ThroughlineRequestsSlow',
      'ThroughlineMatchRateFalls',
    ]),
  )
})

const withPromtool = hasPromtool() ? it : it.skip

withPromtool('the alert rules pass promtool and fire as their tests say', () => {
  expect(promtool(['check', 'rules', `${deploy}alerts.yml`])).toBe('')
  expect(promtool(['test', 'rules', `${deploy}alerts.test.yml`])).toBe('')
})
