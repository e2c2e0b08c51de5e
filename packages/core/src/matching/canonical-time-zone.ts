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
