import type { DeliveryJob, JobOutcome } from '@throughline/queue/delivery-consumer'
import type { WorkerContext } from '../context.js'

/** How long a job waits here: it goes on at once when results are recorded again, and keeps the queue from being churned. */
const HERE_MS = 1_000
/** How long it then stays in the queue, for others to have their turn as the probe. */
const AWAY_MS = 500

type Deliver = (ctx: WorkerContext, job: DeliveryJob) => Promise<JobOutcome>

/**
 * What becomes of a job while results cannot be recorded: it is not claimed, since its receiver would be asked again and
 * again. One now and then goes out as a probe.
 */
export async function holdBack(
  ctx: WorkerContext,
  job: DeliveryJob,
  deliver: Deliver,
): Promise<JobOutcome> {
  if (ctx.breaker.beginProbe()) return probe(ctx, job, deliver)
  ctx.activity.claimed()
  ctx.metrics.faults.inc({ fault: 'held_back' })
  await ctx.breaker.untilClosed(HERE_MS)
  if (!ctx.breaker.isOpen()) return deliver(ctx, job)
  return { kind: 'delay', delayMs: AWAY_MS * (0.5 + Math.random()) }
}

async function probe(ctx: WorkerContext, job: DeliveryJob, deliver: Deliver): Promise<JobOutcome> {
  let wasSent = false
  const add: WorkerContext['results']['add'] = (result) => {
    wasSent = true
    return ctx.results.add(result)
  }
  try {
    return await deliver({ ...ctx, results: { ...ctx.results, add } }, job)
  } finally {
    ctx.breaker.endProbe(wasSent)
  }
}
