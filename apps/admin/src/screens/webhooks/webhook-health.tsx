import { Link } from '@tanstack/react-router'
import type { ListedWebhook } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { attempts } from '../../texts/delivery.js'
import { webhooks as texts } from '../../texts/webhooks.js'
import { Badge } from '../../ui/badge.js'
import { Card, Facts } from '../../ui/card.js'
import { formatCount, formatDuration, formatRate } from '../../ui/format.js'
import { Time } from '../../ui/time.js'

type Health = ListedWebhook['health']
type LastError = NonNullable<Health['last_error']>

/** Below this share a webhook needs attention. */
const GOOD_RATE = 0.99

/** In the list: the share of attempts that succeeded. */
export function SuccessShare({ health }: { health: Health }) {
  const { succeeded, failed_attempts: failed, success_rate: rate } = health
  if (rate === null) return <span className="soft">{texts.noAttempts}</span>
  const isGood = rate >= GOOD_RATE
  return (
    <Badge tone={isGood ? 'good' : 'bad'} icon={isGood ? 'circle-check' : 'alert-circle'}>
      <span className="num">{formatRate(succeeded, succeeded + failed)}</span>
    </Badge>
  )
}

/** The last failure and its time; links to the delivery. */
export function LastFailure({ error }: { error: LastError | null }) {
  const { prefix } = useProject().project
  if (error === null) return <span className="soft">{texts.noFailure}</span>
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: '0 8px' }}>
      <Link to="/p/$prefix/deliveries/$id" params={{ prefix, id: error.delivery_id }}>
        {failureText(error)}
      </Link>
      <span className="soft">
        <Time at={error.at} />
      </span>
    </span>
  )
}

function failureText({ status_code: status, error_class: errorClass }: LastError): string {
  if (status !== null) return attempts.answered(status)
  return (attempts.errors as Readonly<Record<string, string>>)[errorClass ?? ''] ?? texts.failure
}

export function HealthCard({ health }: { health: Health }) {
  const { succeeded, failed_attempts: failed, p95_ms: p95, oldest_due_at: due } = health
  return (
    <Card title={texts.health} aside={<SuccessShare health={health} />}>
      <Facts
        facts={[
          [texts.succeeded, formatCount(succeeded)],
          [texts.failed, formatCount(failed)],
          [texts.p95, p95 === null ? null : formatDuration(p95)],
          [texts.oldestDue, due === null ? texts.noneDue : <Time key="due" at={due} />],
          [texts.lastFailure, <LastFailure key="error" error={health.last_error} />],
        ]}
      />
      {health.last_error?.error != null && (
        <p className="soft small" style={{ marginTop: 10 }}>
          {health.last_error.error}
        </p>
      )}
      <p className="soft small" style={{ marginTop: 10 }}>
        {texts.healthNote}
      </p>
    </Card>
  )
}
