import { useEffect, useState } from 'react'
import { serverNow } from '../api/server-clock.js'

const SECOND_MS = 1_000

/** `3:12`, `1:04:07`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS)
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`
}

/** The server's time, every second. */
export function useSeconds(isOn: boolean): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
