import type { Runtime } from '../adapters.js'
import { globals } from './globals.js'

/** The platform's clock, chance and timers, looked up at each call: polyfills may come later. */
export const platformRuntime: Runtime = {
  now: () => Date.now(),
  random: () => Math.random(),
  setTimeout: (run, delayMs) => globals.setTimeout(run, delayMs),
  clearTimeout: (timer) => {
    globals.clearTimeout(timer)
  },
}

/** Resolves after that many milliseconds. */
export function sleep(runtime: Runtime, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    runtime.setTimeout(resolve, delayMs)
  })
}

/**
 * The outcome of `work`, or a rejection after `limitMs`: for what a platform may never answer. `onLate` ends the work.
 */
export function within<Result>(
  { runtime, limitMs, onLate }: { runtime: Runtime; limitMs: number; onLate?: () => void },
  work: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = runtime.setTimeout(() => {
      onLate?.()
      reject(new Error(`No answer within ${limitMs} ms`))
    }, limitMs)
    const settled = () => {
      runtime.clearTimeout(timer)
    }
    work.then(resolve, reject)
    work.then(settled, settled)
  })
}
