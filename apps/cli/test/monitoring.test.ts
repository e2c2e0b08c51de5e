import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { documentedMetrics, groupsIn, metricsIn } from '@throughline/testkit/metric-docs'
import { hasPromtool, promtool } from '@throughline/testkit/promtool'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

interface RuleTest {
  alert_rule_test: { alertname: string; exp_alerts?: object[] }[]
}

interface Panel {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string; legendFormat: string }[]
}

interface Dashboard {
  panels: Panel[]
  templating: { list: { name: string; definition?: string }[] }
}

const { rules } = (parse(read('deploy/alerts.yml')) as { groups: [{ rules: Rule[] }] }).groups[0]
const { tests } = parse(read('deploy/alerts.test.yml')) as { tests: RuleTest[] }
const dashboard = JSON.parse(read('deploy/grafana/throughline.json')) as Dashboard
const operations = read('docs/operations.md')

/** The tests of API and worker compare these tables with what each exports. */
const known = documentedMetrics('API', 'Worker', 'Both')
/** Prometheus adds these to every series. */
const TARGET_LABELS = ['instance', 'job']

const panels = dashboard.panels.filter(({ type }) => type !== 'row')
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ title, expr, legendFormat })),
)
const expressions = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...queries.map(({ title, expr }): [string, string] => [title, expr]),
  ...dashboard.templating.list.map(({ name, definition = '' }): [string, string] => [
    `variable ${name}`,
    definition.replace(/^label_values\((.*), (\w+)\)$/, 'sum by ($2) ($1)'),
  ]),
]

describe('alert rules and dashboard', () => {
  it.each(expressions)('%s uses only metrics and labels that exist', (_, expression) => {
    const uses = metricsIn(expression)
    const labels = new Set([...TARGET_LABELS, ...uses.flatMap(({ metric }) => known[metric] ?? [])])
    expect(uses.filter(({ metric }) => known[metric] === undefined)).toEqual([])
    for (const { metric, labels: used } of uses)
      expect([...(known[metric] ?? []), ...TARGET_LABELS]).toEqual(expect.arrayContaining(used))
    expect([...labels]).toEqual(expect.arrayContaining(groupsIn(expression)))
  })
})

describe('deploy/grafana/throughline.json', () => {
  it.each(queries)('$title: the legend "$legendFormat" has labels of its result', (query) => {
    const shown = [...query.legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label)
    expect(groupsIn(query.expr)).toEqual(expect.arrayContaining(shown))
  })

  it('shows every metric that the docs list, except parts of histograms', () => {
    const shown = new Set(queries.flatMap(({ expr }) => metricsIn(expr).map((use) => use.metric)))
    const missing = Object.keys(known).filter(
      (name) => !shown.has(name) && !shown.has(`${name.replace(/_(sum|count)$/, '')}_bucket`),
    )
    expect(missing).toEqual(['nodejs_eventloop_lag_p50_seconds'])
  })

  it('has panels with different ids that do not overlap', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)},${y + Math.floor(n / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(Math.max(...dashboard.panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24)
  })

  const withPromtool = hasPromtool() ? it : it.skip

  withPromtool('has expressions that promtool accepts, where it is on PATH', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'throughline-rules-'))
    const records = queries.map(({ expr }, index) => ({
      record: `panel_${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }))
    const file = join(folder, 'rules.yml')
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }))
    expect(promtool(['check', 'rules', file])).toBe('')
    await rm(folder, { recursive: true })
  })
})

describe('deploy/alerts.yml', () => {
  const entries = [...operations.matchAll(/^### (Throughline\w+)$/gm)].map(([, name]) => name)

  it('has a runbook entry for each alert, and an alert for each entry', () => {
    expect(entries).toEqual(rules.map(({ alert }) => alert))
  })

  it.each(rules)('$alert names its entry, which says where to look and what to do', (rule) => {
    const [file, anchor] = rule.annotations.runbook.split('#')
    expect(file).toBe('docs/operations.md')
    expect(anchor).toBe(rule.alert.toLowerCase())
    const section = operations.split(`### ${rule.alert}\n\n`)[1]?.split(/^##/m)[0] ?? ''
    const { severity } = rule.labels
    expect(section).toMatch(severity === 'critical' ? /^Critical\. / : /^Warning\. /)
    expect(section).toMatch(/\*\*Do\*\*|\| Do \|/)
    expect(section).toMatch(/\*\*Look at\*\*|^\| `\w+` \|/m)
  })

  it('has a case in alerts.test.yml for each alert, in which it fires', () => {
    const checks = tests.flatMap((test) => test.alert_rule_test)
    const fired = checks.filter(({ exp_alerts: expected = [] }) => expected.length > 0)
    const names = new Set(fired.map(({ alertname }) => alertname))
    expect(rules.map(({ alert }) => alert).filter((alert) => !names.has(alert))).toEqual([])
  })

  it('has alerts for what a night must not miss', () => {
    expect(rules.map(({ alert }) => alert)).toEqual(
      expect.arrayContaining([
        'ThroughlineProcessMissing',
        'ThroughlineDatabaseUnavailable',
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
})
