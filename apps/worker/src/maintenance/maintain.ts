import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

export interface MaintenanceTask {
  /** The metric's label `chore`. */
  name: string
  /** Until the next run, in milliseconds. */
  everyMs: number
  /** Until the next run after a failure, in milliseconds; a minute unless given. */
  retryMs?: number
  /** Returns whether more is left, or how long to wait for the next run, in milliseconds. */
  run: (ctx: WorkerContext) => Promise<boolean | number>
}

/** Between parts of what is too much for one run. */
const NEXT_PART_MS = 100
const RETRY_MS = 60_000

/** Runs a task now and again until stopped; a failure is logged and counted. */
export function maintain(ctx: WorkerContext, task: MaintenanceTask): Repeating {
  return repeat(() => runTask(ctx, task))
}

/**
 * One run. Never throws: what is left stays for the next one.
 *
 * @returns how long until the next run, in milliseconds
 */
export async function runTask(ctx: WorkerContext, task: MaintenanceTask): Promise<number> {
  const { name, everyMs, retryMs = RETRY_MS, run } = task
  try {
    const left = await run(ctx)
    if (typeof left === 'number') return left
    return left ? NEXT_PART_MS : everyMs
  } catch (error) {
    ctx.metrics.maintenanceFailures.inc({ chore: name })
    ctx.logger.warn({ err: error, chore: name, retryMs }, 'maintenance failed; retrying')
    return retryMs
  }
}
