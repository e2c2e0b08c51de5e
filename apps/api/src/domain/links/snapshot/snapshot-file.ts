import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyRing } from '@throughline/core/security/key-ring'
import type { Logger } from '@throughline/runtime/logger'
import { readSnapshotLines, type LinkSnapshot } from './link-snapshot.js'

const NAME = 'links.snapshot'
/** Chunk size, so that no visitor waits for the whole file. */
const CHUNK_BYTES = 256 * 1024
const ABANDONED_MS = 600_000

export async function readSnapshotFile(
  directory: string,
  { keyRing, logger }: { keyRing: KeyRing; logger: Logger },
): Promise<LinkSnapshot | null> {
  try {
    return readSnapshotLines(await readFile(join(directory, NAME), 'utf8'), keyRing, new Date())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    const reason = error instanceof Error ? error.message : String(error)
    logger.warn({ directory, reason }, 'link snapshot ignored')
    return null
  }
}

/** Replaces the snapshot atomically; only its owner may read it. */
export async function writeSnapshotFile(directory: string, lines: Iterable<string>): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = join(directory, `${NAME}.${randomBytes(6).toString('hex')}`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await writeChunks(file, lines)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(draft, join(directory, NAME))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Removes drafts of processes that were killed while writing, as far as the folder is writable. Never rejects. */
export async function removeAbandonedDrafts(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(`${NAME}.`))) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => null)
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS)
      await rm(path, { force: true }).catch(() => undefined)
  }
}

async function writeChunks(file: FileHandle, lines: Iterable<string>): Promise<void> {
  let chunk: string[] = []
  let length = 0
  for (const line of lines) {
    chunk.push(line)
    length += line.length
    if (length < CHUNK_BYTES) continue
    await file.appendFile(chunk.join(''))
    chunk = []
    length = 0
  }
  await file.appendFile(chunk.join(''))
}
