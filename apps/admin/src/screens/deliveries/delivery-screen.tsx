import { Button, Skeleton, Tooltip } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrap } from '../../api/client.js'
import { webhookQuery } from '../../api/webhooks.js'
import { projectKey } from '../../api/keys.js'
import type { DeliveryWithAttempts } from '../../api/types.js'
import { useProject, type ProjectContext } from '../../shell/project-context.js'
import { deliveries } from '../../texts/deliveries.js'
import { delivery as texts } from '../../texts/delivery.js'
import { signatureCheck } from '../../texts/webhooks.js'
import { Card, Facts } from '../../ui/card.js'
import { CodeBlock, copyAndNotify, CopyButton } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import { formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { indentJson } from '../../ui/indent-json.js'
import { notifyError } from '../../ui/notify.js'
import { PageHeader } from '../../ui/page-header.js'
import ui from '../../ui/ui.module.css'
import { SignatureCheck } from '../webhooks/signature-check.js'
import { nameOf } from '../webhooks/name-of.js'
import { AttemptList } from './attempt-list.js'
import { NextStep } from './next-step.js'
import { curlCommand } from './request-text.js'
import { StateBadge } from './state-badge.js'
import { useDelivery } from './use-delivery.js'
import { useLastSuccess } from './use-last-success.js'

export function DeliveryScreen() {
  const context = useProject()
  const { id } = useParams({ from: '/p/$prefix/deliveries/$id' })
  const { query, awaited, awaitAttempt, news } = useDelivery(id)
  const delivery = query.data
  const hasFailed = delivery?.attempts.some(({ outcome }) => outcome === 'failed') === true
  const { good, isNone } = useLastSuccess(hasFailed ? delivery.webhook_id : undefined)
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
        {delivery !== undefined && (
          <Actions delivery={delivery} isWaiting={awaited !== null} onResent={awaitAttempt} />
        )}
      </PageHeader>
      <p className="sr-only" role="status">
        {news}
      </p>
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
              <AttemptList delivery={delivery} awaited={awaited} lastGood={good} />
              {hasFailed && isNone && (
                <p className="soft small" style={{ marginTop: 12 }}>
                  {texts.lastNone}
                </p>
              )}
            </Card>
            <Card title={texts.payload}>
              <CodeBlock text={indentJson(delivery.payload)} label={texts.payloadOf} />
            </Card>
          </div>
          <div className={ui.grid}>
            <DeliveryFacts delivery={delivery} />
          </div>
        </div>
      )}
    </>
  )
}

interface ActionsProps {
  delivery: DeliveryWithAttempts
  isWaiting: boolean
  onResent: (number: number) => void
}

function Actions({ delivery, isWaiting, onResent }: ActionsProps) {
  const context = useProject()
  const [isChecking, setChecking] = useState(false)
  const { data: webhook } = useQuery(webhookOf(context, delivery))
  const url = webhook?.url ?? delivery.attempts.at(-1)?.url
  const copy = (receiver: string) =>
    copyAndNotify(curlCommand(delivery, receiver), texts.curlCopied)
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="shield-lock" size={16} />}
        onClick={() => setChecking(true)}
      >
        {signatureCheck.title}
      </Button>
      {url !== undefined && (
        <Tooltip label={texts.copyCurlHint} multiline w={260}>
          <Button
            variant="default"
            leftSection={<Icon name="code" size={16} />}
            onClick={() => void copy(url)}
          >
            {texts.copyCurl}
          </Button>
        </Tooltip>
      )}
      {context.can('deliveries:write') && (
        <Resend delivery={delivery} isWaiting={isWaiting} onResent={onResent} />
      )}
      {isChecking && (
        <SignatureCheck
          known={{ body: delivery.payload, id: delivery.id }}
          onClose={() => setChecking(false)}
        />
      )}
    </>
  )
}

/** A deleted webhook returns 404, but its deliveries remain. */
const webhookOf = (context: ProjectContext, { webhook_id: id }: DeliveryWithAttempts) => ({
  ...webhookQuery(context, id),
  retry: false,
})

function Resend({ delivery: { id, state }, isWaiting, onResent }: ActionsProps) {
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
    onSuccess: ({ attempts_made: made }) => {
      onResent(made + 1)
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
    },
    onError: notifyError,
  })
  const cannotResend = state === 'delivering' || state === 'canceled'
  return (
    <Tooltip label={texts.resendHint}>
      <Button
        leftSection={<Icon name="refresh" size={16} />}
        loading={resending.isPending || isWaiting}
        disabled={cannotResend}
        onClick={() => resending.mutate()}
      >
        {texts.resend}
      </Button>
    </Tooltip>
  )
}

function DeliveryFacts({ delivery }: { delivery: DeliveryWithAttempts }) {
  const context = useProject()
  const { prefix } = context.project
  const { data: webhook } = useQuery(webhookOf(context, delivery))
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
              {webhook === undefined ? `#${webhookId}` : nameOf(webhook)}
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
