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

/** The outcome of `work`, or a rejection after `limitMs`: for what a platform may never answer. */
export function within<Result>(
  runtime: Runtime,
  limitMs: number,
  work: Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = runtime.setTimeout(() => {
      reject(new Error('timed out'))
    }, limitMs)
    void work.then(resolve, reject).then(() => {
      runtime.clearTimeout(timer)
    })
  })
}
