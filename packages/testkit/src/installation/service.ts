import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isReady } from '@throughline/stack/is-ready'

export interface ServiceOptions {
  name: string
  /** Node's arguments: flags and the main file. */
  args: string[]
  env: Record<string, string>
  /** Where its output is appended; null for this process's own output. */
  logFile: string | null
  /** The port of readiness and metrics, on loopback. */
  port: number
  /** How far its clock is off, in milliseconds. Default 0. */
  clockShiftMs?: number
  core?: number | undefined
  /** Runs it in a separate process group. */
  isDetached?: boolean
  signal?: AbortSignal | undefined
}

export interface Service {
  readonly name: string
  readonly port: number
  readonly url: string
  /** 0 while it does not run. */
  readonly pid: () => number
  readonly isUp: () => boolean
  /** Starts it; after its first start, restarts it until it is ready, as a supervisor would. */
  readonly start: (clockShiftMs?: number) => Promise<void>
  /** Sends a signal and waits for the end. @returns the exit code, or the signal that ended it */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | string>
  /** SIGTERM, and SIGKILL after 5 s. */
  readonly stop: () => Promise<void>
  /** Sends SIGKILL. Resolves when it has ended. */
  readonly kill: () => Promise<void>
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void
  /** Each unexpected end after it was ready. */
  readonly unasked: readonly string[]
}

/** For a process that runs: much longer than a start takes on a busy machine. */
const READY_TIMEOUT_MS = 600_000
/** For one that ends again and again. */
const RESTARTS_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 5_000
/** As a supervisor's first pause. */
const PAUSE_MS = 500
const SHIFT_CLOCK = ['--import', new URL('shift-clock.mjs', import.meta.url).href]

export function createService(options: ServiceOptions): Service {
  const url = `http://127.0.0.1:${options.port}`
  let child: ChildProcess | null = null
  let ended: Promise<number | string> = Promise.resolve(0)
  let isAsked = true
  let isReadyNow = false
  let wasEverReady = false
  const unasked: string[] = []

  const launch = (clockShiftMs: number) => {
    const own = spawnNode(options, clockShiftMs)
    child = own
    isAsked = false
    isReadyNow = false
    ended = once(own, 'exit').then(([code, signal]: (number | string | null)[]) => {
      const how = code ?? signal ?? 'ended'
      if (!isAsked && isReadyNow) unasked.push(`${options.name}: ${how}`)
      if (child === own) child = null
      return how
    })
  }

  const start = async (clockShiftMs = options.clockShiftMs ?? 0) => {
    const startedMs = performance.now()
    launch(clockShiftMs)
    for (;;) {
      options.signal?.throwIfAborted()
      isReadyNow = await isReady(`${url}/readyz`)
      if (isReadyNow) {
        wasEverReady = true
        return pinToCore(child?.pid, options.core)
      }
      const hasEnded = child === null
      const problem = problemOf({ hasEnded, wasEverReady, tookMs: performance.now() - startedMs })
      if (problem !== null) throw failure(options, problem)
      await sleep(hasEnded ? PAUSE_MS : 25)
      if (hasEnded) launch(clockShiftMs)
    }
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    isAsked = true
    child?.kill(signal)
    return ended
  }
  return {
    name: options.name,
    port: options.port,
    url,
    pid: () => child?.pid ?? 0,
    isUp: () => child !== null,
    start,
    end,
    stop: async () => {
      const timer = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await end('SIGTERM')
      clearTimeout(timer)
    },
    kill: async () => {
      await end('SIGKILL')
    },
    signal: (signal) => void child?.kill(signal),
    unasked,
  }
}

interface Start {
  hasEnded: boolean
  wasEverReady: boolean
  tookMs: number
}

/** Why a start has failed; null if it may still succeed. */
function problemOf({ hasEnded, wasEverReady, tookMs }: Start): string | null {
  if (hasEnded && !wasEverReady) return 'ended while it started'
  if (hasEnded && tookMs >= RESTARTS_TIMEOUT_MS) return 'ended again and again'
  return tookMs >= READY_TIMEOUT_MS ? 'was not ready in time' : null
}

/** With the end of its output. */
function failure({ name, logFile }: ServiceOptions, what: string): Error {
  const output = logFile === null ? '' : readFileSync(logFile, 'utf8').slice(-2_000)
  return new Error(`${name} ${what}\n${output}`)
}

function spawnNode(
  { args, env, logFile, isDetached = false }: ServiceOptions,
  clockShiftMs: number,
): ChildProcess {
  const log = logFile === null ? 'inherit' : openSync(logFile, 'a')
  const child = spawn(process.execPath, [...(clockShiftMs === 0 ? [] : SHIFT_CLOCK), ...args], {
    env: { ...env, CLOCK_SHIFT_MS: String(clockShiftMs) },
    stdio: ['ignore', log, log],
    detached: isDetached,
  })
  if (log !== 'inherit') closeSync(log)
  return child
}

/** Keeps a process with all its threads to one core, where the machine has taskset and more than one core. */
export async function pinToCore(pid: number | undefined, core: number | undefined): Promise<void> {
  if (pid === undefined || core === undefined) return
  if (process.platform !== 'linux' || cpus().length < 2) return
  await promisify(execFile)('taskset', ['-acp', String(core), String(pid)])
}
