import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { allCampaignsQuery } from '../../api/campaigns.js'
import { clicksQuery, type ClicksFilter } from '../../api/clicks.js'
import { useProject } from '../../shell/project-context.js'
import { clicks as texts } from '../../texts/clicks.js'
import { common } from '../../texts/common.js'
import { Card } from '../../ui/card.js'
import { CsvButton } from '../../ui/csv-button.js'
import { DateRange } from '../../ui/date-range.js'
import { toMoments } from '../../ui/day-range.js'
import { DataTable } from '../../ui/data-table.js'
import { sameSpan } from '../../ui/days.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { FilterChips, MoreFilters, type FilterField } from '../../ui/more-filters.js'
import { PageHeader } from '../../ui/page-header.js'
import { CursorPager } from '../../ui/pager.js'
import { SelectFilter } from '../../ui/select-filter.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ViewActions } from '../../ui/view-actions.js'
import ui from '../../ui/ui.module.css'
import { clickColumns } from './click-columns.js'

const FROM = { from: '/p/$prefix/clicks' } as const
const FILTERS = [
  'counted',
  'result',
  'platform',
  'link',
  'campaign',
  'country',
  'from',
  'to',
] as const

type ClickSearch = Partial<Record<(typeof FILTERS)[number], string>>

/** The clicks behind a figure. */
export function ClicksScreen() {
  const context = useProject()
  const { prefix } = context.project
  const search = useSearch(FROM)
  const filters = toFilters(search)
  const query = useQuery(
    clicksQuery(context, {
      ...filters,
      ...(search.cursor === undefined ? {} : { cursor: search.cursor }),
    }),
  )
  const next = query.data?.next_cursor
  return (
    <>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        crumb={
          <Link to="/p/$prefix/overview" params={{ prefix }} search={sameSpan(search)}>
            <Icon name="chevron-left" size={14} style={{ verticalAlign: -2 }} />
            {texts.back}
          </Link>
        }
      >
        <ViewActions path="/api/clicks" query={filters} />
        <CsvButton path="/api/clicks" query={filters} />
      </PageHeader>
      <Filters />
      <Card isFlush>
        <DataTable
          label={texts.title}
          columns={clickColumns(prefix)}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          empty={<Empty next={next ?? null} isFiltered={Object.keys(filters).length > 0} />}
        />
      </Card>
      <CursorPager next={next} cursor={search.cursor} />
    </>
  )
}

/** The parameters of the API for the filters in the address. */
function toFilters(search: ClickSearch): ClicksFilter {
  const { counted, result, platform, link, campaign, country, from, to } = search
  return {
    ...(counted === undefined ? {} : { counted: counted === 'yes' ? 'true' : 'false' }),
    ...(result === undefined ? {} : { claimed: result === 'installed' ? 'true' : 'false' }),
    ...(isPlatform(platform) ? { platform } : {}),
    ...(link === undefined ? {} : { link }),
    ...(campaign === undefined ? {} : { campaign: Number(campaign) }),
    ...(country !== undefined && /^[A-Z]{2}$/.test(country) ? { country } : {}),
    ...toMoments({ from, to }),
  }
}

function isPlatform(text: string | undefined): text is keyof typeof texts.platforms {
  return text !== undefined && Object.hasOwn(texts.platforms, text)
}

function Filters() {
  const search = useSearch(FROM)
  const { counted, result, platform, from, to } = search
  const setSearch = useSetSearch()
  const campaigns = useQuery(allCampaignsQuery(useProject())).data?.data ?? []
  const more: readonly FilterField[] = [
    { name: 'link', label: texts.link, placeholder: texts.linkHint },
    {
      name: 'campaign',
      label: texts.campaign,
      options: campaigns.map(({ id, name }) => [String(id), name]),
    },
    { name: 'country', label: texts.country, placeholder: 'DE', pattern: '[A-Z]{2}' },
  ]
  return (
    <div className={ui.filters} role="search">
      <SelectFilter
        label={texts.counted}
        any={texts.anyCounted}
        options={Object.entries(texts.countedOptions)}
        value={counted}
        onChange={(value) => setSearch({ counted: value })}
      />
      <SelectFilter
        label={texts.result}
        any={texts.anyResult}
        options={Object.entries(texts.results)}
        value={result}
        onChange={(value) => setSearch({ result: value })}
      />
      <SelectFilter
        label={texts.platform}
        any={texts.anyPlatform}
        options={Object.entries(texts.platforms)}
        value={platform}
        onChange={(value) => setSearch({ platform: value })}
      />
      <DateRange range={{ from, to }} />
      <MoreFilters fields={more} search={search} />
      <FilterChips fields={more} search={search} />
    </div>
  )
}

/** A page can be empty although older clicks match: the list is searched in parts. */
function Empty({ next, isFiltered }: { next: string | null; isFiltered: boolean }) {
  const setSearch = useSetSearch()
  if (next !== null)
    return (
      <Message isInline icon="search" title={texts.moreTitle} text={texts.moreText}>
        <Button variant="default" onClick={() => setSearch({ cursor: next }, { keepsPage: true })}>
          {texts.searchOn}
        </Button>
      </Message>
    )
  if (!isFiltered)
    return <Message isInline icon="click" title={texts.emptyTitle} text={texts.emptyText} />
  const clear = Object.fromEntries(FILTERS.map((name) => [name, undefined]))
  return (
    <Message isInline icon="search" title={texts.noneTitle} text={texts.noneText}>
      <Button variant="default" onClick={() => setSearch(clear)}>
        {common.clear}
      </Button>
    </Message>
  )
}
