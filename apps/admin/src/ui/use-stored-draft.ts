import { useEffect, useRef, useState } from 'react'

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
    const timer = setTimeout(() => write(key, draft), SAVE_MS)
    return () => clearTimeout(timer)
  }, [draft, isChanged, key])
  const latest = useRef<Draft | null>(null)
  useEffect(() => {
    latest.current = isChanged ? draft : null
  })
  // The form may close before the timer has saved the last letters.
  useEffect(
    () => () => {
      if (latest.current !== null) write(key, latest.current)
    },
    [key],
  )
  const change = (next: Draft) => {
    setChanged(true)
    setDraft(next)
  }
  const forget = (next = draft) => {
    setChanged(false)
    setDraft(next)
    // The form may close before the next effect.
    latest.current = null
    sessionStorage.removeItem(key)
  }
  return [draft, change, forget] as const
}

/** Deletes the drafts of all forms in this tab, which is about to load another page. */
export function forgetDrafts(): void {
  isForgotten = true
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  }
}

/** A form that closes after `forgetDrafts` must not store its draft for the next user. */
let isForgotten = false

function write(key: string, draft: object): void {
  if (isForgotten) return
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The browser's storage is full: the form works without a stored draft.
  }
}

function read<Draft>(key: string): Partial<Draft> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Draft>
  } catch {
    return {}
  }
}
