import { continueParking } from '@throughline/db/deliveries/hold-deliveries'
import { continueCancel } from '@throughline/db/deliveries/cancel-replay'
import { continueReplay } from '@throughline/db/deliveries/replay-deliveries'
import { continueErasure } from '@throughline/db/erasure/continue-erasure'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

const EVERY_MS = 5_000

/**
 * Carries on, a part at a time, what was too large for its request: a replay or its end, the deliveries of a webhook that
 * was turned off, on, or deleted, and an erasure.
 */
export function startLargeCalls(ctx: WorkerContext): Repeating {
  return repeat(async () => {
    try {
      const wasParking = await continueParking(ctx.database)
      const wasReplaying = await continueReplay(ctx.database)
      const wasCanceling = await continueCancel(ctx.database)
      const wasErasing = await continueErasure(ctx.database)
      return wasParking || wasReplaying || wasCanceling || wasErasing ? 0 : EVERY_MS
    } catch (error) {
      ctx.metrics.maintenanceFailures.inc({ chore: 'large_calls' })
      ctx.logger.warn({ err: error }, 'a large call could not go on; again in some seconds')
      return EVERY_MS
    }
  })
}
