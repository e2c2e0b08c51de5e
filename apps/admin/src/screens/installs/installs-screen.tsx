import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { allCampaignsQuery } from '../../api/campaigns.js'
import { installsQuery } from '../../api/installs.js'
import { overviewQuery } from '../../api/overview.js'
import { BarList } from '../../charts/bar-list.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { platforms, reasons } from '../../texts/evidence.js'
import { installs as texts } from '../../texts/installs.js'
import { Card } from '../../ui/card.js'
import { CsvButton } from '../../ui/csv-button.js'
import { isWhole } from '../../ui/day-range.js'
import { DateRange } from '../../ui/date-range.js'
import { DataTable } from '../../ui/data-table.js'
import { formatShare } from '../../ui/format.js'
import { Message } from '../../ui/message.js'
import { FilterChips, MoreFilters } from '../../ui/more-filters.js'
import { PageHeader } from '../../ui/page-header.js'
import { CursorPager } from '../../ui/pager.js'
import { SelectFilter } from '../../ui/select-filter.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ViewActions } from '../../ui/view-actions.js'
import ui from '../../ui/ui.module.css'
import { installColumns } from './install-columns.js'
import { filterFields, FILTERS, toListQuery, type InstallSearch } from './install-filters.js'

const FROM = { from: '/p/$prefix/installs' } as const

export function InstallsScreen() {
  const context = useProject()
  const search = useSearch(FROM)
  const filters = toListQuery(search)
  const query = useQuery(
    installsQuery(context, {
      ...filters,
      ...(search.cursor === undefined ? {} : { cursor: search.cursor }),
    }),
  )
  const groups = reasonDays(search)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <ViewActions path="/api/installs" query={filters} />
        <CsvButton path="/api/installs" query={filters} />
      </PageHeader>
      <Filters />
      {groups !== null && <UnmatchedReasons days={groups} />}
      <Card isFlush>
        <DataTable
          label={texts.title}
          columns={installColumns(context.project.prefix)}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ install_id: id }) => id}
          empty={Object.keys(filters).length > 0 ? <NoneFound /> : <NoInstalls />}
        />
      </Card>
      <CursorPager next={query.data?.next_cursor} cursor={search.cursor} total={query.data} />
    </>
  )
}

/** The days of a list that has all installs without a match in them; of other lists the counts are not known. */
function reasonDays({ result, from, to, ...others }: InstallSearch) {
  const range = { from, to }
  const isNarrower = Object.keys(others).length > 0
  return result === 'unmatched' && !isNarrower && isWhole(range) ? range : null
}

/** How often each reason kept an install from being matched in these days. Each opens its list. */
function UnmatchedReasons({ days }: { days: { from: string; to: string } }) {
  const context = useProject()
  const { data } = useQuery(overviewQuery(context, days))
  const rows = (data?.outcomes ?? []).filter(({ outcome }) => Object.hasOwn(reasons, outcome))
  const all = rows.reduce((sum, { installs }) => sum + installs, 0)
  if (data === undefined || all === 0) return null
  return (
    <Card title={texts.reasonsTitle(all)} style={{ marginBottom: 16 }}>
      <BarList
        items={rows.map(({ outcome, installs }) => ({
          key: outcome,
          label: (
            <Link
              to="/p/$prefix/installs"
              params={{ prefix: context.project.prefix }}
              search={{ ...days, result: 'unmatched', reason: outcome }}
            >
              {reasons[outcome]}
            </Link>
          ),
          count: installs,
          note: `· ${formatShare(installs / all)}`,
        }))}
      />
    </Card>
  )
}

function Filters() {
  const search = useSearch(FROM)
  const { result, reason, platform, from, to } = search
  const setSearch = useSetSearch()
  const campaigns = useQuery(allCampaignsQuery(useProject()))
  const fields = filterFields(campaigns.data?.data ?? [])
  return (
    <div className={ui.filters} role="search">
      <SelectFilter
        label={texts.result}
        any={texts.anyResult}
        options={[
          ['matched', texts.matched],
          ['unmatched', texts.unmatched],
        ]}
        value={result}
        onChange={(value) => setSearch({ result: value, reason: undefined })}
      />
      {result !== 'matched' && (
        <SelectFilter
          label={texts.reason}
          any={texts.anyReason}
          options={Object.entries(reasons)}
          value={reason}
          onChange={(value) => setSearch({ reason: value })}
        />
      )}
      <SelectFilter
        label={texts.platform}
        any={texts.anyPlatform}
        options={Object.entries(platforms)}
        value={platform}
        onChange={(value) => setSearch({ platform: value })}
      />
      <DateRange range={{ from, to }} />
      <MoreFilters fields={fields} search={search} />
      <FilterChips fields={fields} search={search} />
    </div>
  )
}

function NoInstalls() {
  return (
    <Message isInline icon="device-mobile" title={texts.emptyTitle} text={texts.emptyText}>
      <Button
        component="a"
        href="/docs/guides/first-hour"
        target="_blank"
        rel="noreferrer"
        variant="default"
      >
        {texts.emptyGuide}
      </Button>
    </Message>
  )
}

function NoneFound() {
  const setSearch = useSetSearch()
  const clear = Object.fromEntries(FILTERS.map((name) => [name, undefined]))
  return (
    <Message isInline icon="search" title={texts.noneTitle} text={texts.noneText}>
      <Button variant="default" onClick={() => setSearch(clear)}>
        {common.clear}
      </Button>
    </Message>
  )
}
