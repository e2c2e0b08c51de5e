import { Button, Menu, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { unwrap } from '../../api/client.js'
import { deliveriesQuery } from '../../api/deliveries.js'
import { projectKey } from '../../api/keys.js'
import { setupQuery } from '../../api/setup.js'
import type { Webhook } from '../../api/types.js'
import { webhookQuery, webhooksQuery } from '../../api/webhooks.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { sampleReceiver } from '../../texts/start.js'
import { verification } from '../../texts/verification.js'
import { signatureCheck, webhookDetail as texts, webhooks } from '../../texts/webhooks.js'
import { Card } from '../../ui/card.js'
import { DataTable } from '../../ui/data-table.js'
import { Failure } from '../../ui/failure.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { notify, notifyError } from '../../ui/notify.js'
import { PageHeader } from '../../ui/page-header.js'
import ui from '../../ui/ui.module.css'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ViewActions } from '../../ui/view-actions.js'
import { deliveryColumns } from '../deliveries/delivery-columns.js'
import { GraceCard } from './grace-card.js'
import { SampleInbox } from './sample-inbox.js'
import { nameOf } from './name-of.js'
import { Verification, VerifiedBadge } from './verification.js'
import { HealthCard } from './webhook-health.js'
import { WebhookSettings } from './webhook-settings.js'
import { ActiveBadge } from './webhooks-screen.js'

const DeleteWebhook = lazy(() =>
  import('./delete-webhook.js').then((loaded) => ({ default: loaded.DeleteWebhook })),
)
const ReplayDrawer = lazy(() =>
  import('./replay-drawer.js').then((loaded) => ({ default: loaded.ReplayDrawer })),
)
const RotateSecret = lazy(() =>
  import('./rotate-secret.js').then((loaded) => ({ default: loaded.RotateSecret })),
)
const SignatureCheck = lazy(() =>
  import('./signature-check.js').then((loaded) => ({ default: loaded.SignatureCheck })),
)

const LATEST = 10

export function WebhookScreen() {
  const context = useProject()
  const { id } = useParams({ from: '/p/$prefix/webhooks/$id' })
  const query = useQuery(webhookQuery(context, Number(id)))
  const webhook = query.data
  return (
    <>
      <PageHeader
        title={webhook === undefined ? webhooks.webhook : nameOf(webhook)}
        crumb={
          <Link to="/p/$prefix/webhooks" params={{ prefix: context.project.prefix }}>
            <Icon name="chevron-left" size={14} style={{ verticalAlign: -2 }} />
            {webhooks.back}
          </Link>
        }
        lead={
          webhook && (
            <span style={{ display: 'inline-flex', gap: 6 }}>
              <ActiveBadge isActive={webhook.is_active} />
              <VerifiedBadge webhook={webhook} />
            </span>
          )
        }
      >
        <ViewActions path={`/api/webhooks/${id}`} />
        {webhook !== undefined && context.can('webhooks:write') && <Actions webhook={webhook} />}
      </PageHeader>
      {query.error !== null && (
        <Card>
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      )}
      {query.isPending && <Skeleton height={320} radius="lg" />}
      {webhook !== undefined && (
        <div className={ui.split}>
          <div className={ui.grid}>
            <LatestDeliveries id={webhook.id} />
            <SampleCard webhook={webhook} />
          </div>
          <div className={ui.grid}>
            {webhook.grace_ends_at !== null && (
              <GraceCard webhook={webhook} endsAt={webhook.grace_ends_at} />
            )}
            <Card title={verification.title}>
              <Verification id={webhook.id} />
            </Card>
            <Health id={webhook.id} />
            <WebhookSettings key={webhook.id} webhook={webhook} />
          </div>
        </div>
      )}
    </>
  )
}

/** What the sample receiver got, if this webhook leads to it. */
function SampleCard({ webhook }: { webhook: Webhook }) {
  const { data } = useQuery(setupQuery(useProject()))
  if (data === undefined || data.sample.receiver_url !== webhook.url) return null
  return (
    <Card title={sampleReceiver.title}>
      <SampleInbox webhookId={webhook.id} />
    </Card>
  )
}

/** Read from the list, which has all: a project has at most 100 webhooks. */
function Health({ id }: { id: number }) {
  const { data } = useQuery(webhooksQuery(useProject()))
  const health = data?.data.find((webhook) => webhook.id === id)?.health
  return health === undefined ? null : <HealthCard health={health} />
}

type Dialog = 'rotate' | 'check' | 'remove'

function Actions({ webhook }: { webhook: Webhook }) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { can } = useProject()
  const setSearch = useSetSearch()
  const testing = useSendTest(webhook.id)
  const close = () => setDialog(null)
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevron-down" size={16} />}>
            {common.actions}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {can('deliveries:write') && (
            <Menu.Item
              leftSection={<Icon name="history" size={16} />}
              onClick={() => setSearch({ replay: 'new' }, { keepsPage: true })}
            >
              {texts.replay}
            </Menu.Item>
          )}
          <ActionItem
            icon="shield-lock"
            text={signatureCheck.title}
            onClick={() => setDialog('check')}
          />
          <ActionItem icon="key" text={texts.rotate} onClick={() => setDialog('rotate')} />
          <ActionItem isRed icon="trash" text={texts.remove} onClick={() => setDialog('remove')} />
        </Menu.Dropdown>
      </Menu>
      <Button
        leftSection={<Icon name="send" size={16} />}
        loading={testing.isPending}
        disabled={!webhook.is_active}
        onClick={() => testing.mutate()}
      >
        {texts.test}
      </Button>
      <Suspense>
        {dialog === 'rotate' && <RotateSecret webhook={webhook} onClose={close} />}
        <Replay webhook={webhook} />
        {dialog === 'check' && <SignatureCheck onClose={close} />}
        {dialog === 'remove' && <DeleteWebhook webhook={webhook} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Sends a sample through the usual delivery path, and opens its delivery. */
function useSendTest(webhookId: number) {
  const context = useProject()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      unwrap(context.api.POST('/api/webhooks/{id}/test', { params: { path: { id: webhookId } } })),
    onSuccess: async ({ delivery_id: id }) => {
      notify(texts.testSent)
      void client.invalidateQueries({ queryKey: projectKey(context, 'deliveries') })
      await navigate({
        to: '/p/$prefix/deliveries/$id',
        params: { prefix: context.project.prefix, id },
      })
    },
    onError: notifyError,
  })
}

interface ActionItemProps {
  icon: IconName
  text: string
  isRed?: boolean
  onClick: () => void
}

function ActionItem({ icon, text, isRed = false, onClick }: ActionItemProps) {
  return (
    <Menu.Item
      {...(isRed ? { color: 'red' } : {})}
      leftSection={<Icon name={icon} size={16} />}
      onClick={onClick}
    >
      {text}
    </Menu.Item>
  )
}

function Replay({ webhook }: { webhook: Webhook }) {
  const { can } = useProject()
  const { replay } = useSearch({ from: '/p/$prefix/webhooks/$id' })
  if (replay === undefined || !can('deliveries:write')) return null
  return <ReplayDrawer webhook={webhook} replay={replay} />
}

function LatestDeliveries({ id }: { id: number }) {
  const context = useProject()
  const { prefix } = context.project
  const query = useQuery(deliveriesQuery(context, { webhook_id: id, limit: LATEST }))
  const shown = ['delivery', 'state', 'answer', 'created']
  return (
    <Card
      title={texts.deliveries}
      isFlush
      aside={
        <Link
          to="/p/$prefix/deliveries"
          params={{ prefix }}
          search={{ view: 'all', webhook: String(id) }}
        >
          {texts.all}
        </Link>
      }
    >
      <DataTable
        label={texts.deliveries}
        columns={deliveryColumns(prefix, String).filter(({ key }) => shown.includes(key))}
        query={{ ...query, data: query.data?.data }}
        rowKey={({ id: deliveryId }) => deliveryId}
        expectedRows={LATEST}
        empty={<p style={{ padding: 18 }}>{texts.deliveriesEmpty}</p>}
      />
    </Card>
  )
}
