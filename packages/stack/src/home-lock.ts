import { randomBytes } from 'node:crypto'
import { link, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { errorCode, StackError } from './errors.js'
import { readJsonIfPresent } from './private-file.js'
import { isRunning, markProcess, parseMark, type ProcessMark } from './processes.js'

/** Held while a stack runs on a data folder. */
export interface HomeLock {
  release(): Promise<void>
}

/**
 * Takes the data folder for this process. The lock of a process that has ended is taken over.
 * @throws StackError when a running process holds it
 */
export async function lockHome(home: string): Promise<HomeLock> {
  const path = join(home, 'lock')
  // A stale lock may be taken over by another starter at the same moment; then the next round
  // finds that one alive.
  for (let round = 0; round < 10; round += 1) {
    if (await tryLock(path)) {
      return { release: () => rm(path, { force: true }) }
    }
    await clearStaleLock(path, home)
  }
  throw new StackError(`The lock ${path} can't be taken. Remove it if nothing runs on that folder.`)
}

/** The lock appears with its content, never empty: a link to a finished file is atomic. */
async function tryLock(path: string): Promise<boolean> {
  const draft = sibling(path)
  await writeFile(draft, JSON.stringify(markProcess(process.pid)), { mode: 0o600 })
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function clearStaleLock(path: string, home: string): Promise<void> {
  refuseIfHeld(parseMark(await readJsonIfPresent(path)), home)
  const aside = sibling(path)
  try {
    await rename(path, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  const moved = parseMark(await readJsonIfPresent(aside))
  // Between reading and moving, another starter may have put its own lock there: give it back.
  if (moved !== null && isRunning(moved)) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
  refuseIfHeld(moved, home)
}

function refuseIfHeld(holder: ProcessMark | null, home: string): void {
  if (holder === null || !isRunning(holder)) return
  throw new StackError(
    `Throughline already runs on ${home} (process ${holder.pid}). Stop it first, or start a second one with another THROUGHLINE_HOME and PORT.`,
  )
}

function sibling(path: string): string {
  return `${path}.${randomBytes(4).toString('hex')}`
}
