import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { readTextIfPresent, writePrivateFile } from './private-file.js'

/**
 * The key ring that encrypts webhook secrets (`kid:base64` of 32 bytes; contract §8), made on the
 * first call and kept in `{home}/secrets-keys`, mode 0600. Losing it makes the stored secrets
 * unreadable, so it lives beside the database and is never replaced.
 */
export async function ensureSecretsKeys(home: string): Promise<string> {
  const path = join(home, 'secrets-keys')
  const kept = (await readTextIfPresent(path))?.trim()
  if (kept) return kept
  const made = `k1:${randomBytes(32).toString('base64')}`
  await writePrivateFile(path, `${made}\n`)
  return made
}
