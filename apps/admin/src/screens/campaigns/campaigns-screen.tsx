import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { campaignsQuery } from '../../api/campaigns.js'
import { useProject } from '../../shell/project-context.js'
import { campaigns as texts } from '../../texts/campaigns.js'
import { common } from '../../texts/common.js'
import { Card } from '../../ui/card.js'
import { DataTable } from '../../ui/data-table.js'
import { sameSpan, SpanChoice } from '../../ui/days.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { PageHeader } from '../../ui/page-header.js'
import { Pager } from '../../ui/pager.js'
import { SearchField } from '../../ui/search-field.js'
import { SelectFilter } from '../../ui/select-filter.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ViewActions } from '../../ui/view-actions.js'
import ui from '../../ui/ui.module.css'
import { CampaignDrawer } from './campaign-drawer.js'
import { campaignColumns } from './campaign-columns.js'
import { toStatus } from './campaign-status.js'

export function CampaignsScreen() {
  const context = useProject()
  const shown = useSearch({ from: '/p/$prefix/campaigns' })
  const { search, status, page, form } = shown
  const setSearch = useSetSearch()
  const canWrite = context.can('campaigns:write')
  const known = toStatus(status)
  const filters = {
    page: Number(page ?? 1),
    ...(search === undefined ? {} : { search }),
    ...(known === undefined ? {} : { status: known }),
  }
  const query = useQuery(campaignsQuery(context, filters))
  const isFiltered = search !== undefined || status !== undefined
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <ViewActions path="/api/campaigns" query={filters} />
        {canWrite && <CreateButton />}
      </PageHeader>
      <div className={ui.filters} role="search">
        <SearchField
          label={texts.search}
          value={search ?? ''}
          onChange={(text) => setSearch({ search: text })}
        />
        <SelectFilter
          label={texts.status}
          any={texts.anyStatus}
          options={Object.entries(texts.statuses)}
          value={status}
          onChange={(value) => setSearch({ status: value })}
        />
        <span className={ui.filtersEnd}>
          <SpanChoice search={shown} />
        </span>
      </div>
      <Card isFlush>
        <DataTable
          label={texts.title}
          columns={campaignColumns(context.project.prefix, sameSpan(shown))}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          empty={isFiltered ? <NoneFound /> : <NoCampaigns canWrite={canWrite} />}
        />
      </Card>
      <Pager list={query.data} />
      {form !== undefined && canWrite && <CampaignDrawer form={form} />}
    </>
  )
}

function CreateButton() {
  const setSearch = useSetSearch()
  return (
    <Button
      leftSection={<Icon name="plus" />}
      onClick={() => setSearch({ form: 'new' }, { keepsPage: true })}
    >
      {texts.create}
    </Button>
  )
}

function NoCampaigns({ canWrite }: { canWrite: boolean }) {
  return (
    <Message isInline icon="speakerphone" title={texts.emptyTitle} text={texts.emptyText}>
      {canWrite && <CreateButton />}
    </Message>
  )
}

function NoneFound() {
  const setSearch = useSetSearch()
  return (
    <Message isInline icon="search" title={texts.noneTitle} text={texts.noneText}>
      <Button variant="default" onClick={() => setSearch({ search: undefined, status: undefined })}>
        {common.clear}
      </Button>
    </Message>
  )
}
