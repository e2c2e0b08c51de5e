import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Webhook } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { grace as texts } from '../../texts/webhooks.js'
import { Card } from '../../ui/card.js'
import { formatCountdown, useSeconds } from '../../ui/countdown.js'
import { formatTime } from '../../ui/format.js'
import styles from './webhooks.module.css'

const EndGrace = lazy(() =>
  import('./end-grace.js').then((loaded) => ({ default: loaded.EndGrace })),
)

/** Until when the former secret also signs, whether the receiver has the new one, and what to do. */
export function GraceCard({ webhook, endsAt }: { webhook: Webhook; endsAt: string }) {
  const { can } = useProject()
  const [isEnding, setEnding] = useState(false)
  const leftMs = Date.parse(endsAt) - useSeconds(true)
  const user = userOf(webhook)
  return (
    <Card title={texts.title}>
      <div className={styles.grace}>
        <div>
          <p className={styles.left} role="timer">
            {leftMs <= 0 ? texts.over : texts.left(formatCountdown(leftMs))}
          </p>
          <p className="soft small">{texts.until(formatTime(endsAt))}</p>
        </div>
        <section aria-label={texts.who}>
          <h3 className="small">{texts.who}</h3>
          <p className="soft">{texts.users[user]}</p>
        </section>
        <section aria-label={texts.toDo}>
          <h3 className="small">{texts.toDo}</h3>
          <ol className={styles.toDo}>
            {texts.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        {leftMs > 0 && can('webhooks:write') && (
          <div>
            <Button variant="default" onClick={() => setEnding(true)}>
              {texts.end}
            </Button>
          </div>
        )}
      </div>
      <Suspense>
        {isEnding && (
          <EndGrace id={webhook.id} isUnused={user === 'nobody'} onClose={() => setEnding(false)} />
        )}
      </Suspense>
    </Card>
  )
}

/** Only a verification tells: only the new secret signs it, and both sign everything else. */
function userOf({ verification }: Webhook): keyof typeof texts.users {
  if (verification === null) return 'unknown'
  if (verification.result === 'waiting') return 'waiting'
  return verification.result === 'verified' ? 'nobody' : 'unchecked'
}
