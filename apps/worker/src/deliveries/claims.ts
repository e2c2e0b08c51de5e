import { randomUUID } from 'node:crypto'
import { createBatcher } from '@throughline/db/batch/batcher'
import type { Database } from '@throughline/db/connection/database'
import { claimDeliveries } from '@throughline/db/deliveries/claim-deliveries'
import type { ClaimOutcome } from '@throughline/db/deliveries/claim-outcome'
import type { ClaimRequest } from '@throughline/db/deliveries/claim-request'

/** Beyond the delivery time-out, for the way to the dial and for the result to be recorded. */
const LEASE_MARGIN_MS = 2_000

export type TimedClaim = {
  outcome: ClaimOutcome
  /** When the statement was sent: the lease began then or later. By `performance.now()`. */
  claimedAtMs: number
  /** Past this the lease may have ended. By `performance.now()`. */
  leaseEndsMs: number
}

/** A job without `seq` counts as current. */
export type ClaimingJob = Pick<ClaimRequest, 'deliveryId' | 'seq'>

export interface Claims {
  /** Tries to take the delivery's lease, for the time-out and 2 s from now. */
  claim(job: ClaimingJob): Promise<TimedClaim>
}

export interface ClaimSettings {
  /** Of an attempt. */
  timeoutMs: number
  /** Jobs in work at once. */
  concurrency: number
}

/**
 * How many claims, or results, make a statement worth its while: its fixed cost is that of ten rows and more. A quarter of
 * the jobs, so that while some are claimed others are sent, recorded and fetched; those who find no company
 * wait a few milliseconds.
 */
export function batchFill(concurrency: number): { maxWaitMs: number; targetBatchSize: number } {
  return { maxWaitMs: 4, targetBatchSize: Math.min(100, Math.ceil(concurrency / 4)) }
}

/** Claims of many jobs in one statement. */
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
