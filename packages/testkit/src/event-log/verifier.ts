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
  /** Installs that the API said it has. */
  accepted: number
  /** Requests of the client that got no 2xx. */
  refused: number
  /** What should have arrived: each accepted install at each endpoint. */
  expected: number
  delivered: number
  /** Expected and never answered 2xx, as `{install} at {endpoint}`. */
  lost: string[]
  /** Requests that came, of the schedule. */
  attempts: number
  /** Requests that came although the same delivery had been answered 2xx. */
  duplicates: number
  /** The delivery of each of them: an id as often as it came again. */
  duplicated: string[]
  /** Installs of which an endpoint was told by more than one delivery. */
  doubledEvents: string[]
  /** Retries that came before their time, with how much too early in milliseconds. */
  early: { deliveryId: string; attempt: number; byMs: number }[]
  /** Requests that no secret of their endpoint had signed in both ways. */
  unsigned: number
  /** Deliveries whose attempts, by whatever trigger, had not all the same bytes. */
  changedBodies: string[]
  /** 2xx answers that were not the match that they had to be. */
  wrong: string[]
  /** From the API's answer to the request's arrival, for the first arrival, in milliseconds. */
  latencyMs: { p50: number; p99: number; max: number }
}

/** Compares what the API accepted with what arrived. Manual attempts (trigger other than `auto`) are left out. */
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
        // The delivery may be there before the client has its answer.
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

/** The middle, the 99th percentile and the largest of some numbers; 0 when there are none. */
export function percentiles(values: number[]): { p50: number; p99: number; max: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** How long after a moment the first of some requests came, in milliseconds; null when none did. */
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

/**
 * A retry is never early: base × 4^(n−1) after failure n. The same number again is no retry: that attempt was not
 * recorded.
 */
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
