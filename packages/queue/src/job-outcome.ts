import { DelayedError, UnrecoverableError, type BackoffStrategy, type Job } from 'bullmq'
import type { DeliveryJobData } from './delivery-job.js'

/** What becomes of a job after its run. */
export type JobOutcome =
  /** Nothing more is wanted. */
  | { kind: 'done' }
  /** Again after a while, at no cost of an attempt. */
  | { kind: 'delay'; delayMs: number }
  /** The attempt failed: BullMQ brings it back after the delay. */
  | { kind: 'retry'; delayMs: number }
  /** The last attempt failed. */
  | { kind: 'failed' }

/**
 * Tells BullMQ what becomes of a job, by its own means: a return, a move to the delayed set, a throw that the
 * backoff strategy reads.
 *
 * @param token the lock that this run of the job holds
 */
export async function applyJobOutcome(
  job: Job<DeliveryJobData>,
  token: string | undefined,
  outcome: JobOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'done':
      return
    case 'failed':
      throw new UnrecoverableError('The last attempt failed')
    case 'retry':
      if (hasAttemptsLeft(job)) throw new RetryError(outcome.delayMs)
      return delayJob(job, token, outcome.delayMs)
    case 'delay':
      return delayJob(job, token, outcome.delayMs)
  }
}

/** Takes the delay from the error; any other error is a fault of ours, which comes back soon. */
export const backoffStrategy: BackoffStrategy = (_attemptsMade, _type, error) =>
  error instanceof RetryError ? error.delayMs : FAULT_DELAY_MS

const FAULT_DELAY_MS = 2_000

class RetryError extends Error {
  readonly delayMs: number

  constructor(delayMs: number) {
    super(`Again in ${delayMs} ms`)
    // At least 1: zero would put the job back at once, ahead of its row.
    this.delayMs = Math.max(1, Math.ceil(delayMs))
  }
}

/**
 * BullMQ's count may run out before the row's: a rescued job starts at 0, a resend goes past 4. The row decides,
 * so a job at its last attempt is put off instead.
 */
function hasAttemptsLeft(job: Job<DeliveryJobData>): boolean {
  return job.attemptsMade + 1 < (job.opts.attempts ?? 1)
}

async function delayJob(
  job: Job<DeliveryJobData>,
  token: string | undefined,
  delayMs: number,
): Promise<void> {
  await job.moveToDelayed(Date.now() + Math.max(1, Math.ceil(delayMs)), token)
  throw new DelayedError()
}
