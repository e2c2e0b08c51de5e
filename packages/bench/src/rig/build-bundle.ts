import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Builds an app's bundle, as its image holds it. @returns its main file */
export async function buildBundle(app: 'api' | 'worker', home: string): Promise<string> {
  const root = fileURLToPath(new URL('../../../..', import.meta.url))
  const out = join(home, 'bundles')
  const args = [join(root, 'scripts', 'build.mjs'), app, '--out', out]
  await promisify(execFile)(process.execPath, args, { cwd: root })
  return join(out, app, 'index.mjs')
}
