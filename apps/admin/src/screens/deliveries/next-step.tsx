import type { DeliveryWithAttempts } from '../../api/types.js'
import { delivery as texts } from '../../texts/delivery.js'
import { formatCountdown, useSeconds } from '../../ui/countdown.js'
import { formatTime } from '../../ui/format.js'
import styles from './deliveries.module.css'

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
