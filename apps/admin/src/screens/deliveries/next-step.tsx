import { useEffect, useState } from 'react'
import { serverNow } from '../../api/server-clock.js'
import type { DeliveryWithAttempts } from '../../api/types.js'
import { delivery as texts } from '../../texts/delivery.js'
import { formatDuration } from '../../ui/format.js'

const SECOND_MS = 1_000

/** Describes what happens next, with a countdown to the next attempt by the server's clock. */
export function NextStep({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { state, next_attempt_at: next, attempts_made: made } = delivery
  const now = useSeconds(state === 'retrying')
  if (state !== 'retrying') return <p>{texts[state]}</p>
  const which = texts.ordinals[Math.min(Math.max(made - 1, 0), texts.ordinals.length - 1)] ?? ''
  const leftMs = next === null ? 0 : new Date(next).getTime() - now
  return (
    <p className="num">
      {leftMs <= 0 ? texts.retryNow(which) : texts.retrying(which, `in ${formatDuration(leftMs)}`)}
    </p>
  )
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
