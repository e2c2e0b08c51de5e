import { sweepDeliveries } from '@throughline/db/deliveries/sweep-deliveries'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'
import { createDeferredWaker } from './wake-deferred.js'

/** With the lease (17 s by default) and a job's duration, an orphan is attempted again within 20 s. */
const EVERY_MS = 2_000
const QUEUE_AWAY_MS = 500
const WAKE_AGAIN_MS = 500
/** With this many jobs in the queue, its workers have enough to do. */
const MAX_QUEUE_DEPTH = 20_000
/** Batch size after the queue refused jobs. All other rows stay untouched and can later be swept immediately. */
const PROBE = 10
/** A worker that received a job this recently has more jobs than it may claim while results cannot be recorded. */
const RECENT_CLAIM_SECONDS = 5
/** With fewer jobs waiting, a job that has not run for 15 s is delayed past its due time, not queued behind. */
const PROMOTE_BELOW = 1_000
/** A pass may add thousands of jobs, and no caller waits for it. */
const ENQUEUE_BUDGET_MS = 10_000

/** Re-enqueues deliveries whose job seems lost, under the same job id. This makes the queue expendable. */
export function startSweeper(ctx: WorkerContext): Repeating {
  let wasRejected = false
  const wakeDeferred = createDeferredWaker(ctx)
  return repeat(async () => {
    // While the queue is unavailable, sweeping would only postpone rows.
    if (!ctx.queue.isReady()) return QUEUE_AWAY_MS
    try {
      // The value is optional; rows are swept without it.
      await ctx.retryCapacity.refresh().catch(() => undefined)
      const swept = await sweepOnce(ctx, wasRejected ? PROBE : undefined)
      wasRejected = swept === 'rejected'
      if (swept === 'more') return 0
      if (swept === 'rejected') return EVERY_MS
      return (await wakeDeferred()).mayGoOn ? WAKE_AGAIN_MS : EVERY_MS
    } catch (error) {
      ctx.logger.warn({ err: error }, 'sweep failed; retrying')
      return EVERY_MS
    }
  })
}

/** Whether more rows are due immediately, or the queue refused the swept jobs. */
export type Swept = 'all' | 'more' | 'rejected'

/** One pass. Changes nothing when the queue does not respond. The default limit is thousands of rows. */
export async function sweepOnce(ctx: WorkerContext, limit?: number): Promise<Swept> {
  if (isHoldingBack(ctx)) return 'all'
  const depth = await ctx.queue.depth()
  if (depth > MAX_QUEUE_DEPTH) return 'all'
  const { deliveries, isFull } = await sweepDeliveries(ctx.database, limit)
  if (deliveries.length === 0) return 'all'
  ctx.metrics.reenqueued.inc(deliveries.length)
  ctx.logger.info(
    { deliveries: deliveries.length },
    're-enqueued deliveries that were due for 15 s',
  )
  const outcome = await ctx.queue.enqueue(deliveries, ENQUEUE_BUDGET_MS)
  if (!('added' in outcome)) return 'rejected'
  // A worker whose clock is ahead delays its jobs for too long.
  if (depth < PROMOTE_BELOW) await ctx.queue.promote(deliveries)
  return isFull ? 'more' : 'all'
}

/** The rows stay due and unleased, so each pass would add one more job for each. */
function isHoldingBack({ breaker, activity }: WorkerContext): boolean {
  return breaker.isOpen() && activity.secondsSinceClaim() < RECENT_CLAIM_SECONDS
}
