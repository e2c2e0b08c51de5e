import type { KeyValueStorage } from '../adapters.js'
import type { Log } from './log.js'

/** The app's storage under the SDK's own names. Never rejects. */
export interface Store {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

const PREFIX = 'throughline.'

/**
 * Wraps the platform's storage. Where it fails (a full disk, a browser's private window) a line says so, and the value
 * lives on in memory until the app ends: no link is lost for it.
 */
export function createStore(storage: KeyValueStorage, log: Log): Store {
  const unwritten = new Map<string, string | null>()
  const write = async (name: string, value: string | null) => {
    unwritten.set(name, value)
    try {
      if (value === null) await storage.removeItem(PREFIX + name)
      else await storage.setItem(PREFIX + name, value)
      if (unwritten.get(name) === value) unwritten.delete(name)
    } catch (error) {
      log.warn(`Storage failed for ${name}: ${String(error)}`)
    }
  }
  return {
    async get(name) {
      const waiting = unwritten.get(name)
      if (waiting !== undefined) return waiting
      try {
        return await storage.getItem(PREFIX + name)
      } catch (error) {
        log.warn(`Storage failed for ${name}: ${String(error)}`)
        return null
      }
    },
    set: write,
    remove: (name) => write(name, null),
  }
}

/** A stored JSON value; undefined where there is none, or one that nobody here wrote. */
export async function getJson(store: Store, name: string): Promise<unknown> {
  try {
    return JSON.parse((await store.get(name)) ?? '') as unknown
  } catch {
    return undefined
  }
}
