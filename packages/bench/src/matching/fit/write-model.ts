import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { MatchModel } from '@throughline/core/matching/match-model'
import { format, resolveConfig } from 'prettier'

const MODEL = new URL('../../../../core/src/matching/shipped-model.ts', import.meta.url)

/** Writes the tables that every deployment starts with. @returns the path of the file */
export async function writeModel(model: MatchModel, seeds: readonly number[]): Promise<string> {
  const path = fileURLToPath(MODEL)
  const options = await resolveConfig(path)
  const text = await format(sourceOf(model, seeds), { ...options, parser: 'typescript' })
  await writeFile(path, text)
  return path
}

function sourceOf(model: MatchModel, seeds: readonly number[]): string {
  return `import type { MatchModel } from './match-model.js'

/**
 * The tables that every deployment starts with, fitted on seeds ${String(seeds[0])} to ${String(seeds.at(-1))} of the synthetic corpus (docs/matching.md).
 * \`npm run bench -- matching --part fit\` writes this file.
 */
export const SHIPPED_MODEL: MatchModel = ${JSON.stringify(model)}
`
}
