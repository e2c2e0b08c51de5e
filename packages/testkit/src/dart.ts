import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('../../../scripts/dart.mjs', import.meta.url))

/** Returns the path of a working Dart, from PATH or the cached VM; null if there is none. Downloads nothing. */
export function findDart(): string | null {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, '--where'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
