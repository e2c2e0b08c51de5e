import { readFileSync } from 'node:fs'

const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url)

/** The labels of the metrics in the tables of docs/operations.md under these headings, by name. */
export function documentedMetrics(...headings: string[]): Record<string, string[]> {
  const sections = readFileSync(OPERATIONS, 'utf8').split(/^#+ /m)
  const rows = sections
    .filter((section) => headings.includes(section.split('\n')[0] ?? ''))
    .flatMap((section) => section.split('\n').filter((line) => line.startsWith('| `')))
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [names = '', labels = '', meaning = ''] = row.slice(1).split('|')
      const isHistogram = meaning.trimStart().startsWith('histogram')
      return wordsIn(names).flatMap((name) => seriesOf(name, wordsIn(labels), isHistogram))
    }),
  )
}

function wordsIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word)
}

function seriesOf(name: string, labels: string[], isHistogram: boolean): [string, string[]][] {
  const own = labels.toSorted()
  if (!isHistogram) return [[name, own]]
  return [
    [`${name}_bucket`, [...labels, 'le'].toSorted()],
    [`${name}_sum`, own],
    [`${name}_count`, own],
  ]
}

export interface MetricUse {
  metric: string
  labels: string[]
}

/** The metrics in a PromQL expression, each with the labels that its selector names. */
export function metricsIn(expression: string): MetricUse[] {
  const selectors = expression.matchAll(
    /\b((?:throughline|nodejs|process)_\w+|\w+(?=[{[]))(?:\{([^}]*)\})?/g,
  )
  return [...selectors].map(([, metric = '', matchers = '']) => ({
    metric,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label = '']) => label),
  }))
}

/** The labels by which an expression groups, and those that it leaves out. */
export function groupsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)]
    .flatMap(([, list = '']) => list.split(',').map((label) => label.trim()))
    .filter((label) => label !== '')
}

interface RegisteredMetric {
  name: string
  labelNames: string[]
  /** Of histograms only. */
  buckets?: number[]
}

/** The labels of the metrics in a registry, by name: ours, and of Node's those that are documented. */
export function exportedMetrics(
  registry: { getMetricsAsArray(): unknown[] },
  documented: Record<string, string[]>,
): Record<string, string[]> {
  // prom-client's types leave out the labels.
  const metrics = registry.getMetricsAsArray() as RegisteredMetric[]
  const series = metrics.flatMap(({ name, labelNames, buckets }) =>
    seriesOf(name, labelNames, buckets !== undefined),
  )
  return Object.fromEntries(
    series.filter(([name]) => name.startsWith('throughline_') || documented[name] !== undefined),
  )
}
