// `node scripts/run.mjs FILE ARGS…`: runs the set-up, then that TypeScript file.
import { resolve } from 'node:path'

import { tsxFlags } from './lib/paths.mjs'
import { runChild } from './lib/run-child.mjs'
import { ensureSetup } from './setup.mjs'

const [file, ...args] = process.argv.slice(2)
if (file === undefined) {
  process.stderr.write('Usage: node scripts/run.mjs FILE ARGS…\n')
  process.exit(1)
}
await ensureSetup({ quiet: true })
process.exit(await runChild(process.execPath, [...tsxFlags(), resolve(file), ...args]))
