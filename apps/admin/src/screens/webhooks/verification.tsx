import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { unwrap } from '../../api/client.js'
import { deliveryQuery } from '../../api/deliveries.js'
import { projectKey } from '../../api/keys.js'
import type { DeliveryWithAttempts, Webhook } from '../../api/types.js'
import { webhookQuery } from '../../api/webhooks.js'
import { useProject } from '../../shell/project-context.js'
import { attempts } from '../../texts/delivery.js'
import { verification as texts } from '../../texts/verification.js'
import { Badge } from '../../ui/badge.js'
import { Icon } from '../../ui/icons.js'
import { notifyError } from '../../ui/notify.js'
import styles from './verification.module.css'

type Result = NonNullable<Webhook['verification']>

/** Whether the receiver checks signatures: the last check, step by step, and the button for another one. */
export function Verification({ id, isMain = false }: { id: number; isMain?: boolean }) {
  const context = useProject()
  const { data: webhook } = useQuery(webhookQuery(context, id))
  const verifying = useVerify(id)
  useRefreshAfter(webhook?.verification?.result)
  if (webhook === undefined) return null
  const { verification, is_active: isActive } = webhook
  return (
    <div className={styles.check}>
      {verification === null ? (
        <p className="soft">{texts.text}</p>
      ) : (
        <Steps key={verification.delivery_id} verification={verification} />
      )}
      {context.can('webhooks:write') && (
        <Button
          variant={isMain && webhook.verified_at === null ? 'filled' : 'default'}
          leftSection={<Icon name="shield-lock" size={16} />}
          loading={verifying.isPending}
          disabled={!isActive}
          onClick={() => verifying.mutate()}
        >
          {verification === null ? texts.verify : texts.again}
        </Button>
      )}
      {!isActive && <p className="soft small">{texts.off}</p>}
    </div>
  )
}

function useVerify(id: number) {
  const context = useProject()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      unwrap(context.api.POST('/api/webhooks/{id}/verify', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKey(context, 'webhooks') }),
    onError: notifyError,
  })
}

/** Reads the list of webhooks and the setup again when a verification has ended. */
function useRefreshAfter(result: Result['result'] | undefined): void {
  const context = useProject()
  const client = useQueryClient()
  const former = useRef(result)
  useEffect(() => {
    if (former.current === 'waiting' && result !== 'waiting') {
      for (const part of [['webhooks', 'list'], ['setup'], ['deliveries']])
        void client.invalidateQueries({ queryKey: projectKey(context, ...part) })
    }
    former.current = result
  }, [result, client, context])
}

function Steps({ verification }: { verification: Result }) {
  const { result, wrong_signature_status: status, delivery_id: id } = verification
  return (
    <>
      <ol className={styles.steps} aria-live="polite">
        <RightStep id={id} isWaiting={result === 'waiting'} />
        <Step
          name={texts.wrong}
          state={result === 'waiting' ? 'later' : result === 'verified' ? 'done' : 'bad'}
        >
          {result === 'waiting'
            ? texts.waits
            : status === null
              ? texts.noResponse
              : result === 'verified'
                ? texts.rejected(status)
                : texts.acceptedWrong(status)}
        </Step>
      </ol>
      {result !== 'waiting' && (
        <p className={styles.verdict} data-result={result}>
          {VERDICTS[result]}
        </p>
      )}
    </>
  )
}

const VERDICTS = {
  verified: texts.good,
  accepts_wrong_signature: texts.bad,
  no_response: texts.unclear,
} as const

function RightStep({ id, isWaiting }: { id: string; isWaiting: boolean }) {
  const context = useProject()
  const { data: delivery } = useQuery({
    ...deliveryQuery(context, id),
    enabled: isWaiting && context.can('deliveries:read'),
  })
  const failure = failureOf(delivery)
  const isOver = delivery?.state === 'failed'
  return (
    <Step
      name={texts.right}
      state={!isWaiting ? 'done' : isOver || failure !== null ? 'bad' : 'now'}
    >
      {!isWaiting
        ? texts.accepted
        : failure === null
          ? texts.sending
          : isOver
            ? texts.failedForGood(failure)
            : texts.failedFor(failure)}{' '}
      <Link to="/p/$prefix/deliveries/$id" params={{ prefix: context.project.prefix, id }}>
        {texts.delivery}
      </Link>
    </Step>
  )
}

/** What the receiver answered, or why it did not. */
function failureOf(delivery: DeliveryWithAttempts | undefined): string | null {
  const last = delivery?.attempts.at(-1)
  if (last?.outcome !== 'failed') return null
  if (last.status_code !== null) return attempts.answered(last.status_code)
  return attempts.errors[last.error_class ?? 'status']
}

type State = keyof typeof texts.states

const SIGNS = { later: 'minus', now: 'clock', done: 'circle-check', bad: 'alert-circle' } as const

function Step({ name, state, children }: { name: string; state: State; children: ReactNode }) {
  return (
    <li className={styles.step} data-state={state}>
      <Icon name={SIGNS[state]} size={20} />
      <span>
        <strong>
          {name} <span className="sr-only">({texts.states[state]})</span>
        </strong>
        {children}
      </span>
    </li>
  )
}

export function VerifiedBadge({ webhook }: { webhook: Pick<Webhook, 'verified_at'> }) {
  return webhook.verified_at === null ? (
    <Badge tone="idle" icon="shield-lock">
      {texts.unverified}
    </Badge>
  ) : (
    <Badge tone="good" icon="shield-lock">
      {texts.verified}
    </Badge>
  )
}
