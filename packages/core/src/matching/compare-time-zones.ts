import { canonicalTimeZone } from './canonical-time-zone.js'
import type { Outcome } from './match-types.js'

/** What browsers that hide where they are report instead. */
const HIDDEN = 'UTC'

/**
 * Compares the time zones of an app and a browser under all their aliases. A browser's UTC is mostly a mask, and says
 * nothing unless the app reports the same; a name that this runtime does not know is not comparable with another one.
 */
export function compareTimeZones(app: string | null, browser: string | null): Outcome {
  if (!app || !browser) return 'not_comparable'
  if (app === browser) return 'agrees'
  const [own, reported] = [canonicalTimeZone(app), canonicalTimeZone(browser)]
  if (own === null || reported === null) return 'not_comparable'
  if (own === reported) return 'agrees'
  return reported === HIDDEN ? 'not_comparable' : 'differs'
}

/** The zone under its one name; as it was reported where this runtime does not know it. */
export function timeZoneBucket(zone: string | null): string {
  return zone === null ? '' : (canonicalTimeZone(zone) ?? zone)
}
