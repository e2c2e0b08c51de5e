import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { readTextIfPresent, writePrivateFile } from './private-file.js'

/**
 * Returns the key ring that encrypts webhook secrets (`kid:base64` of 32 bytes). The first call creates it, mode 0600,
 * beside the database. It is never replaced, because the stored secrets would be unreadable.
 */
export async function ensureSecretsKeys(home: string): Promise<string> {
  const path = secretsKeysPath(home)
  const kept = (await readTextIfPresent(path))?.trim()
  if (kept) return kept
  const made = `k1:${randomBytes(32).toString('base64')}`
  await writePrivateFile(path, `${made}\n`)
  return made
}

export async function readSecretsKeysFile(home: string): Promise<string | null> {
  return (await readTextIfPresent(secretsKeysPath(home)))?.trim() ?? null
}

function secretsKeysPath(home: string): string {
  return join(home, 'secrets-keys')
}
