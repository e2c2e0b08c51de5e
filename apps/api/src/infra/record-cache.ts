import { LRUCache } from 'lru-cache'

export interface ServedRecord<Value> {
  key: string
  /** Null if the record was removed. */
  value: Value | null
  servedAtMs: number
  /** Whether no change can have been missed since the record was loaded. */
  isCurrent: boolean
}

export interface RecordCache<Value extends object> {
  /** The record if it is fresh enough to be used without a load. */
  fresh(key: string): Value | undefined
  /** The last known record, up to a day old, for outages. */
  old(key: string): Value | undefined
  hasOld(): boolean
  /** Reloads a record without counting it as served. */
  refresh(key: string, load: () => Promise<Value | null>): Promise<Value | null>
  /** Adds a record of an earlier process, which is never fresh. Times are those of `now`. */
  seed(key: string, value: Value, times: { loadedAtMs: number; servedAtMs: number }): void
  /** Returns all records served since a time, including removed ones, without those that the full cache evicted. */
  servedSince(sinceMs: number): ServedRecord<Value>[]
  /** Loads a record, or joins a running load. A missing record (null) is not cached. */
  load(key: string, load: () => Promise<Value | null>): Promise<Value | null>
  /** Removes a record; a load that started earlier cannot restore it. */
  remove(key: string): void
  /** Removes matching records and every running load. */
  removeWhere(isMeant: (value: Value, key: string) => boolean): void
  expire(): void
}

export interface RecordCacheOptions<Value> {
  max: number
  bytes?: { max: number; of: (value: Value) => number }
  /** Maximum age of a fresh record; called each time. */
  freshMs: () => number
  now?: () => number
}

interface Kept<Value> {
  value: Value
  /** When the load started; the record lacks later changes. */
  loadedAtMs: number
  servedAtMs: number
  epoch: number
}

interface State<Value> {
  records: LRUCache<string, Kept<Value>>
  loads: Map<string, Promise<Value | null>>
  /** When removed records were last served. */
  removed: Map<string, number>
  epoch: number
  removals: number
  now: () => number
}

/** How long a record can be used during an outage and counts as served. */
export const OLDEST_MS = 24 * 3_600_000
const NEVER_MS = -Infinity
const REMOVED_MAX = 50_000
/** The load time of seeded records, which is older than any load. */
const SEEDED_EPOCH = -1

export function createRecordCache<Value extends object>(
  options: RecordCacheOptions<Value>,
): RecordCache<Value> {
  const { max, bytes, freshMs, now = () => performance.now() } = options
  const records = new LRUCache<string, Kept<Value>>(
    bytes === undefined
      ? { max }
      : { max, maxSize: bytes.max, sizeCalculation: ({ value }) => bytes.of(value) },
  )
  const loads = new Map<string, Promise<Value | null>>()
  const state: State<Value> = {
    records,
    loads,
    now,
    removed: new Map<string, number>(),
    epoch: 0,
    removals: 0,
  }
  return {
    fresh: (key) => {
      const kept = records.get(key)
      if (kept?.epoch !== state.epoch) return undefined
      const nowMs = now()
      if (nowMs - kept.loadedAtMs >= freshMs()) return undefined
      kept.servedAtMs = nowMs
      return kept.value
    },
    old: (key) => {
      const kept = records.get(key)
      return kept !== undefined && now() - kept.loadedAtMs < OLDEST_MS ? kept.value : undefined
    },
    hasOld: () => hasLoadedSince(records.values(), now() - OLDEST_MS),
    load: (key, load) => loads.get(key) ?? keepWhenLoaded(state, key, { load, isServed: true }),
    refresh: (key, load) => loads.get(key) ?? keepWhenLoaded(state, key, { load, isServed: false }),
    seed: (key, value, times) => {
      if (!records.has(key)) records.set(key, { value, ...times, epoch: SEEDED_EPOCH })
    },
    servedSince: (sinceMs) => listServed(state, sinceMs),
    remove: (key) => {
      state.removals += 1
      noteRemoved(state, key, records.peek(key))
      records.delete(key)
      loads.delete(key)
    },
    removeWhere: (isMeant) => {
      state.removals += 1
      for (const [key, kept] of records.entries()) {
        if (!isMeant(kept.value, key)) continue
        noteRemoved(state, key, kept)
        records.delete(key)
      }
      loads.clear()
    },
    expire: () => {
      state.epoch += 1
      loads.clear()
    },
  }
}

async function keepWhenLoaded<Value extends object>(
  state: State<Value>,
  key: string,
  { load, isServed }: { load: () => Promise<Value | null>; isServed: boolean },
): Promise<Value | null> {
  const { records, loads, removed, now } = state
  const begun = { loadedAtMs: now(), epoch: state.epoch }
  const removalsBefore = state.removals
  // The load starts in a microtask, so that it is already in `loads` when it ends.
  const loading: Promise<Value | null> = Promise.resolve().then(load)
  loads.set(key, loading)
  try {
    const value = await loading
    // The record was removed during this load. An expired record may be kept for outages.
    if (loads.get(key) !== loading && state.removals !== removalsBefore) return value
    const before = records.peek(key)
    if ((before?.epoch ?? 0) > begun.epoch) return value
    if (value !== null) {
      const servedBeforeMs = before?.servedAtMs ?? removed.get(key) ?? NEVER_MS
      records.set(key, {
        value,
        ...begun,
        servedAtMs: isServed ? begun.loadedAtMs : servedBeforeMs,
      })
    } else {
      state.removals += 1
      records.delete(key)
    }
    removed.delete(key)
    return value
  } finally {
    if (loads.get(key) === loading) loads.delete(key)
  }
}

function noteRemoved<Value>(
  { removed }: State<Value>,
  key: string,
  kept: Kept<Value> | undefined,
): void {
  if (kept !== undefined && kept.servedAtMs !== NEVER_MS && removed.size < REMOVED_MAX)
    removed.set(key, kept.servedAtMs)
}

function listServed<Value extends object>(
  { records, removed, epoch }: State<Value>,
  sinceMs: number,
): ServedRecord<Value>[] {
  const served: ServedRecord<Value>[] = []
  for (const [key, kept] of records.entries()) {
    const { value, servedAtMs } = kept
    if (servedAtMs > sinceMs)
      served.push({ key, value, servedAtMs, isCurrent: kept.epoch === epoch })
  }
  for (const [key, servedAtMs] of removed) {
    if (servedAtMs > sinceMs) served.push({ key, value: null, servedAtMs, isCurrent: false })
    else removed.delete(key)
  }
  return served
}

function hasLoadedSince(kept: Iterable<{ loadedAtMs: number }>, sinceMs: number): boolean {
  for (const { loadedAtMs } of kept) if (loadedAtMs > sinceMs) return true
  return false
}
