import type { ClientEntry } from '@throughline/testkit/event-log/entries'

/** From when to when a store was away, in milliseconds since 1970. */
export interface Outage {
  from: number
  to: number
}

export interface Overlap {
  /** How long it was under way while the store was away, in milliseconds. */
  ms: number
  /** Its refusal; null for a 2xx. */
  code: string | null
}

/**
 * Requests in flight at some moment of an outage. After the return does not count: then all who waited come at once.
 */
export function overlaps(entries: ClientEntry[], outages: Outage[]): Overlap[] {
  return entries.flatMap((entry) => {
    // An answer that was wrong stands beside its request.
    if (entry.kind === 'wrong') return []
    const start = entry.at - entry.ms
    const code = entry.kind === 'refused' ? entry.code : null
    return outages
      .filter(({ from, to }) => start <= to && entry.at >= from)
      .map(({ from, to }) => ({ ms: Math.min(entry.at, to) - Math.max(start, from), code }))
  })
}
