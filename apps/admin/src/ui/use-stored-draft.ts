import { useEffect, useState } from 'react'

const SAVE_MS = 400
const PREFIX = 'throughline-draft-'

/**
 * Form state that survives a reload and an expired session, in this tab only.
 * @param restore adapts a stored draft to the current form
 */
export function useStoredDraft<Draft extends object>(
  name: string,
  initial: Draft,
  restore: (stored: Draft) => Draft = (stored) => stored,
) {
  const key = PREFIX + name
  const [draft, setDraft] = useState<Draft>(() => restore({ ...initial, ...read<Draft>(key) }))
  const [isChanged, setChanged] = useState(false)
  useEffect(() => {
    if (!isChanged) return undefined
    const timer = setTimeout(() => sessionStorage.setItem(key, JSON.stringify(draft)), SAVE_MS)
    return () => clearTimeout(timer)
  }, [draft, isChanged, key])
  const change = (next: Draft) => {
    setChanged(true)
    setDraft(next)
  }
  const forget = (next = draft) => {
    setChanged(false)
    setDraft(next)
    sessionStorage.removeItem(key)
  }
  return [draft, change, forget] as const
}

/** Deletes the drafts of all forms in this tab. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}

function read<Draft>(key: string): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Draft>
  } catch {
    return {}
  }
}
