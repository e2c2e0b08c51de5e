import { canonicalTimeZone } from './canonical-time-zone.js'
import { agrees, differs, NOT_COMPARABLE } from './match-comparison.js'
import type { Comparison } from './match-types.js'
import { OTHER_DEVICE_COST, TIME_ZONE_POINTS } from './match-weights.js'

/** What browsers that hide where they are tell instead. */
const HIDDEN = 'UTC'

/**
 * Compares the time zones of an app and a browser under all their aliases. A browser's UTC is mostly a mask, and says
 * nothing unless the app says the same; a name that this runtime does not know can't be compared with another one.
 */
export function compareTimeZones(app: string | null, browser: string | null): Comparison {
  if (!app || !browser) return NOT_COMPARABLE
  if (app === browser) return agrees(TIME_ZONE_POINTS)
  const [own, told] = [canonicalTimeZone(app), canonicalTimeZone(browser)]
  if (own === null || told === null) return NOT_COMPARABLE
  if (own === told) return agrees(TIME_ZONE_POINTS)
  return told === HIDDEN ? NOT_COMPARABLE : differs(TIME_ZONE_POINTS, OTHER_DEVICE_COST)
}
