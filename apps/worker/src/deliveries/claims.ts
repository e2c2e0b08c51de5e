import { randomUUID } from 'node:crypto'
import { createBatcher } from '@throughline/db/batcher'
import {
  claimDeliveries,
  type ClaimOutcome,
  type ClaimRequest,
} from '@throughline/db/deliveries/claim-deliveries'
import type { Pool } from 'pg'

/** Beyond the delivery time-out, for the way to the dial and for the result to be recorded. */
const LEASE_MARGIN_MS = 2_000

export type TimedClaim = {
  outcome: ClaimOutcome
  /** When the statement was sent: the lease began then or later. By `performance.now()`. */
  claimedAtMs: number
  /** Past this the lease may have ended. By `performance.now()`. */
  leaseEndsMs: number
}

export interface Claims {
  /** Tries to take the delivery's lease, for the time-out and 2 s from now. */
  claim(deliveryId: string): Promise<TimedClaim>
}

/** Claims of many jobs in one statement. */
export function createClaims(pool: Pool, timeoutMs: number): Claims {
  const leaseMs = timeoutMs + LEASE_MARGIN_MS
  const batcher = createBatcher<ClaimRequest, TimedClaim>({
    run: async (requests) => {
      const claimedAtMs = performance.now()
      const outcomes = await claimDeliveries(pool, requests, leaseMs)
      const leaseEndsMs = claimedAtMs + leaseMs
      return outcomes.map((outcome) => ({ outcome, claimedAtMs, leaseEndsMs }))
    },
    lingerMs: 1,
  })
  return { claim: (deliveryId) => batcher.add({ deliveryId, leaseToken: randomUUID() }) }
}
