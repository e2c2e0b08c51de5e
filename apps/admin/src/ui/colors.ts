import type { components } from '../api/schema.js'

export type Theme = components['schemas']['Me']['theme']

/** Where the component library keeps the colors, so that the sign-in page has them too. */
const KEY = 'mantine-color-scheme-value'

/** Shows the colors of an account, and keeps them in this browser. */
export function showColors(theme: Theme): void {
  const newValue = theme === 'system' ? 'auto' : theme
  if (localStorage.getItem(KEY) === newValue) return
  localStorage.setItem(KEY, newValue)
  // The library listens to changes by other tabs, so this one sends the same event.
  const change = { key: KEY, newValue, storageArea: localStorage }
  window.dispatchEvent(new StorageEvent('storage', change))
}
