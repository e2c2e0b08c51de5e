import { commandOf, type Result } from './run-scenario.js'

/** The results as a Markdown table, for docs/reliability.md. */
export function markdownTable(results: Result[]): string {
  return table(HEAD, results.map(toRow))
}

const HEAD = ['Scenario', 'Queue', 'Runs', 'Commit', 'Figures', 'Promises', 'Run as']

function toRow(result: Result): string[] {
  const { promises } = result
  const broken = promises.filter(({ isKept }) => !isKept)
  return [
    `**${result.id}** ${result.title}${result.mutant === null ? '' : `, built \`${result.mutant}\``}`,
    queueOf(result),
    `${result.runs} ${result.counts}`,
    commitOf(result),
    figuresOf(result),
    broken.length === 0
      ? `all ${promises.length} kept`
      : broken.map(({ promise, found }) => `**broken:** ${promise} (${found})`).join('; '),
    codeOf(commandOf(result)),
  ]
}

function queueOf({ backend }: Result): string {
  return backend === 'redis' ? 'Redis' : 'PostgreSQL'
}

function commitOf({ commit }: Result): string {
  return commit ?? '–'
}

function figuresOf({ figures }: Result): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure}`)
    .join('; ')
}

function codeOf(text: string): string {
  return `\`${text.replace('npm run chaos -- ', '')}\``
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
