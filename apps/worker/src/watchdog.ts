import {
  isAnyoneDelivering,
  countWaiting,
  findOldestDue,
} from '@throughline/db/deliveries/read-due'
import type { WorkerContext } from './context.js'
import { repeat, type Repeating } from './repeat.js'

const EVERY_MS = 10_000
const STUCK_AFTER_SECONDS = 60
const COUNTING_SHARE = 0.01

export interface WatchedConsumer {
  isReady(): boolean
}

/**
 * Samples due deliveries for the metrics. Ends a worker that no longer receives jobs although all parts are available
 * and slots are free.
 */
export function startWatchdog(
  ctx: WorkerContext,
  consumer: WatchedConsumer,
  onStuck: () => void,
): Repeating {
  let countAgainMs = 0
  return repeat(async () => {
    try {
      if (await isStuck(ctx, consumer)) onStuck()
      if (performance.now() >= countAgainMs) countAgainMs = await sampleCounts(ctx)
    } catch (error) {
      ctx.logger.debug({ err: error }, 'checking due deliveries failed')
    }
    return EVERY_MS
  })
}

/** Whether the queue is up and slots are free, yet an old due row was not claimed for a minute. */
export async function isStuck(ctx: WorkerContext, consumer: WatchedConsumer): Promise<boolean> {
  const { oldestSeconds, oldestFreeSeconds } = await findOldestDue(ctx.database.prisma)
  ctx.metrics.oldestSeconds.set(oldestSeconds)
  ctx.metrics.oldestFreeSeconds.set(oldestFreeSeconds)
  const isIdle =
    consumer.isReady() &&
    ctx.activity.inFlight() < ctx.config.delivery.concurrency &&
    ctx.activity.secondsSinceClaim() > STUCK_AFTER_SECONDS
  if (!isIdle || oldestFreeSeconds <= STUCK_AFTER_SECONDS) return false
  return !(await isAnyoneDelivering(ctx.database.prisma, STUCK_AFTER_SECONDS))
}

export async function sampleCounts(ctx: WorkerContext): Promise<number> {
  const startedMs = performance.now()
  const { due, held, starvedProjects } = await countWaiting(ctx.database.prisma)
  ctx.metrics.due.set(due)
  ctx.metrics.held.set(held)
  ctx.metrics.starvedProjects.set(starvedProjects)
  const endedMs = performance.now()
  return endedMs + (endedMs - startedMs) / COUNTING_SHARE
}
