import { databaseProblem } from '@throughline/db/connection/database-problem'
import { countPartitionsAhead } from '@throughline/db/retention/partitions'
import { promptly } from '@throughline/db/connection/with-timeout'
import { startDeliveryConsumer, type DeliveryConsumer } from '@throughline/queue/delivery-consumer'
import { queueProblem } from '@throughline/queue/queue-problem'
import type { WorkerContext } from './context.js'
import { deliverWebhook } from './deliveries/deliver-webhook.js'
import { jobsAtOnce } from './deliveries/fair-slots.js'
import {
  startExpiry,
  startLeftHeldCheck,
  startOrphanCheck,
  startPartitionMaker,
} from './maintenance/maintain.js'
import { startForgettingTraces } from './maintenance/forget-traces.js'
import { startForgetting } from './maintenance/forget-visitors.js'
import { startLargeCalls } from './maintenance/large-calls.js'
import { startRetention } from './maintenance/retention.js'
import type { Repeating } from './repeat.js'
import { startSweeper } from './sweep/sweep.js'
import { startWatchdog } from './watchdog.js'

export interface RunningWorker {
  consumer: DeliveryConsumer
  tasks: Repeating[]
  /** Null when it is ready. */
  notReadyReason(): Promise<string | null>
  /** From the first signal on: readiness is off. */
  beginStop(): void
}

/** All that this process does: deliveries, the sweep, maintenance, the watchdog. */
export function startWorker(ctx: WorkerContext): RunningWorker {
  let isStopping = false
  const consumer = startDeliveryConsumer(ctx.backend, {
    concurrency: jobsAtOnce(ctx.config.delivery.concurrency),
    process: (job) => deliverWebhook(ctx, job),
    onError: (error) => ctx.logger.warn({ err: error }, 'the queue consumer met an error'),
  })
  return {
    consumer,
    tasks: [
      startSweeper(ctx),
      startPartitionMaker(ctx),
      startExpiry(ctx),
      startForgetting(ctx),
      startForgettingTraces(ctx),
      startOrphanCheck(ctx),
      startLeftHeldCheck(ctx),
      startRetention(ctx),
      startLargeCalls(ctx),
      startWatchdog(ctx, consumer, () => endDeafProcess(ctx)),
    ],
    notReadyReason: () =>
      isStopping ? Promise.resolve('stopping') : findNotReadyReason(ctx, consumer),
    beginStop: () => {
      isStopping = true
    },
  }
}

/** Names each part that is missing. */
async function findNotReadyReason(
  ctx: WorkerContext,
  consumer: DeliveryConsumer,
): Promise<string | null> {
  const problems = await Promise.all([
    findDatabaseProblem(ctx),
    consumer.isReady() ? null : queueProblem(ctx.backend),
  ])
  // With the queue in PostgreSQL both may be the same.
  const different = new Set(problems.filter((problem) => problem !== null))
  return different.size === 0 ? null : [...different].join('; ')
}

async function findDatabaseProblem({ database }: WorkerContext): Promise<string | null> {
  try {
    const ahead = await promptly(countPartitionsAhead(database.prisma))
    return ahead < 1 ? 'PostgreSQL: no partition is left for next month' : null
  } catch (error) {
    return databaseProblem(error)
  }
}

/** Its supervisor starts another. Leases end by themselves; nothing in flight is worth waiting for. */
function endDeafProcess(ctx: WorkerContext): void {
  ctx.logger.fatal('deliveries are due and no job arrives: this worker ends itself')
  process.exit(1)
}
