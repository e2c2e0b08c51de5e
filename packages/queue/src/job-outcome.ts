import { DelayedError, UnrecoverableError, type BackoffStrategy, type Job } from 'bullmq'
import type { DeliveryJobData } from './delivery-job.js'

export type JobOutcome =
  | { kind: 'done' }
  | { kind: 'delay'; delayMs: number }
  | { kind: 'retry'; delayMs: number }
  | { kind: 'failed' }

type EndingJob = Pick<Job<DeliveryJobData>, 'attemptsMade' | 'moveToDelayed' | 'opts'>

export async function applyJobOutcome(
  job: EndingJob,
  token: string | undefined,
  outcome: JobOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case 'done':
      return
    case 'failed':
      throw withoutStack(new UnrecoverableError('The last attempt failed'))
    case 'retry':
      if (hasAttemptsLeft(job)) throw withoutStack(new RetryError(outcome.delayMs))
      return delayJob(job, token, outcome.delayMs)
    case 'delay':
      return delayJob(job, token, outcome.delayMs)
  }
}

/** Reads the delay from the error. After any other error, which is internal, the job is retried soon. */
export const backoffStrategy: BackoffStrategy = (_attemptsMade, _type, error) =>
  error instanceof RetryError ? error.delayMs : FAULT_DELAY_MS

const FAULT_DELAY_MS = 2_000

class RetryError extends Error {
  readonly delayMs: number

  constructor(delayMs: number) {
    super(`Retry in ${delayMs} ms`)
    // With zero, BullMQ would run the job immediately, before its row is due.
    this.delayMs = Math.max(1, Math.ceil(delayMs))
  }
}

/** BullMQ reads the stack and discards it. The first read of a stack makes Node parse the source map. */
function withoutStack<Thrown extends Error>(error: Thrown): Thrown {
  error.stack = ''
  return error
}

/** BullMQ's attempts may run out before the row's, as after a resend. The row decides, so the job is delayed. */
function hasAttemptsLeft(job: EndingJob): boolean {
  return job.attemptsMade + 1 < (job.opts.attempts ?? 1)
}

async function delayJob(job: EndingJob, token: string | undefined, delayMs: number): Promise<void> {
  await job.moveToDelayed(Date.now() + Math.max(1, Math.ceil(delayMs)), token)
  throw new DelayedError()
}
