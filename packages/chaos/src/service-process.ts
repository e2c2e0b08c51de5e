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
  readyUrl: string
}

/** One process of the product that is started, harmed and started again. */
export interface ServiceProcess {
  readonly name: string
  readonly pid: () => number
  readonly isUp: () => boolean
  /** Starts it, or starts it again; resolves when it is ready. */
  readonly start: () => Promise<void>
  /** Sends a signal and waits for its end. @returns its exit code, or the signal that ended it */
  readonly end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | string>
  /** Ends it at once; resolves when it is gone. */
  readonly kill: () => Promise<void>
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void
  /** How it ended when nobody had asked it to. */
  readonly unasked: readonly string[]
}

const READY_TIMEOUT_MS = 60_000

/** A service that is not started yet. */
export function makeService(options: ServiceOptions): ServiceProcess {
  let child: ChildProcess | null = null
  let ended: Promise<number | string> = Promise.resolve(0)
  let isAsked = true
  const unasked: string[] = []

  const start = async () => {
    const log = openSync(options.logFile, 'a')
    const own = spawn(process.execPath, options.args, {
      env: options.env,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    child = own
    isAsked = false
    ended = once(own, 'exit').then(([code, signal]: (number | string | null)[]) => {
      const how = code ?? signal ?? 'ended'
      if (!isAsked) unasked.push(`${options.name}: ${how}`)
      if (child === own) child = null
      return how
    })
    await waitUntilReady()
  }

  const waitUntilReady = async () => {
    const untilMs = performance.now() + READY_TIMEOUT_MS
    while (performance.now() < untilMs) {
      if (await isReady(options.readyUrl)) return
      if (child === null)
        throw new Error(`${options.name} ended while it started: ${options.logFile}`)
      await sleep(25)
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
