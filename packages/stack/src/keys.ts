import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { readTextIfPresent, writePrivateFile } from './private-file.js'

/**
 * The key ring that encrypts webhook secrets (`kid:base64` of 32 bytes), made on the
 * first call and kept in `{home}/secrets-keys`, mode 0600. Losing it makes the stored secrets
 * unreadable, so it lives beside the database and is never replaced.
 */
export async function ensureSecretsKeys(home: string): Promise<string> {
  const path = secretsKeysPath(home)
  const kept = (await readTextIfPresent(path))?.trim()
  if (kept) return kept
  const made = `k1:${randomBytes(32).toString('base64')}`
  await writePrivateFile(path, `${made}\n`)
  return made
}

/** The key ring kept in that folder, or null when none was made there yet. */
export async function readSecretsKeysFile(home: string): Promise<string | null> {
  return (await readTextIfPresent(secretsKeysPath(home)))?.trim() ?? null
}

function secretsKeysPath(home: string): string {
  return join(home, 'secrets-keys')
}
