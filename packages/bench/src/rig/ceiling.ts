import type { CeilingSettings, FromCeiling, ToCeiling } from './ceiling-messages.js'
import { startChild } from './child.js'

export interface Ceiling {
  pid: number
  /** Resolves with the time (monotonic ms) at which that many further jobs were completed. */
  expect(count: number): Promise<{ done: Promise<number> }>
  stop(): Promise<void>
}

/** Starts the ceiling's process; it takes jobs as soon as its queue is resumed. */
export async function startCeiling(settings: CeilingSettings): Promise<Ceiling> {
  const child = startChild<FromCeiling, ToCeiling>('ceiling-main.ts', [JSON.stringify(settings)])
  await child.next('ready')
  return {
    pid: child.pid,
    expect: async (count) => {
      const ready = child.next('expecting')
      const done = child.next('done', 600_000).then(({ atMs }) => atMs)
      done.catch(() => undefined)
      child.send({ kind: 'expect', count })
      await ready
      return { done }
    },
    stop: child.stop,
  }
}
