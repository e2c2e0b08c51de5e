import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordOutcome } from '@throughline/db/deliveries/record-results'
import type { AttemptResult } from '@throughline/db/deliveries/attempt-result'
import type { WorkerContext } from '../context.js'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1_000

/** Records an attempt, retrying until the lease may have ended; its id makes that idempotent. Null if not in time. */
export async function recordAttempt(
  ctx: WorkerContext,
  result: AttemptResult,
  leaseEndsMs: number,
): Promise<RecordOutcome | null> {
  let pauseMs = FIRST_PAUSE_MS
  for (;;) {
    try {
      return await ctx.results.add(result)
    } catch (error) {
      const { deliveryId, requestId } = result
      if (performance.now() + pauseMs >= leaseEndsMs) {
        ctx.logger.error(
          { err: error, deliveryId, requestId },
          'attempt not recorded: the lease has ended',
        )
        return null
      }
      ctx.logger.warn({ err: error, deliveryId, requestId }, 'attempt not recorded yet; retrying')
      await sleep(pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }
}
