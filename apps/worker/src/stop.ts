import type { StopPhase } from '@throughline/runtime/lifecycle'
import type { Config } from './config.js'
import type { WorkerContext } from './context.js'
import type { RunningWorker } from './worker.js'

/** Added to the delivery timeout: the margin of the lease for recording a result, plus a reserve. */
const RECORD_LIMIT_MS = 3_000
const AFTERWARDS_MS = 3_000

/** docs/architecture.md, "Stopping" */
export function stopPhases(ctx: WorkerContext, worker: RunningWorker): StopPhase[] {
  const inFlightMs = ctx.config.delivery.timeoutMs + RECORD_LIMIT_MS
  return [
    { name: 'readiness off', run: () => worker.beginStop(), timeoutMs: 100 },
    { name: 'intake', run: () => stopIntake(ctx, worker), timeoutMs: 1_000 },
    {
      name: 'attempts in flight',
      run: () => finishInFlight(worker, inFlightMs),
      timeoutMs: inFlightMs + 500,
    },
    {
      name: 'tasks and results',
      run: async () => {
        await Promise.all(worker.tasks.map((task) => task.stop()))
        await Promise.all([ctx.results.drain(), ctx.deferrals.drain()])
      },
      timeoutMs: AFTERWARDS_MS,
    },
    {
      name: 'clients',
      run: () => ctx.close(),
      timeoutMs: AFTERWARDS_MS,
    },
  ]
}

/** Limit for the whole stop, in milliseconds; a supervisor's grace period must be longer. */
export function hardLimitMs({ delivery }: Config): number {
  return delivery.timeoutMs + 12_000
}

function stopIntake(ctx: WorkerContext, worker: RunningWorker): Promise<void> {
  ctx.limiter.stopWaiting()
  return worker.consumer.pause()
}

async function finishInFlight(worker: RunningWorker, limitMs: number): Promise<void> {
  const isClean = await worker.consumer.close(limitMs)
  if (!isClean) throw new Error('attempts still in flight; their leases will expire')
}
