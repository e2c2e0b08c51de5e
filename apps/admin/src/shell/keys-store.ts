import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

function change(next: boolean): void {
  isOpen = next
  for (const tell of listeners) tell()
}

/** Opened by a key and from the user menu. */
export const keysDialog = { open: () => change(true), close: () => change(false) }

export function useKeysDialog(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOpen,
  )
}
