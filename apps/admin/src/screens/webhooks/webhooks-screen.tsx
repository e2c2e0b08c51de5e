import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { deliveriesQuery } from '../../api/deliveries.js'
import type { Webhook } from '../../api/types.js'
import { webhooksQuery } from '../../api/webhooks.js'
import { useProject } from '../../shell/project-context.js'
import { webhooks as texts } from '../../texts/webhooks.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { DataTable, rowLink, type Column } from '../../ui/data-table.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { PageHeader } from '../../ui/page-header.js'
import { Time } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { CreateWebhook } from './create-webhook.js'

const EXPECTED = 3
const HEALTH_OF = 50

export function WebhooksScreen() {
  const context = useProject()
  const { form } = useSearch({ from: '/p/$prefix/webhooks' })
  const setSearch = useSetSearch()
  const canWrite = context.can('webhooks:write')
  const query = useQuery(webhooksQuery(context))
  const openForm = () => setSearch({ form: 'new' }, { keepsPage: true })
  const create = canWrite && (
    <Button leftSection={<Icon name="plus" />} onClick={openForm}>
      {texts.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        {create}
      </PageHeader>
      <Card isFlush>
        <DataTable
          label={texts.title}
          columns={webhookColumns(context.project.prefix)}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          expectedRows={EXPECTED}
          empty={
            <Message isInline icon="webhook" title={texts.emptyTitle} text={texts.emptyText}>
              {create}
            </Message>
          }
        />
      </Card>
      {form === 'new' && (
        <CreateWebhook onClose={() => setSearch({ form: undefined }, { keepsPage: true })} />
      )}
    </>
  )
}

function webhookColumns(prefix: string): Column<Webhook>[] {
  return [
    {
      key: 'webhook',
      header: texts.webhook,
      cell: ({ id, url }) => (
        <Link
          to="/p/$prefix/webhooks/$id"
          params={{ prefix, id: String(id) }}
          className={`${rowLink ?? ''} clip`}
        >
          {url.replace(/^https?:\/\//, '')}
        </Link>
      ),
    },
    {
      key: 'state',
      header: texts.state,
      width: 110,
      cell: ({ is_active: isActive }) => <ActiveBadge isActive={isActive} />,
    },
    {
      key: 'health',
      header: texts.health,
      width: 240,
      cell: ({ id }) => <Health id={id} />,
    },
    {
      key: 'created',
      header: texts.created,
      width: 140,
      align: 'right',
      mobile: 'hide',
      cell: ({ created_at: at }) => (
        <span className="soft">
          <Time at={at} />
        </span>
      ),
    },
  ]
}

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <Badge tone="good" icon="player-play">
      {texts.on}
    </Badge>
  ) : (
    <Badge tone="idle" icon="player-pause">
      {texts.off}
    </Badge>
  )
}

/** Of the newest deliveries, how many arrived. */
function Health({ id }: { id: number }) {
  const { data } = useQuery(deliveriesQuery(useProject(), { webhook_id: id, limit: HEALTH_OF }))
  if (data === undefined) return null
  if (data.data.length === 0) return <span className="soft">{texts.noDeliveries}</span>
  const good = data.data.filter(({ state }) => state === 'succeeded').length
  const failing = data.data.filter(({ state }) => state === 'failed' || state === 'retrying').length
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 10px', alignItems: 'center' }}>
      <span className="num">{texts.delivered(good, data.data.length)}</span>
      {failing > 0 && (
        <Badge tone="bad" icon="alert-circle">
          {texts.failing(failing)}
        </Badge>
      )}
    </span>
  )
}
