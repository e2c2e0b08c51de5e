import type { Webhook } from '../../api/types.js'
import { grace as texts } from '../../texts/webhooks.js'
import { Card, Facts } from '../../ui/card.js'
import { formatCountdown, useSeconds } from '../../ui/countdown.js'
import { formatTime } from '../../ui/format.js'
import styles from './webhooks.module.css'

/** Until when the former secret also signs, whether the receiver has the new one, and what to do. */
export function GraceCard({ webhook, endsAt }: { webhook: Webhook; endsAt: string }) {
  const leftMs = Date.parse(endsAt) - useSeconds(true)
  return (
    <Card title={texts.title}>
      <div className={styles.grace}>
        <div>
          <p className={styles.left} role="timer">
            {leftMs <= 0 ? texts.over : texts.left(formatCountdown(leftMs))}
          </p>
          <p className="soft small">{texts.until(formatTime(endsAt))}</p>
        </div>
        <Facts facts={[[texts.who, texts.users[userOf(webhook)]]]} />
        <section aria-label={texts.toDo}>
          <h3 className="small">{texts.toDo}</h3>
          <ol className={styles.toDo}>
            {texts.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="soft small">{texts.leaked}</p>
        </section>
      </div>
    </Card>
  )
}

/** Only a verification tells: only the new secret signs it, and both sign everything else. */
function userOf({ verification }: Webhook): keyof typeof texts.users {
  if (verification === null) return 'unknown'
  if (verification.result === 'waiting') return 'waiting'
  return verification.result === 'verified' ? 'nobody' : 'unchecked'
}
