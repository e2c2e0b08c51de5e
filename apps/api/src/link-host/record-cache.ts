import { LRUCache } from 'lru-cache'

/** Records kept in memory, each loaded once for all who ask at the same moment. */
export interface RecordCache<Value extends object> {
  /** What is kept and young enough to be answered without asking. */
  fresh(key: string): Value | undefined
  /** What was kept last, however old up to a day: for when nobody can be asked. */
  old(key: string): Value | undefined
  /** Whether anything is kept that `old` would answer. */
  hasOld(): boolean
  /** Loads a record, or joins a load that is under way. What is missing (null) is not kept. */
  load(key: string, load: () => Promise<Value | null>): Promise<Value | null>
  /** Forgets one record, at once: a load that began before can't bring it back. */
  forget(key: string): void
  /** Forgets the records that `isMeant`, and every load under way. */
  forgetAll(isMeant: (value: Value, key: string) => boolean): void
  /** Nothing that was loaded until now counts as fresh any more. */
  expire(): void
}

export interface RecordCacheOptions<Value> {
  max: number
  /** The same for their weight, where they are of very different sizes. */
  bytes?: { max: number; of: (value: Value) => number }
  /** How old a record may be that is fresh, in milliseconds; asked each time. */
  freshMs: () => number
  /** Milliseconds that never go back; tests bring their own. */
  now?: () => number
}

interface Kept<Value> {
  value: Value
  /** When its load began: what changed later is not in it. */
  loadedAtMs: number
  epoch: number
}

const OLDEST_MS = 24 * 3_600_000

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
  let epoch = 0
  let forgets = 0

  const keepWhenLoaded = async (key: string, load: () => Promise<Value | null>) => {
    const begun = { loadedAtMs: now(), epoch }
    const forgetsBefore = forgets
    // Begun in a microtask, so that it stands in `loads` whenever it ends.
    const loading: Promise<Value | null> = Promise.resolve().then(load)
    loads.set(key, loading)
    try {
      const value = await loading
      // Whoever forgot the record has taken this load away, or has begun later and found nothing. One that only
      // expired may be kept as old.
      if (loads.get(key) !== loading && forgets !== forgetsBefore) return value
      if ((records.peek(key)?.epoch ?? 0) > begun.epoch) return value
      if (value !== null) records.set(key, { value, ...begun })
      else {
        forgets += 1
        records.delete(key)
      }
      return value
    } finally {
      if (loads.get(key) === loading) loads.delete(key)
    }
  }
  return {
    fresh: (key) => {
      const kept = records.get(key)
      if (kept?.epoch !== epoch || now() - kept.loadedAtMs >= freshMs()) return undefined
      return kept.value
    },
    old: (key) => {
      const kept = records.get(key)
      return kept !== undefined && now() - kept.loadedAtMs < OLDEST_MS ? kept.value : undefined
    },
    hasOld: () => hasLoadedSince(records.values(), now() - OLDEST_MS),
    load: (key, load) => loads.get(key) ?? keepWhenLoaded(key, load),
    forget: (key) => {
      forgets += 1
      records.delete(key)
      loads.delete(key)
    },
    forgetAll: (isMeant) => {
      forgets += 1
      for (const [key, { value }] of records.entries()) if (isMeant(value, key)) records.delete(key)
      loads.clear()
    },
    expire: () => {
      epoch += 1
      loads.clear()
    },
  }
}

function hasLoadedSince(kept: Iterable<{ loadedAtMs: number }>, sinceMs: number): boolean {
  for (const { loadedAtMs } of kept) if (loadedAtMs > sinceMs) return true
  return false
}
