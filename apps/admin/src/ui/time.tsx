import { Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { serverNow } from '../api/server-clock.js'
import { formatRelative, formatTime } from './format.js'

const TICK_MS = 1_000 * 10

let now = serverNow()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One clock updates all times on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) now = serverNow()
  timer ??= setInterval(() => {
    now = serverNow()
    for (const tell of listeners) tell()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** Shows how long ago; the exact time on hover and focus. */
export function Time({ at }: { at: string | number }) {
  const current = useNow()
  return (
    <Tooltip label={formatTime(at)}>
      <time dateTime={new Date(at).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {formatRelative(at, current)}
      </time>
    </Tooltip>
  )
}
