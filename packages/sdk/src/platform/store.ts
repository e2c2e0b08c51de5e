import type { KeyValueStorage, Runtime } from '../adapters.js'
import { tryCatch } from './try-catch.js'
import type { Log } from './log.js'
import { within } from './runtime.js'

/** The app's storage under the SDK's own names. Never rejects. */
export interface Store {
  /** Null where there is no value; undefined where nobody can say. */
  readonly get: (name: string) => Promise<string | null | undefined>
  /** Null removes. */
  set(name: string, value: string | null): Promise<void>
}

const PREFIX = 'throughline.'

/**
 * Wraps the platform's storage. Where it fails (a full disk, a browser's private window) a line says so, and the value
 * lives on in memory until the app ends: no link is lost for it.
 */
export function createStore(storage: KeyValueStorage, log: Log, runtime: Runtime): Store {
  const unwritten = new Map<string, string | null>()
  return {
    get: async (name) =>
      unwritten.has(name)
        ? unwritten.get(name)
        : tryCatch(log, 'The storage', () => within(runtime, storage.getItem(PREFIX + name))),
    async set(name, value) {
      unwritten.set(name, value)
      await tryCatch(log, 'The storage', async () => {
        const key = PREFIX + name
        await within(
          runtime,
          value === null ? storage.removeItem(key) : storage.setItem(key, value),
        )
        unwritten.delete(name)
      })
    },
  }
}

/** A stored JSON value; null where there is none, or one that nobody here wrote; undefined where nobody can say. */
export async function getJson(store: Store, name: string): Promise<unknown> {
  const text = await store.get(name)
  try {
    return text && JSON.parse(text)
  } catch {
    return null
  }
}
