import type { ClientEntry } from '@throughline/testkit/event-log/entries'

/** Start and end of a store's outage, in milliseconds since 1970. */
export interface Outage {
  from: number
  to: number
}

export interface Overlap {
  /** How long it overlapped the outage, in milliseconds. */
  ms: number
  /** The rejection; null for a 2xx. */
  code: string | null
}

/**
 * Returns the requests in flight during an outage. Excludes the time after it, when all waiting clients retry together.
 */
export function overlaps(entries: ClientEntry[], outages: Outage[]): Overlap[] {
  return entries.flatMap((entry) => {
    // A wrong response is logged in addition to its request.
    if (entry.kind === 'wrong') return []
    const start = entry.at - entry.ms
    const code = entry.kind === 'refused' ? entry.code : null
    return outages
      .filter(({ from, to }) => start <= to && entry.at >= from)
      .map(({ from, to }) => ({ ms: Math.min(entry.at, to) - Math.max(start, from), code }))
  })
}

/** Milliseconds from a moment to the first accepted install after it; Infinity if none follows. */
export function firstAcceptedAfter(entries: ClientEntry[], moment: number): number {
  const later = entries.flatMap((entry) =>
    entry.kind === 'accepted' && entry.at >= moment ? [entry.at - moment] : [],
  )
  return later.length === 0 ? Infinity : Math.min(...later)
}
