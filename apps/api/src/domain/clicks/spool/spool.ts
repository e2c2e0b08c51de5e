import { randomUUID } from 'node:crypto'
import type { NewClick } from '@throughline/db/clicks/clicks'
import { openSpoolFolder, ownedPrefix, spoolFileName, type SpoolFile } from './spool-folder.js'
import { readSpoolLines, toSpoolLine } from './spool-line.js'
import { createSpoolWriter, type SpoolWriter } from './spool-writer.js'

export interface Spool {
  /** Creates the folder; fails at the start if later writes would fail. */
  prepare(): Promise<void>
  /** Resolves once the clicks are on disk. One call at a time. @throws if no click counts as written */
  append(clicks: NewClick[]): Promise<void>
  /** Lists the files of this process and idle files of other processes. */
  files(): Promise<SpoolFile[]>
  /** Takes exclusive ownership of a file; null if another process was faster. */
  take(file: SpoolFile): Promise<SpoolFile | null>
  read(file: SpoolFile): Promise<{ clicks: NewClick[]; damaged: number }>
  remove(file: SpoolFile): Promise<void>
  /** Returns the size of all files with clicks of this database, from all processes. */
  bytes(): Promise<number>
  close(): Promise<void>
}

export interface SpoolOptions {
  directory: string
  maxBytes: number
  /** Identifies the database; letters and digits. */
  database: string
  fileBytes?: number
  /** How long another process's file must be idle before it may be taken. */
  foreignIdleMs?: number
}

const FILE_BYTES = 4 * 1024 * 1024
const FOREIGN_IDLE_MS = 10_000

/**
 * A file is taken by renaming it before it is read, and the writer checks after fsync, before the response, that its
 * file still has its name. An acknowledged click is thus in a file that will be drained; a click in two files counts
 * once.
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
