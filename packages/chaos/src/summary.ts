import { readFile, writeFile } from 'node:fs/promises'
import type { Result } from './run-scenario.js'

/** One line a run, and the last line says whether all promises were kept. */
export function printSummary(results: Result[]): void {
  console.log('')
  for (const { id, title, command, seconds, isKept } of results)
    console.log(
      `${isKept ? 'kept  ' : 'BROKEN'}  ${id.padEnd(4)} ${title}, ${seconds} s: ${command}`,
    )
  const broken = results.filter(({ isKept }) => !isKept).length
  console.log(broken === 0 ? '\nEvery promise was kept.' : `\n${broken} runs broke a promise.`)
}

/** Puts the results into a file of a JSON list; a later run of the same kind takes the place of the earlier one. */
export async function saveResults(file: string, results: Result[]): Promise<void> {
  const kept = await readResults(file).catch(() => [])
  const keyOf = ({ id, backend, mutant }: Result) => `${id} ${backend} ${mutant ?? ''}`
  const byKey = new Map([...kept, ...results].map((result) => [keyOf(result), result]))
  const list = [...byKey.values()].toSorted((a, b) =>
    keyOf(a).localeCompare(keyOf(b), 'en', { numeric: true }),
  )
  await writeFile(file, `${JSON.stringify(list, null, 2)}\n`)
}

/** The results that were saved to a file. */
export async function readResults(file: string): Promise<Result[]> {
  // What saveResults has written.
  return JSON.parse(await readFile(file, 'utf8')) as Result[]
}
