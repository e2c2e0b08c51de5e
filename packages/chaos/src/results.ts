import { readFile, writeFile } from 'node:fs/promises'
import { hasNoticed, MUTANTS } from './mutants.js'
import type { Result } from './run-scenario.js'

export function printSummary(results: Result[]): void {
  console.log('')
  for (const { id, title, command, seconds = 0, isKept } of results)
    console.log(
      `${isKept ? 'kept  ' : 'BROKEN'}  ${id.padEnd(4)} ${title}, ${seconds} s: ${command}`,
    )
  const broken = results.filter(({ isKept }) => !isKept).length
  console.log(broken === 0 ? '\nEvery promise was kept.' : `\n${broken} runs broke a promise.`)
}

/** Prints for each mutant whether its run broke the expected promise. @returns whether all did */
export function areMutantsNoticed(results: Result[]): boolean {
  const missed = MUTANTS.filter((mutant) => {
    const result = results.find((one) => one.mutant === mutant.name)
    return result !== undefined && !hasNoticed(mutant, result)
  })
  for (const { name, failsIn, breaks } of missed)
    console.log(`NOT NOTICED  ${name}: ${failsIn} kept "${breaks}"`)
  if (missed.length === 0) console.log('Every mutant was noticed.')
  return missed.length === 0
}

/** Writes the results to a file with a JSON list. A later run of the same kind replaces the earlier one. */
export async function saveResults(file: string, results: Result[]): Promise<void> {
  const kept = await readResults(file).catch(() => [])
  const keyOf = ({ id, backend, redis, isPooled = false, mutant }: Result) =>
    [id, backend, redis ?? '', isPooled ? 'pooled' : '', mutant ?? ''].join(' ')
  const byKey = new Map([...kept, ...results].map((result) => [keyOf(result), result]))
  const list = [...byKey.values()].toSorted((a, b) =>
    keyOf(a).localeCompare(keyOf(b), 'en', { numeric: true }),
  )
  await writeFile(file, `${JSON.stringify(list, null, 2)}\n`)
}

export async function readResults(file: string): Promise<Result[]> {
  return JSON.parse(await readFile(file, 'utf8')) as Result[]
}

/** Returns the results as Markdown tables for docs/reliability.md: one for the product, one for mutants. */
export function markdownTables(results: Result[]): string {
  const whole = results.filter(({ mutant }) => mutant === null)
  const mutated = results.filter(({ mutant }) => mutant !== null)
  const tables = [
    whole.length === 0 ? [] : [table(WHOLE_HEAD, whole.map(wholeRow))],
    mutated.length === 0 ? [] : [table(MUTANT_HEAD, mutated.map(mutantRow))],
  ]
  return tables.flat().join('\n\n')
}

const WHOLE_HEAD = ['Scenario', 'Queue', 'Runs', 'Commit', 'Seed', 'Promises', 'Figures']
const MUTANT_HEAD = ['Mutant', 'Must fail in', 'Runs', 'Commit', 'Seed', 'Broke', 'Figures']

function wholeRow(result: Result): string[] {
  const { promises } = result
  const broken = promises.filter(({ isKept }) => !isKept)
  return [
    `**${result.id}**`,
    queueOf(result),
    `${result.runs} ${result.counts}`,
    commitOf(result),
    String(result.seed),
    broken.length === 0
      ? `all ${promises.length} kept`
      : broken.map(({ promise, found }) => `**broken:** ${promise} (${found})`).join('; '),
    figuresOf(result),
  ]
}

function mutantRow(result: Result): string[] {
  const mutant = MUTANTS.find(({ name }) => name === result.mutant)
  const broken = result.promises.filter(({ isKept }) => !isKept)
  const isNoticed = mutant !== undefined && hasNoticed(mutant, result)
  return [
    `\`${result.mutant}\` ${mutant?.without ?? ''}`,
    `${result.id}, ${queueOf(result)}`,
    `${result.runs} ${result.counts}`,
    commitOf(result),
    String(result.seed),
    `${isNoticed ? '' : '**not noticed:** '}${broken.map(({ promise, found }) => `${promise} (${found})`).join('; ')}`,
    figuresOf(result),
  ]
}

const REDIS_NAMES = {
  single: 'Redis',
  cluster: 'Redis Cluster',
  sentinel: 'Redis by Sentinel',
} as const

function queueOf({ backend, redis = 'single', isPooled = false }: Result): string {
  const queue = backend === 'redis' ? REDIS_NAMES[redis] : 'PostgreSQL'
  return isPooled ? `${queue}, behind PgBouncer` : queue
}

function commitOf({ commit }: Result): string {
  return commit ?? '–'
}

function figuresOf({ figures }: Result): string {
  return Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure}`)
    .join('; ')
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
