import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@throughline/testkit/seeded-random'

export interface Fault {
  name: string
  /** The target. Only one fault at a time affects a target. */
  target: string
  /** How long its target has no other fault afterwards, in milliseconds; 0 by default. */
  restMs?: number
  run: () => Promise<void>
}

export interface Faulted {
  lane: number
  fromMs: number
  toMs: number
}

export interface LanesOptions {
  lanes: number
  random: Random
  /** No fault begins after this time. */
  forMs: number
  /** Minimum and maximum pause of a lane between two faults, in milliseconds. */
  calmMs: readonly [number, number]
  draw: (random: Random) => Fault
  say: (line: string) => void
}

/**
 * Runs faults in several lanes, so that they overlap. Skips a fault whose target has another one. @throws the first
 * error of a lane
 */
export async function runLanes(options: LanesOptions): Promise<Faulted[]> {
  const untilMs = performance.now() + options.forMs
  const shared: Shared = { busy: new Map(), done: [], hasFailed: false }
  const lanes = Array.from({ length: options.lanes }, async (_, lane) => {
    for (let n = 1; performance.now() < untilMs && !shared.hasFailed; n += 1) {
      const random = options.random.fork(`${lane}/${n}`)
      await sleep(random.integer(...options.calmMs))
      await doFault(options.draw(random), { lane, shared, say: options.say })
    }
  })
  const ended = await Promise.allSettled(lanes.map((lane) => lane.catch(markFailed(shared))))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return shared.done
}

interface Shared {
  busy: Map<string, string>
  done: Faulted[]
  hasFailed: boolean
}

function markFailed(shared: Shared) {
  return (error: unknown) => {
    shared.hasFailed = true
    throw error
  }
}

async function doFault(
  { name, target, restMs = 0, run }: Fault,
  { lane, shared, say }: { lane: number; shared: Shared; say: (line: string) => void },
): Promise<void> {
  const { busy, done } = shared
  const other = busy.get(target)
  if (other !== undefined) {
    say(`lane ${lane + 1}: passed over, as there is or was just now "${other}": ${name}`)
    return
  }
  busy.set(target, name)
  say(`lane ${lane + 1}: ${name}`)
  const fromMs = performance.now()
  await run()
  done.push({ lane, fromMs, toMs: performance.now() })
  if (restMs === 0) busy.delete(target)
  else setTimeout(() => busy.delete(target), restMs).unref()
}

/** Counts the faults that overlapped a fault of another lane. */
export function countOverlapping(done: Faulted[]): number {
  return done.filter((one) =>
    done.some(
      (other) => other.lane !== one.lane && other.fromMs < one.toMs && other.toMs > one.fromMs,
    ),
  ).length
}
