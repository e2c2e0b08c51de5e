import { randomBytes } from 'node:crypto'
import { link, mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { errorCode, StackError } from './errors.js'
import { readJsonIfPresent, readTextIfPresent } from './private-file.js'
import { isRunning, markProcess, parseMark, type ProcessMark } from './processes.js'

export interface HomeLock {
  release(): Promise<void>
}

/** Locks the data folder, replacing the lock of an ended process. @throws StackError if a running process holds it */
export async function lockHome(home: string): Promise<HomeLock> {
  const path = join(home, 'lock')
  // Another process may replace a stale lock at the same time. Then the next round finds a running owner.
  for (let round = 0; round < ROUNDS; round += 1) {
    if (await tryLock(path)) {
      return { release: () => rm(path, { force: true }) }
    }
    await clearStaleLock(path, home)
  }
  throw new StackError(
    `Could not create the lock ${path}. If nothing uses that folder, remove the lock and ${guardOf(path)}.`,
  )
}

const ROUNDS = 50
const ROUND_MS = 20

/** Linking a finished file is atomic, so the lock is never empty. */
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

/** One process at a time checks and removes the lock. Otherwise it could remove the new lock of another process. */
async function clearStaleLock(path: string, home: string): Promise<void> {
  rejectIfHeld(await readHolder(path), home)
  const guard = guardOf(path)
  try {
    await mkdir(guard)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    await sleep(ROUND_MS)
    return
  }
  try {
    // If the lock is gone, another process has removed it, and the next lock belongs to a new owner.
    if ((await readTextIfPresent(path)) === null) return
    rejectIfHeld(await readHolder(path), home)
    await rm(path, { force: true })
  } finally {
    await rmdir(guard)
  }
}

async function readHolder(path: string): Promise<ProcessMark | null> {
  return parseMark(await readJsonIfPresent(path))
}

function guardOf(path: string): string {
  return `${path}.clearing`
}

function rejectIfHeld(holder: ProcessMark | null, home: string): void {
  if (holder === null || !isRunning(holder)) return
  throw new StackError(
    `Throughline already runs on ${home} (process ${holder.pid}). Stop it first, or start a second one with another THROUGHLINE_HOME and PORT.`,
  )
}

function sibling(path: string): string {
  return `${path}.${randomBytes(4).toString('hex')}`
}
