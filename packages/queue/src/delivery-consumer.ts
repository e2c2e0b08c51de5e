import { withTimeout } from '@throughline/core/lib/with-timeout'
import { setTimeout as sleep } from 'node:timers/promises'
import { oncePer } from '@throughline/core/lib/once-per'
import type { QueueBackend } from './backend.js'
import type { DeliveryJobData } from './delivery-job.js'
import { explainRefusal, refusalKind } from './explain-refusal.js'
import { isMissingSchema, MISSING_SCHEMA } from './open-queue.js'
import { applyJobOutcome, type JobOutcome } from './job-outcome.js'
import { openWorker, type DeliveryProcessor, type OpenedWorker } from './open-worker.js'

export type { JobOutcome } from './job-outcome.js'

export interface DeliveryJob extends DeliveryJobData {
  jobAttemptsMade: number
}

export interface DeliveryConsumerOptions {
  concurrency: number
  /** Processes a job. If it throws, the job is delayed by seconds. */
  process: (job: DeliveryJob) => Promise<JobOutcome>
  /** Errors of a Redis that rejects commands, such as a full one, are reported at most every 30 s, with the remedy. */
  onError: (error: Error) => void
}

export interface DeliveryConsumer {
  /** Whether the consumer takes jobs, and Redis is connected: BullMQ does not report the connection to PostgreSQL. */
  isReady(): boolean
  pause(): Promise<void>
  /** Waits for active jobs, then closes the connections. Returns false when the limit passed first. */
  close(limitMs: number): Promise<boolean>
}

const RETRY_AFTER_MS = 1_000
const FAULT_DELAY_MS = 2_000

/** Takes jobs as soon as the backend responds. BullMQ survives restarts of PostgreSQL, but not a start without it. */
export function startDeliveryConsumer(
  backend: QueueBackend,
  options: DeliveryConsumerOptions,
): DeliveryConsumer {
  const settings = { ...options, onError: throttled(options.onError, backend) }
  const stop = new AbortController()
  let opened: OpenedWorker | null = null
  let isRunning = false
  const isStopped = () => stop.signal.aborted

  const start = async () => {
    while (!isStopped()) {
      const candidate = openWorker(backend, settings, runJob(settings, isStopped))
      opened = candidate
      try {
        await candidate.worker.waitUntilReady()
        if (isStopped()) return
        isRunning = true
        candidate.worker.run().catch((error: unknown) => {
          isRunning = false
          settings.onError(explain(error))
        })
        return
      } catch (error) {
        candidate.abandon()
        opened = null
        settings.onError(explain(error))
        await sleep(RETRY_AFTER_MS, undefined, { signal: stop.signal }).catch(() => undefined)
      }
    }
  }
  void start()

  const pause = async () => {
    stop.abort()
    isRunning = false
    await opened?.worker.pause(true)
  }
  const closeOnce = async (limitMs: number) => {
    await pause()
    const last = opened
    if (last === null) return true
    // Closing continues after the limit, so that a late job still ends normally.
    const ended = last.worker.close().finally(() => last.abandon())
    return withTimeout(ended, limitMs, 'Closing the consumer').then(
      () => true,
      () => false,
    )
  }
  let closing: Promise<boolean> | undefined
  const close = (limitMs: number) => (closing ??= closeOnce(limitMs))
  return { isReady: () => isRunning && opened?.isConnected() === true, pause, close }
}

/** A fetch that was pending at the pause may still return a job. It goes back to the queue. */
const HAND_BACK: JobOutcome = { kind: 'delay', delayMs: 1 }

function runJob(options: DeliveryConsumerOptions, isStopped: () => boolean): DeliveryProcessor {
  return async (job, token) => {
    if (isStopped()) return applyJobOutcome(job, token, HAND_BACK)
    let outcome: JobOutcome
    try {
      outcome = await options.process({ ...job.data, jobAttemptsMade: job.attemptsMade })
    } catch (error) {
      options.onError(explain(error))
      outcome = { kind: 'delay', delayMs: FAULT_DELAY_MS }
    }
    await applyJobOutcome(job, token, outcome)
  }
}

const REJECTION_LOG_INTERVAL_MS = 30_000

/** While Redis rejects commands, every fetch fails: at least four per second. */
function throttled(onError: (error: Error) => void, backend: QueueBackend): (error: Error) => void {
  const isTime = oncePer(REJECTION_LOG_INTERVAL_MS)
  return (error) => {
    if (refusalKind(error) === null) onError(error)
    else if (isTime()) onError(explainRefusal(error, backend))
  }
}

function explain(error: unknown): Error {
  if (isMissingSchema(error)) return new Error(MISSING_SCHEMA, { cause: error })
  return error instanceof Error ? error : new Error(String(error))
}
