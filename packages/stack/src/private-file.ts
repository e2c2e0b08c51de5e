import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'

import { errorCode } from './errors.js'

/** Writes a file atomically, with mode 0600. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

export async function readTextIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Returns the object in a JSON file, or null if the file is missing or contains no valid object. */
export async function readJsonIfPresent(path: string): Promise<Record<string, unknown> | null> {
  const text = await readTextIfPresent(path)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
