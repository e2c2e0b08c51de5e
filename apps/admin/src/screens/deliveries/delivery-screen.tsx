import { Button, Skeleton, Tooltip } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { unwrap } from '../../api/client.js'
import { deliveryQuery } from '../../api/deliveries.js'
import { projectKey } from '../../api/keys.js'
import type { DeliveryWithAttempts } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { deliveries } from '../../texts/deliveries.js'
import { delivery as texts } from '../../texts/delivery.js'
import { Card, Facts } from '../../ui/card.js'
import { CodeBlock, CopyButton } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import { formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { notify, notifyError } from '../../ui/notify.js'
import { PageHeader } from '../../ui/page-header.js'
import ui from '../../ui/ui.module.css'
import { AttemptList } from './attempt-list.js'
import { NextStep } from './next-step.js'
import { StateBadge } from './state-badge.js'

export function DeliveryScreen() {
  const context = useProject()
  const { id } = useParams({ from: '/p/$prefix/deliveries/$id' })
  const query = useQuery(deliveryQuery(context, id))
  const delivery = query.data
  return (
    <>
      <PageHeader
        title={deliveries.delivery}
        crumb={
          <Link to="/p/$prefix/deliveries" params={{ prefix: context.project.prefix }}>
            <Icon name="chevron-left" size={14} style={{ verticalAlign: -2 }} />
            {deliveries.back}
          </Link>
        }
        lead={delivery && <StateBadge state={delivery.state} />}
      >
        {delivery !== undefined && context.can('deliveries:write') && (
          <Resend delivery={delivery} />
        )}
      </PageHeader>
      {query.error !== null && (
        <Card>
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      )}
      {query.isPending && <Skeleton height={420} radius="lg" />}
      {delivery !== undefined && (
        <div className={ui.split}>
          <div className={ui.grid}>
            <Card title={texts.next}>
              <NextStep delivery={delivery} />
            </Card>
            <Card title={texts.attempts}>
              <AttemptList attempts={delivery.attempts} />
            </Card>
            <Card title={texts.payload}>
              <CodeBlock text={readable(delivery.payload)} label={texts.payloadOf} />
            </Card>
          </div>
          <DeliveryFacts delivery={delivery} />
        </div>
      )}
    </>
  )
}

function Resend({ delivery: { id, state } }: { delivery: DeliveryWithAttempts }) {
  const context = useProject()
  const client = useQueryClient()
  const resending = useMutation({
    mutationFn: () =>
      unwrap(
        context.api.POST('/api/deliveries/{id}/resend', {
          params: { path: { id } },
          body: { retries: false },
        }),
      ),
    onSuccess: () => {
      notify(texts.resent)
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
    },
    onError: notifyError,
  })
  const isUnderWay = state === 'delivering' || state === 'canceled'
  return (
    <Tooltip label={texts.resendHint}>
      <Button
        leftSection={<Icon name="refresh" size={16} />}
        loading={resending.isPending}
        disabled={isUnderWay}
        onClick={() => resending.mutate()}
      >
        {texts.resend}
      </Button>
    </Tooltip>
  )
}

function DeliveryFacts({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { prefix } = useProject().project
  const { id, event, webhook_id: webhookId, install_id: installId, trigger } = delivery
  return (
    <Card title={texts.facts}>
      <Facts
        facts={[
          [
            texts.id,
            <span key="id" style={{ display: 'flex', alignItems: 'center', gap: 4 }}>
              <code className="clip">{id}</code>
              <CopyButton value={id} />
            </span>,
          ],
          [texts.event, <code key="event">{event}</code>],
          [
            texts.webhook,
            <Link
              key="webhook"
              to="/p/$prefix/webhooks/$id"
              params={{ prefix, id: String(webhookId) }}
            >
              {`#${webhookId}`}
            </Link>,
          ],
          [
            texts.install,
            installId === null ? null : (
              <Link
                key="install"
                to="/p/$prefix/installs/$id"
                params={{ prefix, id: installId }}
                className="mono"
              >
                {installId.slice(0, 8)}
              </Link>
            ),
          ],
          [texts.trigger, texts.triggers[trigger]],
          [texts.created, formatTime(delivery.created_at)],
          [
            texts.completed,
            delivery.completed_at === null ? null : formatTime(delivery.completed_at),
          ],
        ]}
      />
    </Card>
  )
}

/** Indented for reading; the bytes that were sent have no spaces. */
function readable(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}
