import { randomUUID } from 'node:crypto'
import { createBatcher } from '@throughline/db/batch/batcher'
import type { Database } from '@throughline/db/connection/database'
import { claimDeliveries } from '@throughline/db/deliveries/claim-deliveries'
import type { ClaimOutcome } from '@throughline/db/deliveries/claim-outcome'
import type { ClaimRequest } from '@throughline/db/deliveries/claim-request'

/** Added to the delivery timeout: time before the dial and time to record the result. */
const LEASE_MARGIN_MS = 2_000

export type TimedClaim = {
  outcome: ClaimOutcome
  /** When the statement was sent, by `performance.now()`; the lease starts then or later. */
  claimedAtMs: number
  /** After this time, the lease may have ended, by `performance.now()`. */
  leaseEndsMs: number
}

/** A job without `seq` counts as current. */
export type ClaimingJob = Pick<ClaimRequest, 'deliveryId' | 'seq'>

export interface Claims {
  /** Claims the delivery's lease for the delivery timeout plus 2 s. */
  claim(job: ClaimingJob): Promise<TimedClaim>
}

export interface ClaimSettings {
  timeoutMs: number
  concurrency: number
}

/**
 * A statement's fixed cost is that of ten rows. With a quarter of the jobs per batch, other jobs are sent meanwhile.
 */
export function batchFill(concurrency: number): { maxWaitMs: number; targetBatchSize: number } {
  return { maxWaitMs: 4, targetBatchSize: Math.min(100, Math.ceil(concurrency / 4)) }
}

export function createClaims(
  database: Database,
  { timeoutMs, concurrency }: ClaimSettings,
): Claims {
  const leaseMs = timeoutMs + LEASE_MARGIN_MS
  const batcher = createBatcher<ClaimRequest, TimedClaim>({
    run: async (requests) => {
      const claimedAtMs = performance.now()
      const outcomes = await claimDeliveries(database, requests, leaseMs)
      const leaseEndsMs = claimedAtMs + leaseMs
      return outcomes.map((outcome) => ({ outcome, claimedAtMs, leaseEndsMs }))
    },
    ...batchFill(concurrency),
  })
  return {
    claim: ({ deliveryId, seq }) => batcher.add({ deliveryId, seq, leaseToken: randomUUID() }),
  }
}
