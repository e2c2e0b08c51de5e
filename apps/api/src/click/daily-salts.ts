/** The salts under which visitors are told apart within a day, and never beyond it. */
export interface DailySalts {
  /** The salt of a moment's day (UTC); null while it can't be had, which costs the click its uniqueness alone. */
  of(now: Date): Uint8Array | Promise<Uint8Array | null>
}

const DAY_MS = 86_400_000
/** Tomorrow's is fetched this long before midnight, so that a database that is away then is not missed. */
const AHEAD_MS = 2 * 3_600_000
/** After a failure clicks go on without a salt for so long, instead of each waiting for the database. */
const PAUSE_MS = 1_000

export interface DailySaltsOptions {
  /** Reads or makes the salt of a day, `2026-03-01`. */
  load: (day: string) => Promise<Uint8Array>
  onError: (error: unknown) => void
}

/** Keeps the salts of today and tomorrow; those who miss one at the same moment share one look-up. */
export function createDailySalts({ load, onError }: DailySaltsOptions): DailySalts {
  const known = new Map<number, Uint8Array>()
  const loading = new Map<number, Promise<Uint8Array | null>>()
  let pausedUntil = 0

  const loadDay = async (day: number) => {
    try {
      const salt = await load(new Date(day * DAY_MS).toISOString().slice(0, 10))
      for (const old of known.keys()) if (old < day - 1) known.delete(old)
      known.set(day, salt)
      return salt
    } catch (error) {
      pausedUntil = Date.now() + PAUSE_MS
      onError(error)
      return null
    } finally {
      loading.delete(day)
    }
  }
  const loadOnce = (day: number) => {
    const pending = loading.get(day)
    if (pending !== undefined) return pending
    if (Date.now() < pausedUntil) return Promise.resolve(null)
    const started = loadDay(day)
    loading.set(day, started)
    return started
  }

  return {
    of(now) {
      const day = Math.floor(now.getTime() / DAY_MS)
      const soon = Math.floor((now.getTime() + AHEAD_MS) / DAY_MS)
      if (soon !== day && !known.has(soon)) void loadOnce(soon)
      return known.get(day) ?? loadOnce(day)
    },
  }
}
