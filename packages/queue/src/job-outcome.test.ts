import { describe, expect, it } from '@jest/globals'
import { applyJobOutcome, type JobOutcome } from './job-outcome.js'

const job = { attemptsMade: 0, opts: { attempts: 4 }, moveToDelayed: () => Promise.resolve() }

describe('the error by which BullMQ ends a job', () => {
  it.each<[JobOutcome, string]>([
    [{ kind: 'retry', delayMs: 60_000 }, 'Retry in 60000 ms'],
    [{ kind: 'failed' }, 'The last attempt failed'],
  ])('has no stack: %j', async (outcome, message) => {
    await expect(applyJobOutcome(job, 'token', outcome)).rejects.toMatchObject({
      message,
      stack: '',
    })
  })
})
