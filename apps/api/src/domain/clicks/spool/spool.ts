import { randomUUID } from 'node:crypto'
import type { NewClick } from '@throughline/db/clicks/clicks'
import { openSpoolFolder, ownedPrefix, spoolFileName, type SpoolFile } from './spool-folder.js'
import { readSpoolLines, toSpoolLine } from './spool-line.js'
import { createSpoolWriter, type SpoolWriter } from './spool-writer.js'

/** Clicks on disk that wait for the database. */
export interface Spool {
  /** Makes the folder; says at the start what would fail later. */
  prepare(): Promise<void>
  /**
   * Writes clicks and waits until they are on the disk. One call at a time.
   *
   * @throws SpoolFullError, or what the disk says; then none of them counts as written
   */
  append(clicks: NewClick[]): Promise<void>
  /** This process's files, and those of others that nobody has touched for a while. */
  files(): Promise<SpoolFile[]>
  /** Makes a file this process's alone, and nobody's to write to; null where another was quicker. */
  take(file: SpoolFile): Promise<SpoolFile | null>
  /** The clicks of a file that was taken. */
  read(file: SpoolFile): Promise<{ clicks: NewClick[]; damaged: number }>
  remove(file: SpoolFile): Promise<void>
  /** Of this database's clicks in the folder, whosever they are. */
  bytes(): Promise<number>
  close(): Promise<void>
}

export interface SpoolOptions {
  directory: string
  maxBytes: number
  /** Names the database; letters and digits. */
  database: string
  fileBytes?: number
  /** How long another process's file must have been left alone before it may be taken. */
  foreignIdleMs?: number
}

const FILE_BYTES = 4 * 1024 * 1024
const FOREIGN_IDLE_MS = 10_000

/**
 * Opens a process's part of the spool. Nothing is locked: a file is taken by renaming it, before it is read, and who
 * writes makes sure, after the fsync and before the answer, that the file still has its name; else it writes again.
 * So what was answered is in a file that somebody will read, and what is in two files is counted once, by its id.
 */
export function openSpool(options: SpoolOptions): Spool {
  const { directory, database, maxBytes } = options
  const folder = openSpoolFolder(directory, database)
  const owner = randomUUID().replaceAll('-', '')
  const ownFiles = ownedPrefix(database, owner)
  let number = 0
  const nextName = () => spoolFileName(database, owner, (number += 1))
  const fileBytes = options.fileBytes ?? FILE_BYTES
  const writer: SpoolWriter = createSpoolWriter({ folder, nextName, maxBytes, fileBytes })
  const foreignIdleMs = options.foreignIdleMs ?? FOREIGN_IDLE_MS
  return {
    prepare: () => folder.prepare(),
    append: (clicks) => writer.append(Buffer.from(clicks.map(toSpoolLine).join(''))),
    files: async () => {
      const files = await folder.list()
      return files.filter(
        ({ name, idleMs }) => name.startsWith(ownFiles) || idleMs >= foreignIdleMs,
      )
    },
    take: async (file) => {
      writer.leave(file.name)
      const name = nextName()
      return (await folder.take(file.name, name)) ? { ...file, name, idleMs: 0 } : null
    },
    read: async ({ name }) => readSpoolLines(await folder.read(name)),
    remove: ({ name }) => folder.remove(name),
    bytes: () => folder.bytes(),
    close: () => writer.close(),
  }
}
