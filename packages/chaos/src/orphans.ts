import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceiverEntry } from '@throughline/testkit/event-log/entries'
import { query, type ChaosInstallation } from './installation.js'

export interface Orphan {
  deliveryId: string
  /** When the worker was killed, in milliseconds since 1970. */
  since: number
  /** When it took the lease, in milliseconds since 1970. */
  claimedAt: number
}

/** A running worker has released its lease long before. */
const SETTLE_MS = 1_500

/** Finds leases that nobody released within SETTLE_MS. The receiver must respond faster than that. */
export async function findOrphans(installation: ChaosInstallation): Promise<Orphan[]> {
  const since = Date.now()
  const leased = await query<{ id: string; lease_token: string; claimed_at: number }>(
    installation,
    `SELECT id, lease_token, (extract(epoch FROM lease_until) * 1000)::float8 - ${LEASE_MS} AS claimed_at
       FROM deliveries WHERE lease_until > clock_timestamp()`,
  )
  await sleep(SETTLE_MS)
  const still = await query<{ id: string }>(
    installation,
    'SELECT id FROM deliveries WHERE lease_token = ANY ($1::uuid[])',
    [leased.map(({ lease_token }) => lease_token)],
  )
  const ids = new Set(still.map(({ id }) => id))
  return leased.flatMap(({ id, claimed_at: claimedAt }) =>
    ids.has(id) ? [{ deliveryId: id, since, claimedAt }] : [],
  )
}

/** The product's default delivery timeout plus two seconds. */
const LEASE_MS = 17_000

/** Requests in transit when the worker was killed may arrive shortly afterwards. */
const IN_TRANSIT_MS = 30

/** Milliseconds until each orphan was sent, or claimed by another worker that was also killed. */
export function orphanWaits(orphans: Orphan[], arrivals: ReceiverEntry[]): number[] {
  const times = new Map<string, number[]>()
  const add = (deliveryId: string, at: number) =>
    times.set(deliveryId, [...(times.get(deliveryId) ?? []), at])
  for (const { deliveryId, at } of arrivals) add(deliveryId, at)
  for (const { deliveryId, claimedAt } of orphans) add(deliveryId, claimedAt)
  return orphans.flatMap(({ deliveryId, since }) => {
    const next = (times.get(deliveryId) ?? []).filter((at) => at > since + IN_TRANSIT_MS)
    return next.length === 0 ? [] : [Math.min(...next) - since]
  })
}
