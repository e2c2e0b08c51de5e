import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { errorCode, StackError } from './errors.js'
import { isRecord } from './private-file.js'

/** Identifies a process. The start time is needed because the system reuses process numbers. */
export interface ProcessMark {
  pid: number
  /** The start time in a form specific to this machine; null if unknown. */
  startedAt: string | null
}

export function markProcess(pid: number): ProcessMark {
  return { pid, startedAt: readStartTime(pid) }
}

/** Whether that process still runs; false for a zombie. */
export function isRunning(mark: ProcessMark): boolean {
  if (!isPidAlive(mark.pid)) return false
  return mark.startedAt === null || mark.startedAt === readStartTime(mark.pid)
}

export function isPidAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  return readLinuxStat(pid)?.[0] !== 'Z'
}

export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

/** Waits until a process has ended; returns false if it still runs after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isPidAlive(pid)) {
    if (Date.now() >= deadline) return false
    await sleep(20)
  }
  return true
}

/** Returns the command line of a process, or an empty string if it is not readable. */
export function readCommandLine(pid: number): string {
  if (process.platform === 'linux') {
    return readProcFile(pid, 'cmdline').replaceAll('\0', ' ')
  }
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
}

export function parseMark(value: unknown): ProcessMark | null {
  if (!isRecord(value)) return null
  const { pid, startedAt } = value
  // A signal to 0 or less would go to whole process groups, including our own.
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return null
  return { pid, startedAt: typeof startedAt === 'string' ? startedAt : null }
}

/** Returns the number of a process that was just spawned. @throws StackError if the spawn failed */
export function requirePid(pid: number | undefined, name: string): number {
  if (pid === undefined) throw new StackError(`Could not start ${name}.`)
  return pid
}

function readStartTime(pid: number): string | null {
  if (process.platform === 'linux') return readLinuxStat(pid)?.[19] ?? null
  const ps = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return ps.status === 0 ? ps.stdout.trim() : null
}

/** Returns the fields of /proc/{pid}/stat from the state on. The name before them may contain spaces. */
function readLinuxStat(pid: number): string[] | null {
  const stat = readProcFile(pid, 'stat')
  return stat === '' ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readProcFile(pid: number, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
