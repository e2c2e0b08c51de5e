import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiverEntry } from '@throughline/testkit/ledger/entries'
import { query, type Trial } from './trial.js'

/** A delivery whose worker was gone while it had the lease. */
export interface Orphan {
  deliveryId: string
  /** When the worker went, in milliseconds since 1970. */
  since: number
}

/** A living worker has given its lease back long before. */
const SETTLE_MS = 1_500

/**
 * Tells which deliveries were in flight in a worker at its end: those that were leased in that moment, and still
 * are by the same token when every living worker has recorded its attempts. The receiver must be faster than that.
 */
export async function findOrphans(trial: Trial): Promise<Orphan[]> {
  const since = Date.now()
  const leased = await query<{ id: string; lease_token: string }>(
    trial,
    'SELECT id, lease_token FROM deliveries WHERE lease_until > clock_timestamp()',
  )
  await sleep(SETTLE_MS)
  const still = await query<{ id: string }>(
    trial,
    'SELECT id FROM deliveries WHERE lease_token = ANY ($1::uuid[])',
    [leased.map(({ lease_token }) => lease_token)],
  )
  return still.map(({ id }) => ({ deliveryId: id, since }))
}

/** What was in transit when the worker was killed may arrive a moment later. */
const IN_TRANSIT_MS = 30

/** How long each orphan waited until it was sent again, in milliseconds; those that never were are left out. */
export function orphanWaits(orphans: Orphan[], arrivals: ReceiverEntry[]): number[] {
  const times = new Map<string, number[]>()
  for (const { deliveryId, at } of arrivals)
    times.set(deliveryId, [...(times.get(deliveryId) ?? []), at])
  return orphans.flatMap(({ deliveryId, since }) => {
    const next = (times.get(deliveryId) ?? []).filter((at) => at > since + IN_TRANSIT_MS)
    return next.length === 0 ? [] : [Math.min(...next) - since]
  })
}
