import { databaseProblem } from '@throughline/db/connection/errors'
import { countPartitionsAhead } from '@throughline/db/retention/partitions'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { startDeliveryConsumer, type DeliveryConsumer } from '@throughline/queue/delivery-consumer'
import { queueProblem } from '@throughline/queue/queue-problem'
import type { WorkerContext } from './context.js'
import { deliverWebhook } from './deliveries/deliver-webhook.js'
import { jobsAtOnce } from './deliveries/concurrency-limiter.js'
import { maintain } from './maintenance/maintain.js'
import { startRetention } from './maintenance/retention.js'
import { TASKS } from './maintenance/tasks.js'
import type { Repeating } from './repeat.js'
import { startSweeper } from './sweep/sweep.js'
import { startWatchdog } from './watchdog.js'

export interface RunningWorker {
  consumer: DeliveryConsumer
  tasks: Repeating[]
  notReadyReason(): Promise<string | null>
  beginStop(): void
}

export function startWorker(ctx: WorkerContext): RunningWorker {
  let isStopping = false
  const consumer = startDeliveryConsumer(ctx.backend, {
    concurrency: jobsAtOnce(ctx.config.delivery.concurrency),
    process: (job) => deliverWebhook(ctx, job),
    onError: (error) => ctx.logger.warn({ err: error }, 'queue consumer error'),
  })
  return {
    consumer,
    tasks: [
      startSweeper(ctx), // mutant: no-sweeper
      ...TASKS.map((task) => maintain(ctx, task)),
      startRetention(ctx),
      startWatchdog(ctx, consumer, () => exitWithoutJobs(ctx)),
    ],
    notReadyReason: () =>
      isStopping ? Promise.resolve('stopping') : findNotReadyReason(ctx, consumer),
    beginStop: () => {
      isStopping = true
    },
  }
}

async function findNotReadyReason(
  ctx: WorkerContext,
  consumer: DeliveryConsumer,
): Promise<string | null> {
  const problems = await Promise.all([
    findDatabaseProblem(ctx),
    consumer.isReady() ? null : queueProblem(ctx.backend),
  ])
  // With the queue in PostgreSQL, both problems may be the same.
  const different = new Set(problems.filter((problem) => problem !== null))
  return different.size === 0 ? null : [...different].join('; ')
}

async function findDatabaseProblem({ database }: WorkerContext): Promise<string | null> {
  try {
    const ahead = await withDatabaseTimeout(countPartitionsAhead(database.prisma))
    return ahead < 1 ? 'PostgreSQL: no partition exists for next month' : null
  } catch (error) {
    return databaseProblem(error)
  }
}

/** The supervisor restarts the process. Leases expire without it, so nothing in flight is awaited. */
function exitWithoutJobs(ctx: WorkerContext): void {
  ctx.logger.fatal('exiting: deliveries are due but the queue delivers no jobs')
  process.exit(1)
}
