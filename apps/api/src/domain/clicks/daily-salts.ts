/** The salts under which visitors are told apart within a day, and never beyond it. */
export interface DailySalts {
  /** The salt of a moment's day (UTC); null while it is not there, which costs the click its uniqueness alone. */
  of(now: Date): Uint8Array | null
  /** Resolves once today's salt is there, or can't be had just now. Never rejects. */
  prepare(): Promise<void>
  /** Those that are there, by day: `2026-03-01`. */
  known(): Map<string, Uint8Array>
  close(): void
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Tomorrow's is fetched this long before midnight, so that a database that is away then is not missed. */
const AHEAD_MS = 2 * HOUR_MS
/** From the beginning of its day on, as in the database: 48 h at most, whether anybody comes or not. */
const KEPT_MS = 46 * HOUR_MS
const LOOK_MS = 60_000
/** After a failure the next click that misses a salt does not ask for it at once again. */
const PAUSE_MS = 1_000

export interface DailySaltsOptions {
  /** Reads or makes the salt of a day, `2026-03-01`. */
  load: (day: string) => Promise<Uint8Array>
  /** Whether there is no use in asking. */
  isAway?: () => boolean
  /** Salts that were loaded before, by day. */
  initial?: ReadonlyMap<string, Uint8Array>
  onError: (error: unknown) => void
  /** Milliseconds since 1970; tests bring their own. */
  now?: () => number
}

/**
 * Keeps the salts of today and, before midnight, of tomorrow. No click waits for one: a click may be in a transaction,
 * and as many of them as there are connections would wait for one more.
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
  const look = async () => {
    for (const day of known.keys()) if (now() - day * DAY_MS >= KEPT_MS) known.delete(day)
    await Promise.all([want(dayOf(now())), want(dayOf(now() + AHEAD_MS))])
  }
  const looking = setInterval(() => void look(), LOOK_MS).unref()

  return {
    of: (moment) => {
      const day = dayOf(moment.getTime())
      const salt = known.get(day)
      if (salt === undefined) void want(day)
      return salt ?? null
    },
    prepare: look,
    known: () => new Map([...known].map(([day, salt]) => [nameOf(day), salt])),
    close: () => {
      clearInterval(looking)
    },
  }
}

function nameOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}
