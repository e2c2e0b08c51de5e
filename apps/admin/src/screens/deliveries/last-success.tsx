import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deliveriesQuery, deliveryQuery } from '../../api/deliveries.js'
import { useProject } from '../../shell/project-context.js'
import { attempts as attemptTexts, delivery as texts } from '../../texts/delivery.js'
import { Card, Facts } from '../../ui/card.js'
import { CodeBlock } from '../../ui/copy.js'
import { formatDuration, formatTime } from '../../ui/format.js'

/** Shown beside a failed attempt: the receiver's response to the last successful one. */
export function LastSuccess({ webhookId }: { webhookId: number }) {
  const context = useProject()
  const list = useQuery(
    deliveriesQuery(context, { webhook_id: webhookId, state: 'succeeded', limit: 1 }),
  )
  if (list.data === undefined) return null
  const id = list.data.data[0]?.id
  return (
    <Card title={texts.last}>
      {id === undefined ? <p className="soft">{texts.lastNone}</p> : <GoodAttempt id={id} />}
    </Card>
  )
}

function GoodAttempt({ id }: { id: string }) {
  const context = useProject()
  const { data } = useQuery(deliveryQuery(context, id))
  const good = data?.attempts.findLast(({ outcome }) => outcome === 'succeeded')
  if (good === undefined) return null
  const { status_code: status, response_body: body } = good
  return (
    <>
      <Facts
        facts={[
          [attemptTexts.answer, status === null ? null : attemptTexts.answered(status)],
          [attemptTexts.when, formatTime(good.started_at)],
          [attemptTexts.took, formatDuration(good.duration_ms)],
          [attemptTexts.sentTo, good.url],
          [attemptTexts.address, good.address],
        ]}
      />
      {body !== null && body !== '' && (
        <div style={{ marginTop: 12 }}>
          <CodeBlock text={body} label={attemptTexts.response} />
        </div>
      )}
      <p style={{ marginTop: 12 }}>
        <Link to="/p/$prefix/deliveries/$id" params={{ prefix: context.project.prefix, id }}>
          {texts.lastOpen}
        </Link>
      </p>
    </>
  )
}
