import type { ReceiverEntry } from '@throughline/testkit/event-log/entries'
import { query, type ChaosInstallation } from './installation.js'
import { promise, type Promised } from './scenario.js'

export interface Stop {
  from: number
  gone: number
  /** The deliveries that were leased then. */
  leased: string[]
}

/** The deliveries with a lease. */
export async function findLeased(installation: ChaosInstallation): Promise<string[]> {
  const rows = await query<{ id: string }>(
    installation,
    'SELECT id FROM deliveries WHERE lease_token IS NOT NULL',
  )
  return rows.map(({ id }) => id)
}

/** A delivery is sent within a second of its claim, or not at all. The rest allows for a slow machine. */
const CLAIMED_TO_SENT_MS = 1_500

/** Ids of deliveries with a lease just before each stop, or claimed between that check and the stop. */
export function inFlightAtStops(stops: Stop[], arrivals: ReceiverEntry[]): string[] {
  return stops.flatMap(({ from, gone, leased }) => {
    const arrived = arrivals.filter(({ at }) => at >= from && at <= gone + CLAIMED_TO_SENT_MS)
    return [...new Set([...leased, ...arrived.map(({ deliveryId }) => deliveryId)])]
  })
}

/** Promises that only deliveries in flight arrived twice, at most once more for each time in flight. */
export function onlyInFlightTwice(
  text: string,
  duplicated: string[],
  inFlight: string[],
): Promised {
  const free = countEach(inFlight)
  const others = duplicated.filter((id) => {
    const left = free.get(id) ?? 0
    free.set(id, left - 1)
    return left <= 0
  })
  return promise(
    text,
    others.length === 0,
    others.length === 0
      ? `${duplicated.length} of ${inFlight.length}`
      : `${others.length} others: ${others.slice(0, 5).join(', ')}`,
  )
}

function countEach(ids: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
