import { hasNoticed, MUTANTS } from './mutants.js'
import { commandOf, type Result } from './run-scenario.js'

/** The results as Markdown tables for docs/reliability.md: those of the whole product, and those of mutants. */
export function markdownTables(results: Result[]): string {
  const whole = results.filter(({ mutant }) => mutant === null)
  const mutated = results.filter(({ mutant }) => mutant !== null)
  const tables = [
    whole.length === 0 ? [] : [table(WHOLE_HEAD, whole.map(wholeRow))],
    mutated.length === 0 ? [] : [table(MUTANT_HEAD, mutated.map(mutantRow))],
  ]
  return tables.flat().join('\n\n')
}

const WHOLE_HEAD = ['Scenario', 'Queue', 'Runs', 'Commit', 'Figures', 'Promises', 'Run as']
const MUTANT_HEAD = ['Built without', '', 'Must fail in', 'Commit', 'Broke', 'Figures', 'Run as']

function wholeRow(result: Result): string[] {
  const { promises } = result
  const broken = promises.filter(({ isKept }) => !isKept)
  return [
    `**${result.id}** ${result.title}`,
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

function mutantRow(result: Result): string[] {
  const mutant = MUTANTS.find(({ name }) => name === result.mutant)
  const broken = result.promises.filter(({ isKept }) => !isKept)
  const isNoticed = mutant !== undefined && hasNoticed(mutant, result)
  return [
    codeOf(result.mutant ?? ''),
    mutant?.without ?? '',
    `${result.id}, ${queueOf(result)}`,
    commitOf(result),
    `${isNoticed ? '' : '**not noticed:** '}${broken.map(({ promise, found }) => `${promise} (${found})`).join('; ')}`,
    figuresOf(result),
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
