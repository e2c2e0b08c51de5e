import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../../../..', import.meta.url))

export type App = 'api' | 'worker'

/** `bundle` builds the bundles of the images; a folder holds built ones. */
export type Programs = 'bundle' | { folder: string }

/** As in the images. */
const SEMI_SPACE_MB = { api: 32, worker: 64 }

/** Node's arguments that run an app. A bundle that is missing is built into `home` first. */
export async function argumentsOf(app: App, programs: Programs, home: string): Promise<string[]> {
  const folder = programs === 'bundle' ? join(home, 'bundles') : programs.folder
  if (programs === 'bundle') await buildBundles(folder, [app])
  const flags = ['--enable-source-maps', `--max-semi-space-size=${SEMI_SPACE_MB[app]}`]
  return [...flags, join(folder, app, 'index.mjs')]
}

/** Replaces the one line of the sources that ends in a comment `mutant: ` and the name (scripts/build.mjs). */
export interface Replacement {
  name: string
  replace: string
}

export async function buildBundles(
  folder: string,
  apps: (App | 'cli')[],
  mutant: Replacement | null = null,
): Promise<void> {
  const flags = ['--out', folder]
  if (mutant !== null) {
    const file = `${folder}.json`
    await writeFile(file, JSON.stringify(mutant))
    flags.push('--mutant', file)
  }
  const script = join(root, 'scripts', 'build.mjs')
  await promisify(execFile)(process.execPath, [script, ...apps, ...flags], { cwd: root })
}
