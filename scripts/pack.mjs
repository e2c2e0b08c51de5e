// `npm run pack [-- --out DIR] [client] [webhooks]`: builds the published packages and packs them into tarballs, which
// apps and servers install without a registry.
import { mkdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { npmCommand } from './lib/npm-command.mjs'
import { inRoot } from './lib/paths.mjs'
import { runQuietly } from './lib/run-child.mjs'
import { ensureSetup } from './setup.mjs'

/** Folders of the packages, and where each is installed. */
const PACKAGES = {
  client: { folder: inRoot('packages', 'sdk'), place: 'In your app' },
  webhooks: {
    folder: inRoot('packages', 'webhooks'),
    place: 'In your server that receives webhooks',
  },
}

const { values: flags, positionals } = parseArgs({
  options: { out: { type: 'string' } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !Object.hasOwn(PACKAGES, name))
if (unknown.length > 0) {
  fail(`No such package: ${unknown.join(', ')}. There are ${Object.keys(PACKAGES).join(', ')}.`)
}

await ensureSetup({ quiet: true })
const out = flags.out ? resolve(flags.out) : inRoot('packed')
await mkdir(out, { recursive: true })
for (const name of positionals.length > 0 ? positionals : Object.keys(PACKAGES)) {
  const { folder, place } = PACKAGES[name]
  const tarball = await pack(folder)
  const kilobytes = Math.round((await stat(tarball)).size / 1_000)
  process.stdout.write(`${place} (${kilobytes} kB):\n  npm install ${tarball}\n`)
}

/** Packs a package, which builds it; returns the tarball's path. */
async function pack(folder) {
  const [program, ...before] = npmCommand()
  const args = [...before, 'pack', '--pack-destination', out]
  const { code, output } = await runQuietly(program, args, { cwd: folder })
  if (code !== 0) fail(output)
  const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  return join(out, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
