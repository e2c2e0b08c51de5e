export interface DailySalts {
  /** Returns the salt of the UTC day; null if it is not loaded, in which case the click does not count as unique. */
  of(now: Date): Uint8Array | null
  /** Resolves once today's salt is loaded or could not be. Never rejects. */
  prepare(): Promise<void>
  known(): Map<string, Uint8Array>
  close(): void
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Tomorrow's salt is fetched this long before midnight, so that an outage at midnight has no effect. */
const AHEAD_MS = 2 * HOUR_MS
/** Lifetime of a salt from the start of its day, as in the database: at most 48 h. */
const KEPT_MS = 46 * HOUR_MS
const CHECK_MS = 60_000
const PAUSE_MS = 1_000

export interface DailySaltsOptions {
  load: (day: string) => Promise<Uint8Array>
  isAway?: () => boolean
  initial?: ReadonlyMap<string, Uint8Array>
  onError: (error: unknown) => void
  now?: () => number
}

/**
 * Keeps the salts of today and, before midnight, of tomorrow. Clicks never wait for a salt, because their transactions
 * hold connections.
 */
export function createDailySalts(options: DailySaltsOptions): DailySalts {
  const { load, isAway = () => false, onError, now = Date.now } = options
  const known = new Map<number, Uint8Array>()
  for (const [day, salt] of options.initial ?? []) known.set(dayOf(Date.parse(day)), salt)
  const loading = new Map<number, Promise<void>>()
  let pausedUntilMs = 0

  const loadDay = async (day: number) => {
    try {
      known.set(day, await load(nameOf(day)))
    } catch (error) {
      pausedUntilMs = now() + PAUSE_MS
      onError(error)
    } finally {
      loading.delete(day)
    }
  }
  const want = (day: number): Promise<void> | undefined => {
    if (known.has(day)) return undefined
    const pending = loading.get(day)
    if (pending !== undefined || isAway() || now() < pausedUntilMs) return pending
    const started = loadDay(day)
    loading.set(day, started)
    return started
  }
  const refresh = async () => {
    for (const day of known.keys()) if (now() - day * DAY_MS >= KEPT_MS) known.delete(day)
    await Promise.all([want(dayOf(now())), want(dayOf(now() + AHEAD_MS))])
  }
  const timer = setInterval(() => void refresh(), CHECK_MS).unref()

  return {
    of: (moment) => {
      const day = dayOf(moment.getTime())
      const salt = known.get(day)
      if (salt === undefined) void want(day)
      return salt ?? null
    },
    prepare: refresh,
    known: () => new Map([...known].map(([day, salt]) => [nameOf(day), salt])),
    close: () => {
      clearInterval(timer)
    },
  }
}

function nameOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}
