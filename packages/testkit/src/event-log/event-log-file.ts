import { open, readFile, type FileHandle } from 'node:fs/promises'

export interface EventLogFile {
  /** Resolves when the line is on disk. Concurrent lines share one flush. */
  append(entry: object): Promise<void>
  close(): Promise<void>
}

export async function openEventLog(path: string): Promise<EventLogFile> {
  const file = await open(path, 'a')
  let waiting: string[] = []
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null

  const flush = async () => {
    const lines = waiting
    waiting = []
    next = null
    await writeDown(file, lines)
  }
  const append = (entry: object) => {
    waiting.push(`${JSON.stringify(entry)}\n`)
    if (next === null) {
      next = writing.then(flush)
      writing = next
    }
    return next
  }
  return {
    append,
    close: async () => {
      await writing
      await file.close()
    },
  }
}

async function writeDown(file: FileHandle, lines: string[]): Promise<void> {
  await file.appendFile(lines.join(''))
  await file.datasync()
}

/** Reads an event log's entries. Omits a last line that a crash cut off. */
export async function readEventLog<Entry>(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch(emptyIfMissing)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry)
}

function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}
