import type { FileHandle } from 'node:fs/promises'
import type { SpoolFolder } from './spool-folder.js'

/** Appends to one file after another. One `append` at a time. */
export interface SpoolWriter {
  /**
   * Writes lines and waits until they are on the disk, in a file that somebody will read.
   *
   * @throws SpoolFullError, or what the disk says; then nothing of it may count as written
   */
  append(lines: Buffer): Promise<void>
  /** That file is being drained: what comes next goes to another. */
  leave(name: string): void
  close(): Promise<void>
}

/** There is no room left for clicks. */
export class SpoolFullError extends Error {
  override name = 'SpoolFullError'
}

export interface SpoolWriterOptions {
  folder: SpoolFolder
  nextName: () => string
  /** Of all files of the folder together; several processes may exceed it by a file each. */
  maxBytes: number
  /** Of one file, after which the next is begun. */
  fileBytes: number
}

interface OpenFile {
  name: string
  file: FileHandle
  bytes: number
  isLeft: boolean
}

/** How often a file may be taken away between being made and being written, before that is a fault. */
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
    // Counted anew at each file, and before anything is refused: others write and drain as well.
    if (current === null || folderBytes + bytes > maxBytes) folderBytes = await folder.bytes()
    if (folderBytes + bytes > maxBytes) throw new SpoolFullError('The spool of clicks is full')
    if (current === null) {
      const name = nextName()
      current = { name, file: await folder.create(name), bytes: 0, isLeft: false }
    }
    return current
  }
  /** False where the file has lost its name meanwhile: whoever took it may have read it before. */
  const write = async (lines: Buffer): Promise<boolean> => {
    const open = await fileFor(lines.length)
    try {
      await open.file.appendFile(lines)
      await open.file.datasync()
    } catch (error) {
      // What it holds now is not known: nothing is written behind it.
      await close().catch(() => undefined)
      // One that nothing was promised of would stay behind at each try, for as long as the disk is full.
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
      throw new Error('Spool files are taken away before they are written')
    },
    leave: (name) => {
      if (current?.name === name) current.isLeft = true
    },
  }
}
