import type { DeliveryJob, JobOutcome } from '@throughline/queue/delivery-consumer'
import type { WorkerContext } from '../context.js'

/** How long a job waits here. It continues as soon as results are recorded again. */
const WAIT_HERE_MS = 1_000
/** How long it then waits in the queue, so that other jobs can be the probe. */
const REQUEUE_MS = 500

type Deliver = (ctx: WorkerContext, job: DeliveryJob) => Promise<JobOutcome>

/** Holds jobs back while results cannot be recorded, because claims would send again and again. One is the probe. */
export async function holdBack(
  ctx: WorkerContext,
  job: DeliveryJob,
  deliver: Deliver,
): Promise<JobOutcome> {
  if (ctx.breaker.beginProbe()) return probe(ctx, job, deliver)
  ctx.activity.claimed()
  ctx.metrics.faults.inc({ fault: 'held_back' })
  await ctx.breaker.untilClosed(WAIT_HERE_MS)
  if (!ctx.breaker.isOpen()) return deliver(ctx, job)
  return { kind: 'delay', delayMs: REQUEUE_MS * (0.5 + Math.random()) }
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
