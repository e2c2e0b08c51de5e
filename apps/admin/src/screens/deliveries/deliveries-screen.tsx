import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { allCampaignsQuery } from '../../api/campaigns.js'
import { deliveriesQuery } from '../../api/deliveries.js'
import { webhooksQuery } from '../../api/webhooks.js'
import type { Delivery, Webhook } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { deliveries as texts } from '../../texts/deliveries.js'
import { webhookDetail } from '../../texts/webhooks.js'
import { Card } from '../../ui/card.js'
import { useChoice } from '../../ui/choice.js'
import { CsvButton } from '../../ui/csv-button.js'
import { DateRange } from '../../ui/date-range.js'
import { DataTable } from '../../ui/data-table.js'
import { formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { FilterChips, MoreFilters } from '../../ui/more-filters.js'
import { PageHeader } from '../../ui/page-header.js'
import { CursorPager } from '../../ui/pager.js'
import { Segments } from '../../ui/segments.js'
import { SelectFilter } from '../../ui/select-filter.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ViewActions } from '../../ui/view-actions.js'
import ui from '../../ui/ui.module.css'
import { nameOf } from '../webhooks/name-of.js'
import { ReplayDrawer } from '../webhooks/replay-drawer.js'
import { deliveryColumns } from './delivery-columns.js'
import { ATTENTION, filterFields, FILTERS, toListQuery } from './delivery-filters.js'
import { ResendChosen } from './resend-chosen.js'

const FROM = { from: '/p/$prefix/deliveries' } as const

export function DeliveriesScreen() {
  const context = useProject()
  const search = useSearch(FROM)
  const filters = toListQuery(search)
  const query = useQuery(
    deliveriesQuery(context, {
      ...filters,
      ...(search.cursor === undefined ? {} : { cursor: search.cursor }),
    }),
  )
  const webhooks = useQuery(webhooksQuery(context)).data?.data ?? []
  const webhookName = (id: number) => {
    const found = webhooks.find((one) => one.id === id)
    return found === undefined ? `#${id}` : nameOf(found)
  }
  const choice = useChoice((query.data?.data ?? []).map(({ id }) => id))
  const canWrite = context.can('deliveries:write')
  const chosenWebhook = webhooks.find(({ id }) => String(id) === search.webhook)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        {canWrite && chosenWebhook !== undefined && <Replay webhook={chosenWebhook} />}
        <ViewActions path="/api/deliveries" query={filters} />
        <CsvButton path="/api/deliveries" query={filters} />
      </PageHeader>
      <Filters webhooks={webhooks.map(({ id }) => [String(id), webhookName(id)] as const)} />
      <Card isFlush>
        <ResendChosen choice={choice} />
        <DataTable
          label={texts.title}
          columns={deliveryColumns(
            context.project.prefix,
            webhookName,
            canWrite ? choice : undefined,
          )}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          empty={<Empty checkedAt={query.dataUpdatedAt} />}
        />
      </Card>
      <CursorPager next={query.data?.next_cursor} cursor={search.cursor} total={query.data} />
    </>
  )
}

/** Replays deliveries of the webhook that the list is filtered by. */
function Replay({ webhook }: { webhook: Webhook }) {
  const { replay } = useSearch(FROM)
  const setSearch = useSetSearch()
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="history" size={16} />}
        onClick={() => setSearch({ replay: 'new' }, { keepsPage: true })}
      >
        {webhookDetail.replay}
      </Button>
      {replay !== undefined && <ReplayDrawer webhook={webhook} replay={replay} />}
    </>
  )
}

function Empty({ checkedAt }: { checkedAt: number }) {
  const search = useSearch(FROM)
  const { view } = search
  if (FILTERS.some((name) => search[name] !== undefined)) return <NoneFound />
  return view === 'all' ? <NoDeliveries /> : <Calm checkedAt={checkedAt} />
}

function Filters({ webhooks }: { webhooks: readonly (readonly [string, string])[] }) {
  const search = useSearch(FROM)
  const { view, state, webhook, from, to } = search
  const setSearch = useSetSearch()
  const campaigns = useQuery(allCampaignsQuery(useProject()))
  const fields = filterFields(campaigns.data?.data ?? [])
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
      <DateRange range={{ from, to }} />
      <MoreFilters fields={fields} search={search} />
      <FilterChips fields={fields} search={search} />
    </div>
  )
}

/** Shown when nothing needs attention, with the time of the last check. */
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
      <Button
        variant="default"
        onClick={() => setSearch(Object.fromEntries(FILTERS.map((name) => [name, undefined])))}
      >
        {common.clear}
      </Button>
    </Message>
  )
}
