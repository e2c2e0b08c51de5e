import type { KeyValueStorage } from '../adapters.js'
import type { Page, PageStorage } from './page.js'

/**
 * The browser's localStorage. What it refuses (private windows, blocked site data, a full quota, no browser at all) is
 * kept as long as the page lives.
 */
export function webStorage(page: Page): KeyValueStorage {
  const refused = new Map<string, string>()
  return {
    getItem: (key) => refused.get(key) ?? tryCatch(page, (storage) => storage.getItem(key)),
    setItem(key, value) {
      refused.set(key, value)
      tryCatch(page, (storage) => {
        storage.setItem(key, value)
        refused.delete(key)
      })
    },
    removeItem(key) {
      refused.delete(key)
      tryCatch(page, (storage) => storage.removeItem(key))
    },
  }
}

/** Null where it failed; the mere sight of localStorage throws where site data is blocked. */
function tryCatch<Value>(page: Page, work: (storage: PageStorage) => Value): Value | null {
  try {
    return page.localStorage ? work(page.localStorage) : null
  } catch {
    return null
  }
}
