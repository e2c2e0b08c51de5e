import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Mutant } from './mutants.js'

export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Builds API and worker as they are shipped, or with one guarantee switched off. @returns the folder */
export async function buildBundles(home: string, mutant: Mutant | null): Promise<string> {
  const name = mutant?.name ?? 'whole'
  const out = join(home, name)
  const flags = ['--out', out]
  if (mutant !== null) {
    const file = join(home, `${name}.json`)
    await writeFile(file, JSON.stringify(mutant))
    flags.push('--mutant', file)
  }
  const script = join(root, 'scripts', 'build.mjs')
  await promisify(execFile)(process.execPath, [script, 'api', 'worker', ...flags], { cwd: root })
  return out
}
