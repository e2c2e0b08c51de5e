import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { readJsonIfPresent, writePrivateFile } from './private-file.js'
import { isRecord } from './private-file.js'
import { isRunning, parseMark, type ProcessMark } from './processes.js'

/** The addresses of a running stack: the content of `{THROUGHLINE_HOME}/stack.json`. */
export interface StackAddresses {
  databaseUrl: string
  redisUrl: string | null
  publicUrl: string
  /** Null in a file that an older version wrote. */
  linkBaseHost: string | null
  workerUrl: string
  /** Processes by name: `launcher`, `api`, `worker`, `postgres`. */
  processes: Record<string, ProcessMark>
}

/** Writes the addresses, mode 0600: the database URL holds a password. */
export async function writeStackFile(home: string, stack: StackAddresses): Promise<void> {
  await writePrivateFile(stackFilePath(home), `${JSON.stringify(stack, null, 2)}\n`)
}

/** Returns the addresses of the stack that runs on that folder, or null if none of its processes runs. */
export async function readStackFile(home: string): Promise<StackAddresses | null> {
  const stack = parseStack(await readJsonIfPresent(stackFilePath(home)))
  if (stack === null || !Object.values(stack.processes).some(isRunning)) return null
  return stack
}

export async function removeStackFile(home: string): Promise<void> {
  await rm(stackFilePath(home), { force: true })
}

function stackFilePath(home: string): string {
  return join(home, 'stack.json')
}

function parseStack(value: Record<string, unknown> | null): StackAddresses | null {
  if (value === null) return null
  const { databaseUrl, redisUrl, publicUrl, linkBaseHost, workerUrl, processes } = value
  if (typeof databaseUrl !== 'string' || typeof publicUrl !== 'string') return null
  if (typeof workerUrl !== 'string' || !isRecord(processes)) return null
  const marks: Record<string, ProcessMark> = {}
  for (const [name, value] of Object.entries(processes)) {
    const mark = parseMark(value)
    if (mark !== null) marks[name] = mark
  }
  return {
    databaseUrl,
    redisUrl: textOrNull(redisUrl),
    publicUrl,
    linkBaseHost: textOrNull(linkBaseHost),
    workerUrl,
    processes: marks,
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
