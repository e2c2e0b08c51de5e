import { Link } from '@tanstack/react-router'
import type { Overview } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { overview as texts } from '../../texts/overview.js'
import { Badge } from '../../ui/badge.js'
import { Card, Facts } from '../../ui/card.js'
import { formatCount, formatDuration, formatRate } from '../../ui/format.js'

export function DeliveryHealth({ data: { deliveries, from, to } }: { data: Overview }) {
  const { prefix } = useProject().project
  const { succeeded, failed_attempts: failedAttempts, failed, latency } = deliveries
  const duration = (ms: number | null) => (ms === null ? null : formatDuration(ms))
  return (
    <Card
      title={texts.health}
      aside={
        failed === 0 ? (
          <Badge tone="good" icon="circle-check">
            {texts.noneFailed}
          </Badge>
        ) : (
          <Badge tone="bad" icon="alert-circle">
            {texts.failed(formatCount(failed))}
          </Badge>
        )
      }
    >
      <Facts
        facts={[
          [
            texts.attempts,
            `${formatCount(succeeded)} (${formatRate(succeeded, succeeded + failedAttempts)})`,
          ],
          [texts.failedAttempts, formatCount(failedAttempts)],
          [texts.p50, duration(latency.p50_ms)],
          [texts.p95, duration(latency.p95_ms)],
        ]}
      />
      <p style={{ marginTop: 14 }}>
        <Link to="/p/$prefix/deliveries" params={{ prefix }} search={{ from, to }}>
          {texts.needsAttention}
        </Link>
      </p>
    </Card>
  )
}
