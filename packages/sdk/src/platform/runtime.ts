import type { Runtime } from '../adapters.js'
import { globals } from './globals.js'

/** The platform's clock, randomness and timers, read at each call: polyfills may come later. */
export const platformRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimeout: (run, delayMs) => globals.setTimeout(run, delayMs),
  clearTimeout: (timer) => globals.clearTimeout(timer),
}

const ADAPTER_LIMIT_MS = 5000

/** The outcome of `work`, or a rejection after `limitMs`, for platform calls that may never finish. */
export function within<Result>(
  runtime: Runtime,
  work: Promise<Result> | Result,
  limitMs = ADAPTER_LIMIT_MS,
): Promise<Result> {
  let timer: unknown
  const late = new Promise<never>((_, reject) => {
    timer = runtime.setTimeout(() => {
      reject(new Error('timed out'))
    }, limitMs)
  })
  return Promise.race([work, late]).finally(() => {
    runtime.clearTimeout(timer)
  })
}
