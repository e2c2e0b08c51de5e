import { useEffect, useState } from 'react'
import { serverNow } from '../../api/server-clock.js'
import type { DeliveryWithAttempts } from '../../api/types.js'
import { delivery as texts } from '../../texts/delivery.js'
import { formatTime } from '../../ui/format.js'
import styles from './deliveries.module.css'

const SECOND_MS = 1_000

/** Describes what happens next, with a countdown to the next attempt by the server's clock. */
export function NextStep({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { state, next_attempt_at: next, attempts_made: made } = delivery
  const now = useSeconds(state === 'retrying')
  if (state !== 'retrying') return <p>{texts[state]}</p>
  const which = texts.ordinals[Math.min(Math.max(made - 1, 0), texts.ordinals.length - 1)] ?? ''
  const leftMs = next === null ? 0 : Date.parse(next) - now
  return (
    <>
      <p className={styles.countdown} role="timer">
        {leftMs <= 0 ? texts.retryNow(which) : texts.retrying(which, formatCountdown(leftMs))}
      </p>
      {next !== null && <p className="soft">{texts.retryAt(formatTime(next))}</p>}
    </>
  )
}

/** `3:12`, `1:04:07`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS)
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`
}

function useSeconds(isOn: boolean): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setInterval(() => setNow(serverNow()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}
