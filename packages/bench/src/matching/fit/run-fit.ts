import { SHIPPED_MODEL } from '@throughline/core/matching/shipped-model'
import { readDump } from '../dump/dump-file.js'
import { fitModel } from './fit-model.js'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { MatchModel } from '@throughline/core/matching/match-model'
import { format, resolveConfig } from 'prettier'
import { print } from '../../print.js'

export interface FitOptions {
  seeds: readonly number[]
  dump: string
  write?: boolean
}

export async function runFit({ seeds, dump: folder, write }: FitOptions): Promise<void> {
  const dumps = []
  for (const seed of seeds) {
    dumps.push(await readDump(folder, seed))
    print(`seed ${seed}: read`)
  }
  const model = fitModel(dumps, SHIPPED_MODEL, new Date().toISOString().slice(0, 10))
  if (write === true) print(`written: ${await writeModel(model, seeds)}`)
}

const MODEL = new URL('../../../../core/src/matching/shipped-model.ts', import.meta.url)

async function writeModel(model: MatchModel, seeds: readonly number[]): Promise<string> {
  const path = fileURLToPath(MODEL)
  const options = await resolveConfig(path)
  const text = await format(sourceOf(model, seeds), { ...options, parser: 'typescript' })
  await writeFile(path, text)
  return path
}

function sourceOf(model: MatchModel, seeds: readonly number[]): string {
  return `import type { MatchModel } from './match-model.js'

/** Fitted on seeds ${String(seeds[0])} to ${String(seeds.at(-1))} of the synthetic corpus by \`npm run bench -- matching --part fit\` (docs/matching.md). */
export const SHIPPED_MODEL: MatchModel = ${JSON.stringify(model)}
`
}
