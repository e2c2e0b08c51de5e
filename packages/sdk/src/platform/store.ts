import type { KeyValueStorage, Runtime } from '../adapters.js'
import { tryCatch } from './try-catch.js'
import type { Log } from './log.js'
import { within } from './runtime.js'

export interface Store {
  /** Null if there is no value; undefined if the storage cannot be read. */
  readonly get: (name: string) => Promise<string | null | undefined>
  /** Null removes the value. */
  set(name: string, value: string | null): Promise<void>
}

const PREFIX = 'throughline.'

/** If the storage fails (full disk, private window), logs a line and keeps the value in memory until the app ends. */
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

/** A stored JSON value; null if there is none or it is invalid; undefined if the storage cannot be read. */
export async function getJson(store: Store, name: string): Promise<unknown> {
  const text = await store.get(name)
  try {
    return text && JSON.parse(text)
  } catch {
    return null
  }
}
