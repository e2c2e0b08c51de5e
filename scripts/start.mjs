// `npm start`: set-up, then everything on this machine until Ctrl-C.
import { inRoot, root, tsxFlags } from './lib/paths.mjs'
import { runChild } from './lib/run-child.mjs'
import { ensureSetup } from './setup.mjs'

await ensureSetup({ quiet: true })
const launcher = inRoot('packages', 'stack', 'src', 'launch.ts')
process.exit(await runChild(process.execPath, [...tsxFlags(), launcher], { cwd: root }))
