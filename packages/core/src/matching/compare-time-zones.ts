import type { Outcome } from './match-types.js'

/** Reported by browsers that hide their time zone. */
const HIDDEN = 'UTC'

/** Compares time zones with aliases. A browser's UTC is usually a mask, comparable only with an app's UTC. */
export function compareTimeZones(app: string | null, browser: string | null): Outcome {
  if (!app || !browser) return 'not_comparable'
  if (app === browser) return 'agrees'
  const [own, reported] = [canonicalTimeZone(app), canonicalTimeZone(browser)]
  if (own === null || reported === null) return 'not_comparable'
  if (own === reported) return 'agrees'
  return reported === HIDDEN ? 'not_comparable' : 'differs'
}

export function timeZoneBucket(zone: string | null): string {
  return zone === null ? '' : (canonicalTimeZone(zone) ?? zone)
}

/** More than the IANA database has; bounds memory against invented names. */
const MAX_KNOWN = 1_000

/** Intl takes 0.1 ms per zone, and a match compares up to two hundred. */
const known = new Map<string, string | null>()

/** `Asia/Calcutta` and `Asia/Kolkata` give the same text. Null for a name that this runtime does not know. */
export function canonicalTimeZone(name: string): string | null {
  const found = known.get(name)
  if (found !== undefined) return found
  if (known.size >= MAX_KNOWN) known.clear()
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
