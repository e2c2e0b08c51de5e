import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { deliveriesQuery } from '../../api/deliveries.js'
import { webhooksQuery } from '../../api/webhooks.js'
import type { Delivery } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { deliveries as texts } from '../../texts/deliveries.js'
import { Card } from '../../ui/card.js'
import { CsvButton } from '../../ui/csv-button.js'
import { DataTable } from '../../ui/data-table.js'
import { formatTime } from '../../ui/format.js'
import { Message } from '../../ui/message.js'
import { PageHeader } from '../../ui/page-header.js'
import { CursorPager } from '../../ui/pager.js'
import { Segments } from '../../ui/segments.js'
import { SelectFilter } from '../../ui/select-filter.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import ui from '../../ui/ui.module.css'
import { deliveryColumns } from './delivery-columns.js'

const FROM = { from: '/p/$prefix/deliveries' } as const
const ATTENTION: readonly Delivery['state'][] = ['failed', 'retrying', 'held', 'skipped']

export function DeliveriesScreen() {
  const context = useProject()
  const { view, state, webhook, cursor } = useSearch(FROM)
  const isAttention = view !== 'all'
  const filters = {
    ...(state !== undefined ? { state } : isAttention ? { state: ATTENTION.join(',') } : {}),
    ...(webhook === undefined ? {} : { webhook_id: Number(webhook) }),
  }
  const query = useQuery(
    deliveriesQuery(context, { ...filters, ...(cursor === undefined ? {} : { cursor }) }),
  )
  const webhooks = useQuery(webhooksQuery(context)).data?.data ?? []
  const hostOf = (id: number) => {
    const found = webhooks.find((one) => one.id === id)
    return found === undefined ? `#${id}` : found.url.replace(/^https?:\/\//, '')
  }
  const isFiltered = state !== undefined || webhook !== undefined
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <CsvButton path="/api/deliveries" query={filters} name="deliveries.csv" />
      </PageHeader>
      <Filters webhooks={webhooks.map(({ id }) => [String(id), hostOf(id)] as const)} />
      <Card isFlush>
        <DataTable
          label={texts.title}
          columns={deliveryColumns(context.project.prefix, hostOf)}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          empty={
            isFiltered ? (
              <NoneFound />
            ) : isAttention ? (
              <Calm checkedAt={query.dataUpdatedAt} />
            ) : (
              <NoDeliveries />
            )
          }
        />
      </Card>
      <CursorPager next={query.data?.next_cursor} cursor={cursor} total={query.data} />
    </>
  )
}

function Filters({ webhooks }: { webhooks: readonly (readonly [string, string])[] }) {
  const { view, state, webhook } = useSearch(FROM)
  const setSearch = useSetSearch()
  const isAttention = view !== 'all'
  const shown = Object.entries(texts.states).filter(
    ([name]) => !isAttention || ATTENTION.includes(name as Delivery['state']),
  )
  return (
    <div className={ui.filters} role="search">
      <Segments
        label={texts.views}
        options={[
          ['attention', texts.attention],
          ['all', texts.everything],
        ]}
        value={isAttention ? 'attention' : 'all'}
        onChange={(value) =>
          setSearch({ view: value === 'all' ? 'all' : undefined, state: undefined })
        }
      />
      <SelectFilter
        label={texts.state}
        any={common.anyState}
        options={shown}
        value={state}
        onChange={(value) => setSearch({ state: value })}
      />
      <SelectFilter
        label={texts.webhook}
        any={texts.anyWebhook}
        options={webhooks}
        value={webhook}
        onChange={(value) => setSearch({ webhook: value })}
      />
    </div>
  )
}

/** The best state of this list, with the time of the last look. */
function Calm({ checkedAt }: { checkedAt: number }) {
  const setSearch = useSetSearch()
  return (
    <Message
      isInline
      icon="circle-check"
      title={texts.calmTitle}
      text={texts.calmText(formatTime(checkedAt))}
    >
      <Button variant="default" onClick={() => setSearch({ view: 'all' })}>
        {texts.calmAll}
      </Button>
    </Message>
  )
}

function NoDeliveries() {
  const { prefix } = useProject().project
  return (
    <Message isInline icon="send" title={texts.emptyTitle} text={texts.emptyText}>
      <Link to="/p/$prefix/webhooks" params={{ prefix }}>
        {texts.toWebhooks}
      </Link>
    </Message>
  )
}

function NoneFound() {
  const setSearch = useSetSearch()
  return (
    <Message isInline icon="search" title={texts.noneTitle} text={texts.noneText}>
      <Button variant="default" onClick={() => setSearch({ state: undefined, webhook: undefined })}>
        {common.clear}
      </Button>
    </Message>
  )
}
