import { expect, it } from '@jest/globals'
import { addPoolMetrics, addQueueMetrics, createRegistry } from '@throughline/runtime/metrics'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { documentedMetrics, exportedMetrics } from '@throughline/testkit/metric-docs'
import { hasPromtool, promtool } from '@throughline/testkit/promtool'
import { RETENTION } from './maintenance/retention.js'
import { TASKS } from './maintenance/tasks.js'
import { createMetrics } from './metrics.js'

const deploy = fileURLToPath(new URL('../../../deploy/', import.meta.url))

it('has the metrics and labels that docs/operations.md describes, and no others', () => {
  const registry = createRegistry()
  createMetrics(registry)
  addPoolMetrics(registry, { totalCount: 0, idleCount: 0, waitingCount: 0, options: {} })
  const none = () => Promise.resolve(0)
  addQueueMetrics(registry, { depth: none, delayed: none })
  const documented = documentedMetrics('Worker', 'Both')
  expect(exportedMetrics(registry, documented)).toEqual(documented)
})

it('has for each maintenance task a row in the runbook, and no row for others', () => {
  const text = readFileSync(`${deploy}../docs/operations.md`, 'utf8')
  const [, rows = ''] =
    /\| `chore` \| While it fails \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text) ?? []
  const documented = [...rows.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  const names = [...TASKS, RETENTION].map(({ name }) => name)
  expect(documented.toSorted()).toEqual(names.toSorted())
})

const withPromtool = hasPromtool() ? it : it.skip

withPromtool('the alert rules pass promtool and fire as their tests say', () => {
  expect(promtool(['check', 'rules', `${deploy}alerts.yml`])).toBe('')
  expect(promtool(['test', 'rules', `${deploy}alerts.test.yml`])).toBe('')
})
