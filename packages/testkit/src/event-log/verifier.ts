import type { ClientEntry, ReceiverEntry } from './entries.js'

export interface EventLogs {
  client: ClientEntry[]
  receiver: ReceiverEntry[]
  /** The endpoints at which each accepted install must arrive. */
  endpoints: string[]
  /** The schedule's first delay, in milliseconds. */
  retryBaseMs: number
}

export interface Verification {
  accepted: number
  refused: number
  /** Requests with the status 500, as `{step} of {install}`, with repetitions. */
  internalErrors: string[]
  /** Expected deliveries: each accepted install at each endpoint. */
  expected: number
  delivered: number
  /** Expected deliveries without a 2xx response, as `{install} at {endpoint}`. */
  lost: string[]
  /** Received requests of the schedule. */
  attempts: number
  /** Requests of a delivery that had already been answered with 2xx. */
  duplicates: number
  /** The delivery ids of these requests, with repetitions. */
  duplicated: string[]
  /** Installs that reached an endpoint through more than one delivery. */
  doubledEvents: string[]
  /** Early retries, with the difference in milliseconds. */
  early: { deliveryId: string; attempt: number; byMs: number }[]
  /** Requests without two valid signatures by one secret of their endpoint. */
  unsigned: number
  /** Deliveries whose attempts, with any trigger, did not all have the same bytes. */
  changedBodies: string[]
  /** 2xx responses without the expected match. */
  wrong: string[]
  /** Time from the API's response to the first arrival of the request, in milliseconds. */
  latencyMs: { p50: number; p99: number; max: number }
}

/** Compares accepted installs with received requests. Ignores manual attempts (trigger other than `auto`). */
export function verify({ client, receiver, endpoints, retryBaseMs }: EventLogs): Verification {
  const acceptedAt = new Map(
    client.flatMap((entry) => (entry.kind === 'accepted' ? [[entry.install, entry.at]] : [])),
  )
  const arrivals = receiver
    .filter(({ trigger, endpoint }) => trigger === 'auto' && endpoints.includes(endpoint))
    .sort((a, b) => a.at - b.at)
  const byDelivery = groupBy(arrivals, ({ deliveryId }) => deliveryId)
  const byTarget = groupBy(arrivals, ({ install, endpoint }) => `${install} at ${endpoint}`)
  const targets = [...acceptedAt.keys()].flatMap((install) =>
    endpoints.map((endpoint) => `${install} at ${endpoint}`),
  )
  const lost = targets.filter((target) => !(byTarget.get(target) ?? []).some(isTaken))
  const duplicated = [...byDelivery.values()].flatMap(duplicatesOf)
  return {
    accepted: acceptedAt.size,
    refused: client.filter(({ kind }) => kind === 'refused').length,
    internalErrors: client.flatMap((entry) =>
      entry.kind === 'refused' && entry.code === '500' ? [`${entry.step} of ${entry.install}`] : [],
    ),
    expected: targets.length,
    delivered: targets.length - lost.length,
    lost,
    attempts: arrivals.length,
    duplicates: duplicated.length,
    duplicated,
    doubledEvents: [...byTarget]
      .filter(([, group]) => new Set(group.map(({ deliveryId }) => deliveryId)).size > 1)
      .map(([target]) => target),
    early: [...byDelivery.values()].flatMap((group) => findEarly(group, retryBaseMs)),
    unsigned: arrivals.filter(({ secret }) => secret < 0).length,
    changedBodies: findChangedBodies(receiver),
    wrong: client.flatMap((entry) => (entry.kind === 'wrong' ? [entry.answer] : [])),
    latencyMs: percentiles(
      [...byTarget.values()].flatMap(([first]) => {
        const from = first === undefined ? undefined : acceptedAt.get(first.install)
        // The delivery may arrive before the client gets its response.
        return first === undefined || from === undefined ? [] : [Math.max(0, first.at - from)]
      }),
    ),
  }
}

function findChangedBodies(receiver: ReceiverEntry[]): string[] {
  return [...groupBy(receiver, ({ deliveryId }) => deliveryId)]
    .filter(([, group]) => new Set(group.map(({ bodyHash }) => bodyHash)).size > 1)
    .map(([deliveryId]) => deliveryId)
}

/** Returns the median, the 99th percentile and the maximum; 0 for an empty list. */
export function percentiles(values: number[]): { p50: number; p99: number; max: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** Returns the milliseconds from a time to the first request after it; null if there is none. */
export function firstArrivalAfter(receiver: ReceiverEntry[], moment: number): number | null {
  const times = receiver.map(({ at }) => at).filter((at) => at >= moment)
  return times.length === 0 ? null : times.reduce((least, at) => Math.min(least, at)) - moment
}

function isTaken({ status, secret }: ReceiverEntry): boolean {
  return status >= 200 && status < 300 && secret >= 0
}

function duplicatesOf(group: ReceiverEntry[]): string[] {
  const first = group.findIndex(isTaken)
  return first < 0 ? [] : group.slice(first + 1).map(({ deliveryId }) => deliveryId)
}

/** A retry is never early: base × 4^(n−1) after failure n. A repeated number means an attempt that was not recorded. */
function findEarly(group: ReceiverEntry[], retryBaseMs: number): Verification['early'] {
  return group.flatMap((entry, index) => {
    const before = group[index - 1]
    if (before === undefined || isTaken(before) || entry.attempt !== before.attempt + 1) return []
    const dueMs = retryBaseMs * 4 ** (before.attempt - 1)
    const byMs = dueMs - (entry.at - before.answeredAt)
    return byMs > 0 ? [{ deliveryId: entry.deliveryId, attempt: entry.attempt, byMs }] : []
  })
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}
