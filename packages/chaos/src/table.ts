import type { Result } from './run-scenario.js'

/** The results as rows of a Markdown table, for docs/reliability.md. */
export function markdownTable(results: Result[]): string {
  const head = [
    '| Scenario | Queue | Runs | Seed | Figures | Promises |',
    '|---|---|---|---|---|---|',
  ]
  return [...head, ...results.map(toRow)].join('\n')
}

function toRow(result: Result): string {
  const { id, title, mutant, backend, runs, counts, seed, figures, promises } = result
  const broken = promises.filter(({ isKept }) => !isKept)
  const cells = [
    `**${id}** ${title}${mutant === null ? '' : `, built \`${mutant}\``}`,
    backend === 'redis' ? 'Redis' : 'PostgreSQL',
    `${runs} ${counts}`,
    String(seed),
    Object.entries(figures)
      .map(([name, figure]) => `${name} ${figure}`)
      .join('; '),
    broken.length === 0
      ? `all ${promises.length} kept`
      : broken.map(({ promise, found }) => `**broken:** ${promise} (${found})`).join('; '),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
