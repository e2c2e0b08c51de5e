import type { ClickCandidate } from './match-types.js'
import { MOST_VISITORS } from './match-weights.js'

/**
 * Which clicks stand in a crowd: so many visitors behind one address that an equal phone proves nothing. Where the crowd
 * shares only a /64, a click from the install's whole address still stands alone.
 *
 * @param nearby clicks from the install's address, inside the window, of any platform, consumed or not
 */
export function crowdedClicks(nearby: readonly ClickCandidate[]): Set<ClickCandidate> {
  if (!isCrowd(nearby)) return new Set()
  const [own, others] = [true, false].map((wanted) =>
    nearby.filter(({ sameFullAddress }) => sameFullAddress === wanted),
  )
  return new Set(own && others && !isCrowd(own) ? others : nearby)
}

function isCrowd(clicks: readonly ClickCandidate[]): boolean {
  return new Set(clicks.map(({ visitorId, clickId }) => visitorId ?? clickId)).size > MOST_VISITORS
}
