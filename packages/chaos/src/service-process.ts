import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, closeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isReady } from '@throughline/stack/is-ready'

export interface ServiceOptions {
  /** `api-1`; what it says is in `{name}.log`. */
  name: string
  /** Node's arguments: flags and the bundle. */
  args: string[]
  env: Record<string, string>
  logFile: string
  /** Where it is asked whether it is ready, and for its metrics. */
  url: string
  /** By how much its clock is wrong from the start, in milliseconds; 0 unless told. */
  clockShiftMs?: number
}

/** One process of the product that is started, harmed and started again. */
export interface ServiceProcess {
  readonly name: string
  readonly url: string
  readonly pid: () => number
  readonly isUp: () => boolean
  /**
   * Starts it, or starts it again; resolves when it is ready. Where it has been ready before, a start that ends is
   * followed by another, as its supervisor would do: a store may be away.
   *
   * @param clockShiftMs by how much its clock is wrong this time
   */
  readonly start: (clockShiftMs?: number) => Promise<void>
  /** Sends a signal and waits for its end. @returns its exit code, or the signal that ended it */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | string>
  /** Ends it at once; resolves when it is gone. */
  readonly kill: () => Promise<void>
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void
  /** How it ended when it had been ready and nobody had asked it to. */
  readonly unasked: readonly string[]
}

const READY_TIMEOUT_MS = 60_000
/** As a supervisor's first pause. */
const PAUSE_MS = 500
const SHIFT_CLOCK = ['--import', new URL('shift-clock.mjs', import.meta.url).href]

/** A service that is not started yet. */
export function makeService(options: ServiceOptions): ServiceProcess {
  let child: ChildProcess | null = null
  let ended: Promise<number | string> = Promise.resolve(0)
  let isAsked = true
  let isReadyNow = false
  let wasEverReady = false
  const unasked: string[] = []

  const launch = (clockShiftMs: number) => {
    const own = spawnOne(options, clockShiftMs)
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
    const untilMs = performance.now() + READY_TIMEOUT_MS
    launch(clockShiftMs)
    while (performance.now() < untilMs) {
      isReadyNow = await isReady(`${options.url}/readyz`)
      if (isReadyNow) {
        wasEverReady = true
        return
      }
      const hasEnded = child === null
      if (hasEnded && !wasEverReady)
        throw new Error(`${options.name} ended while it started: ${options.logFile}`)
      await sleep(hasEnded ? PAUSE_MS : 25)
      if (hasEnded) launch(clockShiftMs)
    }
    throw new Error(`${options.name} was not ready in time: ${options.logFile}`)
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    isAsked = true
    child?.kill(signal)
    return ended
  }
  return {
    name: options.name,
    url: options.url,
    pid: () => child?.pid ?? 0,
    isUp: () => child !== null,
    start,
    end,
    kill: async () => {
      await end('SIGKILL')
    },
    signal: (signal) => void child?.kill(signal),
    unasked,
  }
}

function spawnOne({ args, env, logFile }: ServiceOptions, clockShiftMs: number): ChildProcess {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [...(clockShiftMs === 0 ? [] : SHIFT_CLOCK), ...args], {
    env: { ...env, CLOCK_SHIFT_MS: String(clockShiftMs) },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}
