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

/** More names than the IANA database has; what callers make up must not fill the memory. */
const MOST_KNOWN = 1_000

/** Intl takes a tenth of a millisecond for each, and one match asks for up to two hundred. */
const known = new Map<string, string | null>()

/**
 * The one name of a time zone under all its aliases, as this runtime chooses it: `Asia/Calcutta` and `Asia/Kolkata` are
 * the same text.
 *
 * @returns null for a name that this runtime does not know
 */
export function canonicalTimeZone(name: string): string | null {
  const found = known.get(name)
  if (found !== undefined) return found
  if (known.size >= MOST_KNOWN) known.clear()
  const canonical = resolve(name)
  known.set(name, canonical)
  return canonical
}

function resolve(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}
