import { sweepDeliveries } from '@throughline/db/deliveries/sweep-deliveries'
import type { WorkerContext } from '../context.js'
import { repeat, type Repeating } from '../repeat.js'

/** With the lease (17 s by default) and the time that a job takes, an orphan is tried again within 20 s. */
const EVERY_MS = 2_000
const QUEUE_AWAY_MS = 500
/** With this much in the queue already, its workers have enough to do. */
const MAX_QUEUE_DEPTH = 20_000
/** A pass may bring thousands of jobs, and nobody waits for it. */
const ENQUEUE_BUDGET_MS = 10_000

/** Puts deliveries whose job is lost back in the queue, which makes the queue expendable. */
export function startSweeper(ctx: WorkerContext): Repeating {
  return repeat(async () => {
    // Swept for a queue that is away, rows would only be passed over for a while.
    if (!ctx.queue.isReady()) return QUEUE_AWAY_MS
    try {
      return (await sweepOnce(ctx)) ? 0 : EVERY_MS
    } catch (error) {
      ctx.logger.warn({ err: error }, 'a sweep failed; the next one follows')
      return EVERY_MS
    }
  })
}

/**
 * One pass. It touches nothing when the queue does not answer.
 *
 * @returns whether more is waiting, to be swept at once
 */
export async function sweepOnce(ctx: WorkerContext): Promise<boolean> {
  if ((await ctx.queue.depth()) > MAX_QUEUE_DEPTH) return false
  const { deliveries, isFull } = await sweepDeliveries(ctx.database)
  if (deliveries.length === 0) return false
  ctx.metrics.rescues.inc(deliveries.length)
  ctx.logger.info({ deliveries: deliveries.length }, 'deliveries without a job go to the queue')
  const outcome = await ctx.queue.enqueue(deliveries, ENQUEUE_BUDGET_MS)
  return isFull && 'added' in outcome
}
