import { access, constants, mkdir, open, readdir, readFile } from 'node:fs/promises'
import { rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface SpoolFolder {
  /** Creates the folder; throws if it is not writable. */
  prepare(): Promise<void>
  /** Creates a file whose name is durable. */
  create(name: string): Promise<FileHandle>
  /** Lists all files with clicks of this database; the files of a process are in creation order. */
  list(): Promise<SpoolFile[]>
  bytes(): Promise<number>
  has(name: string, file: FileHandle): Promise<boolean>
  /** Renames a file; returns false if it does not exist. */
  take(name: string, newName: string): Promise<boolean>
  read(name: string): Promise<string>
  remove(name: string): Promise<void>
}

export interface SpoolFile {
  name: string
  bytes: number
  idleMs: number
}

export function openSpoolFolder(directory: string, database: string): SpoolFolder {
  const path = (name: string) => join(directory, name)
  const list = async () => {
    const names = await unlessMissing(readdir(directory), [])
    const own = names.filter((name) => name.startsWith(`${database}-`) && name.endsWith(SUFFIX))
    const files = await Promise.all(own.sort().map((name) => describe(path(name), name)))
    return files.filter((file) => file !== null)
  }
  return {
    list,
    bytes: async () => (await list()).reduce((sum, { bytes }) => sum + bytes, 0),
    prepare: async () => {
      await makePrivate(directory)
      await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    },
    create: async (name) => {
      await makePrivate(directory)
      const file = await open(path(name), 'ax', 0o600)
      try {
        await syncDirectory(directory)
      } catch (error) {
        await file.close()
        await rm(path(name), { force: true })
        throw error
      }
      return file
    },
    has: async (name, file) => {
      const [there, held] = await Promise.all([unlessMissing(stat(path(name)), null), file.stat()])
      return there !== null && there.ino === held.ino && there.dev === held.dev
    },
    take: async (name, newName) => {
      const renamed = rename(path(name), path(newName)).then(() => true)
      if (!(await unlessMissing(renamed, false))) return false
      // Resets its idle time, so that no other process takes it in turn.
      await unlessMissing(utimes(path(newName), new Date(), new Date()), undefined)
      return true
    },
    read: (name) => unlessMissing(readFile(path(name), 'utf8'), ''),
    remove: (name) => rm(path(name), { force: true }),
  }
}

export function spoolFileName(database: string, owner: string, number: number): string {
  return `${ownedPrefix(database, owner)}${String(number).padStart(NUMBER_DIGITS, '0')}${SUFFIX}`
}

export function ownedPrefix(database: string, owner: string): string {
  return `${database}-${owner}-`
}

const SUFFIX = '.clicks'
const NUMBER_DIGITS = 8

async function unlessMissing<Value, Missing>(
  value: Promise<Value>,
  missing: Missing,
): Promise<Value | Missing> {
  try {
    return await value
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing
    throw error
  }
}

/** Returns null for a file that was drained in the meantime. */
async function describe(path: string, name: string): Promise<SpoolFile | null> {
  const found = await unlessMissing(stat(path), null)
  return found && { name, bytes: found.size, idleMs: Date.now() - found.mtimeMs }
}

/** Parent folders keep normal permissions: the database's own files may be beside it, under another user. */
async function makePrivate(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true })
  await mkdir(directory, { recursive: true, mode: 0o700 })
}

/** Syncs the folder: without it, a crash of the machine may lose a file's name and therefore the file. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
