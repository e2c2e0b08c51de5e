import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ListedWebhook } from '../../api/types.js'
import { webhooksQuery } from '../../api/webhooks.js'
import { useProject } from '../../shell/project-context.js'
import { webhooks as texts } from '../../texts/webhooks.js'
import { Badge } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { DataTable, rowLink, type Column } from '../../ui/data-table.js'
import { formatDuration } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { PageHeader } from '../../ui/page-header.js'
import { Time } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ViewActions } from '../../ui/view-actions.js'
import { CreateWebhook } from './create-webhook.js'
import { nameOf, withoutScheme } from './name-of.js'
import { VerifiedBadge } from './verification.js'
import { LastFailure, SuccessShare } from './webhook-health.js'
import styles from './webhooks.module.css'

const EXPECTED = 3

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
        <ViewActions path="/api/webhooks" />
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
      {form === 'new' && canWrite && (
        <CreateWebhook onClose={() => setSearch({ form: undefined }, { keepsPage: true })} />
      )}
    </>
  )
}

const HEALTH_COLUMNS: readonly Column<ListedWebhook>[] = [
  {
    key: 'health',
    header: texts.share,
    width: 126,
    cell: ({ health }) => <SuccessShare health={health} />,
  },
  {
    key: 'p95',
    header: texts.p95Short,
    width: 84,
    mobile: 'label',
    cell: ({ health: { p95_ms: p95 } }) =>
      p95 === null ? (
        <span className="soft">–</span>
      ) : (
        <span className="num">{formatDuration(p95)}</span>
      ),
  },
  {
    key: 'due',
    header: texts.oldestDueShort,
    width: 126,
    mobile: 'label',
    cell: ({ health: { oldest_due_at: due } }) =>
      due === null ? <span className="soft">{texts.noneDue}</span> : <Time at={due} />,
  },
]

function webhookColumns(prefix: string): Column<ListedWebhook>[] {
  return [
    {
      key: 'webhook',
      header: texts.webhook,
      cell: (webhook) => (
        <Link
          to="/p/$prefix/webhooks/$id"
          params={{ prefix, id: String(webhook.id) }}
          className={`${rowLink ?? ''} clip`}
        >
          <span dir="auto">{nameOf(webhook)}</span>
          {webhook.name !== null && (
            <span className={`${styles.url ?? ''} clip`}>{withoutScheme(webhook.url)}</span>
          )}
        </Link>
      ),
    },
    {
      key: 'state',
      header: texts.state,
      width: 210,
      cell: (webhook) => (
        <span className={styles.states}>
          <ActiveBadge isActive={webhook.is_active} />
          <VerifiedBadge webhook={webhook} />
        </span>
      ),
    },
    ...HEALTH_COLUMNS,
    {
      key: 'failure',
      header: texts.lastFailure,
      width: 196,
      mobile: 'label',
      cell: ({ health }) => <LastFailure error={health.last_error} />,
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
