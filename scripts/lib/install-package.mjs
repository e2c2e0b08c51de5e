import { spawnSync } from 'node:child_process'

import { runQuietly } from './run-child.mjs'

export function isOnPath(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
}

/** Installs a Debian package and prints a line, if run as root on Debian. Otherwise does nothing. */
export async function installPackage(debianPackage) {
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) return
  process.stdout.write(`Installing ${debianPackage} (apt-get) …\n`)
  // The package starts a separate server where it can; the tests start theirs on another port.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', debianPackage]]) {
    const { code, output } = await runQuietly('apt-get', command, { env })
    if (code !== 0) process.stdout.write(`apt-get ${command[0]} failed:\n${output}\n`)
  }
}
