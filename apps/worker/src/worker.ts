import { countPartitionsAhead } from '@throughline/db/partitions'
import { startDeliveryConsumer, type DeliveryConsumer } from '@throughline/queue/delivery-consumer'
import { startOpsServer } from '@throughline/runtime/ops-server'
import type { WorkerContext } from './context.js'
import { deliverWebhook } from './deliveries/deliver-webhook.js'
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
  closeServers(): void
}

/** All that this process does: deliveries, the sweep, maintenance, the watchdog, health and metrics. */
export async function startWorker(ctx: WorkerContext): Promise<RunningWorker> {
  let isStopping = false
  const consumer = startDeliveryConsumer(ctx.backend, {
    concurrency: ctx.config.delivery.concurrency,
    process: (job) => deliverWebhook(ctx, job),
    onError: (error) => ctx.logger.warn({ err: error }, 'the queue consumer met an error'),
  })
  const notReadyReason = () =>
    isStopping ? Promise.resolve('stopping') : findNotReadyReason(ctx, consumer)
  const servers = await startServers(ctx, notReadyReason)
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
    notReadyReason,
    beginStop: () => {
      isStopping = true
    },
    closeServers: () => servers.forEach((server) => server.close()),
  }
}

async function startServers(ctx: WorkerContext, notReadyReason: () => Promise<string | null>) {
  const { config, registry } = ctx
  const { metricsToken } = config.secrets
  const main = await startOpsServer({ port: config.port, registry, metricsToken, notReadyReason })
  if (config.metricsPort === undefined) return [main]
  const port = config.metricsPort
  return [main, await startOpsServer({ port, registry, isMetricsPort: true, notReadyReason })]
}

async function findNotReadyReason(
  ctx: WorkerContext,
  consumer: DeliveryConsumer,
): Promise<string | null> {
  if (!consumer.isReady()) return 'the queue is away'
  try {
    const ahead = await countPartitionsAhead(ctx.database.prisma)
    return ahead < 1 ? 'no partition is left for next month' : null
  } catch {
    return 'the database is away'
  }
}

/** Its supervisor starts another. Leases end by themselves; nothing in flight is worth waiting for. */
function endDeafProcess(ctx: WorkerContext): void {
  ctx.logger.fatal('deliveries are due and no job arrives: this worker ends itself')
  process.exit(1)
}
