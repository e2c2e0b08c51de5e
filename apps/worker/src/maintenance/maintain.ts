import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

export interface MaintenanceTask {
  /** The value of the metric's label `chore`. */
  name: string
  everyMs: number
  /** Delay after a failure; default one minute. */
  retryMs?: number
  /** Returns whether more is left, or the delay before the next run, in milliseconds. */
  run: (ctx: WorkerContext) => Promise<boolean | number>
}

/** Delay between parts of a task that is too large for one run. */
const NEXT_PART_MS = 100
const RETRY_MS = 60_000

export function maintain(ctx: WorkerContext, task: MaintenanceTask): Repeating {
  return repeat(() => runTask(ctx, task))
}

/** Returns the delay before the next run in milliseconds. Never throws. */
export async function runTask(ctx: WorkerContext, task: MaintenanceTask): Promise<number> {
  const { name, everyMs, retryMs = RETRY_MS, run } = task
  try {
    const left = await run(ctx)
    if (typeof left === 'number') return left
    return left ? NEXT_PART_MS : everyMs
  } catch (error) {
    ctx.metrics.maintenanceFailures.inc({ chore: name })
    ctx.logger.warn({ err: error, task: name, retryMs }, 'maintenance failed; retrying')
    return retryMs
  }
}
