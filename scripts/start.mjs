// `npm start`: runs the set-up, then all services on this machine until Ctrl-C.
import { inRoot, root, tsxFlags } from './lib/paths.mjs'
import { runChild } from './lib/run-child.mjs'
import { ensureSetup } from './setup.mjs'

// npm keeps options that stand before `--`, and passes them on only as variables; `--no-sample` as an empty one.
const { npm_config_host, npm_config_link_host, npm_config_sample } = process.env
if (npm_config_host || npm_config_link_host || npm_config_sample !== undefined) {
  process.stderr.write('Put options after "--": npm start -- --host 192.168.1.20\n')
  process.exit(1)
}
await ensureSetup({ quiet: true })
const launcher = inRoot('packages', 'stack', 'src', 'launch.ts')
const args = [...tsxFlags(), launcher, ...process.argv.slice(2)]
process.exit(await runChild(process.execPath, args, { cwd: root }))
