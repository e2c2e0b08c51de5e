import type { FileHandle } from 'node:fs/promises'
import type { SpoolFolder } from './spool-folder.js'

export interface SpoolWriter {
  /** Resolves once the lines are on disk, in a file that will be drained. @throws if nothing counts as written */
  append(lines: Buffer): Promise<void>
  /** The file is being drained, so later lines go to another file. */
  leave(name: string): void
  close(): Promise<void>
}

export class SpoolFullError extends Error {
  override name = 'SpoolFullError'
}

export interface SpoolWriterOptions {
  folder: SpoolFolder
  nextName: () => string
  /** Maximum size of all files in the folder; concurrent processes may exceed it by a file each. */
  maxBytes: number
  fileBytes: number
}

interface OpenFile {
  name: string
  file: FileHandle
  bytes: number
  isLeft: boolean
}

/** How often a file may be taken between its creation and its write before this is an error. */
const ROUNDS = 5

export function createSpoolWriter(options: SpoolWriterOptions): SpoolWriter {
  const { folder, nextName, maxBytes, fileBytes } = options
  let current: OpenFile | null = null
  let folderBytes = 0

  const close = async () => {
    const ended = current
    current = null
    await ended?.file.close()
  }
  const fileFor = async (bytes: number): Promise<OpenFile> => {
    if (current !== null && (current.isLeft || current.bytes + bytes > fileBytes)) await close()
    // The size is counted again for each file and before a rejection, because other processes also write and drain.
    if (current === null || folderBytes + bytes > maxBytes) folderBytes = await folder.bytes()
    if (folderBytes + bytes > maxBytes) throw new SpoolFullError('The spool of clicks is full')
    if (current === null) {
      const name = nextName()
      current = { name, file: await folder.create(name), bytes: 0, isLeft: false }
    }
    return current
  }
  /** Returns false if the file was renamed, because the other process may have read it before this write. */
  const write = async (lines: Buffer): Promise<boolean> => {
    const open = await fileFor(lines.length)
    try {
      await open.file.appendFile(lines)
      await open.file.datasync()
    } catch (error) {
      // The content of the file is now unknown, so nothing is appended to it.
      await close().catch(() => undefined)
      // Otherwise each attempt on a full disk would leave an empty file behind.
      if (open.bytes === 0) await folder.remove(open.name).catch(() => undefined)
      throw error
    }
    open.bytes += lines.length
    folderBytes += lines.length
    if (!open.isLeft && (await folder.has(open.name, open.file))) return true
    await close()
    return false
  }
  return {
    close,
    append: async (lines) => {
      for (let round = 0; round < ROUNDS; round += 1) if (await write(lines)) return
      throw new Error('Spool files are renamed before they are written')
    },
    leave: (name) => {
      if (current?.name === name) current.isLeft = true
    },
  }
}
