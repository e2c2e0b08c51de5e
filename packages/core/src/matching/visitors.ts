import type { ClickCandidate } from './match-types.js'
import { newestFirst } from './match-window.js'

/** Shared IP cap: a home has about five phones, some with two browsers. */
export const MAX_VISITORS_PER_IP = 8

/** The click's visitor; a click without a device report counts as a separate visitor. */
export function visitorOf({ visitorId, clickId }: ClickCandidate): string {
  return visitorId ?? clickId
}

export function countVisitors(clicks: readonly ClickCandidate[]): number {
  return new Set(clicks.map(visitorOf)).size
}

export function newestOfEachVisitor(clicks: readonly ClickCandidate[]): ClickCandidate[] {
  const seen = new Set<string>()
  return [...clicks].sort(newestFirst).filter((click) => {
    const visitor = visitorOf(click)
    const isNewest = !seen.has(visitor)
    seen.add(visitor)
    return isNewest
  })
}

/** Clicks beyond the shared IP cap, by /64 and, if only that exceeds it, separately by the install's whole address. */
export function clicksBeyondIpCap(nearby: readonly ClickCandidate[]): Set<ClickCandidate> {
  if (!isBeyondIpCap(nearby)) return new Set()
  const own = nearby.filter(({ sameFullAddress }) => sameFullAddress)
  const others = nearby.filter(({ sameFullAddress }) => !sameFullAddress)
  return new Set(isBeyondIpCap(own) ? nearby : others)
}

function isBeyondIpCap(clicks: readonly ClickCandidate[]): boolean {
  return countVisitors(clicks) > MAX_VISITORS_PER_IP
}
