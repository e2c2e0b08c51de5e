import { continueReplay } from '@throughline/db/deliveries/replay-deliveries'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

const EVERY_MS = 5_000

/** Carries on the replays that were too large for their request (contract §3, replay), a part at a time. */
export function startReplays(ctx: WorkerContext): Repeating {
  return repeat(async () => {
    try {
      return (await continueReplay(ctx.database)) ? 0 : EVERY_MS
    } catch (error) {
      ctx.metrics.maintenanceFailures.inc({ chore: 'replays' })
      ctx.logger.warn({ err: error }, 'a replay could not go on; again in some seconds')
      return EVERY_MS
    }
  })
}
