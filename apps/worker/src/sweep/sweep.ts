import { sweepDeliveries } from '@throughline/db/deliveries/sweep-deliveries'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'
import { createDeferredWaker } from './wake-deferred.js'

/** With the lease (17 s by default) and the time that a job takes, an orphan is tried again within 20 s. */
const EVERY_MS = 2_000
const QUEUE_AWAY_MS = 500
const WAKE_AGAIN_MS = 500
/** With this much in the queue already, its workers have enough to do. */
const MAX_QUEUE_DEPTH = 20_000
/** After a queue that refused, so many are tried: of the others nothing is touched, and each may be swept at once. */
const PROBE = 10
/** Whoever was given a job so shortly before has more in its queue than it may claim while results can't be recorded. */
const HELD_BACK_SECONDS = 5
/** With fewer jobs waiting, one that exists and has not run for 15 s is delayed past its row's time, not queued behind others. */
const PROMOTE_BELOW = 1_000
/** A pass may bring thousands of jobs, and nobody waits for it. */
const ENQUEUE_BUDGET_MS = 10_000

/** Enqueues deliveries whose job seems lost again, under the same job id, which makes the queue expendable. */
export function startSweeper(ctx: WorkerContext): Repeating {
  let wasRefused = false
  const wakeDeferred = createDeferredWaker(ctx)
  return repeat(async () => {
    // Swept for a queue that is away, rows would only be passed over for a while.
    if (!ctx.queue.isReady()) return QUEUE_AWAY_MS
    try {
      // No more than advice: rows are swept without it.
      await ctx.retryCapacity.look().catch(() => undefined)
      const swept = await sweepOnce(ctx, wasRefused ? PROBE : undefined)
      wasRefused = swept === 'refused'
      if (swept === 'more') return 0
      if (swept === 'refused') return EVERY_MS
      return (await wakeDeferred()).mayGoOn ? WAKE_AGAIN_MS : EVERY_MS
    } catch (error) {
      ctx.logger.warn({ err: error }, 'sweep failed; retrying')
      return EVERY_MS
    }
  })
}

/** Whether more is waiting, to be swept at once; or the queue did not take what was swept. */
export type Swept = 'all' | 'more' | 'refused'

/**
 * One pass. It touches nothing when the queue does not answer.
 *
 * @param limit of the rows; thousands unless told
 */
export async function sweepOnce(ctx: WorkerContext, limit?: number): Promise<Swept> {
  if (isHoldingBack(ctx)) return 'all'
  const depth = await ctx.queue.depth()
  if (depth > MAX_QUEUE_DEPTH) return 'all'
  const { deliveries, isFull } = await sweepDeliveries(ctx.database, limit)
  if (deliveries.length === 0) return 'all'
  ctx.metrics.rescues.inc(deliveries.length)
  ctx.logger.info(
    { deliveries: deliveries.length },
    're-enqueued deliveries that were due for 15 s',
  )
  const outcome = await ctx.queue.enqueue(deliveries, ENQUEUE_BUDGET_MS)
  if (!('added' in outcome)) return 'refused'
  // A worker whose clock is ahead delays its jobs for too long.
  if (depth < PROMOTE_BELOW) await ctx.queue.promote(deliveries)
  return isFull ? 'more' : 'all'
}

/** The rows stay due and free, so that each pass would give them one more job. */
function isHoldingBack({ breaker, activity }: WorkerContext): boolean {
  return breaker.isOpen() && activity.secondsSinceClaim() < HELD_BACK_SECONDS
}
