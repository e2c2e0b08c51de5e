import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { allCampaignsQuery } from '../../api/campaigns.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { links as texts } from '../../texts/links.js'
import { DateRange } from '../../ui/date-range.js'
import { toMoments } from '../../ui/day-range.js'
import { FilterChips, MoreFilters, type FilterField } from '../../ui/more-filters.js'
import { SearchField } from '../../ui/search-field.js'
import { SelectFilter } from '../../ui/select-filter.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import ui from '../../ui/ui.module.css'

const FILTERS = ['search', 'status', 'campaign', 'tag', 'creator', 'from', 'to'] as const

const MORE: readonly FilterField[] = [
  { name: 'tag', label: texts.tag },
  { name: 'creator', label: texts.createdBy, options: Object.entries(texts.creators) },
]

type Filters = Partial<Record<(typeof FILTERS)[number], string>>

/** Clears all filters, and not the order. */
export const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

/** The parameters of the API for the filters in the address. */
export function toFilters({ search, status, campaign, tag, creator, from, to }: Filters) {
  return {
    ...(search === undefined ? {} : { search }),
    ...toStatus(status),
    ...(campaign === undefined ? {} : { campaign_id: Number(campaign) }),
    ...(tag === undefined ? {} : { tag }),
    ...toCreator(creator),
    ...toMoments({ from, to }),
  }
}

function toStatus(status: string | undefined): { status?: 'archived' | 'expired' } {
  return status === 'archived' || status === 'expired' ? { status } : {}
}

function toCreator(creator: string | undefined): { created_by?: 'admin' | 'sdk' } {
  return creator === 'admin' || creator === 'sdk' ? { created_by: creator } : {}
}

type Sort = keyof typeof texts.sorts

export function toOrder({ sort }: { sort?: string | undefined }): { sort?: Sort } {
  return sort !== undefined && Object.hasOwn(texts.sorts, sort) ? { sort: sort as Sort } : {}
}

export function LinkFilters() {
  const shown = useSearch({ from: '/p/$prefix/links' })
  const { search, status, campaign, sort, from, to } = shown
  const setSearch = useSetSearch()
  const campaigns = useQuery(allCampaignsQuery(useProject()))
  return (
    <div className={ui.filters} role="search">
      <SearchField
        label={texts.search}
        value={search ?? ''}
        onChange={(text) => setSearch({ search: text })}
      />
      <SelectFilter
        label={texts.status}
        any={texts.statuses.active}
        options={[
          ['expired', texts.statuses.expired],
          ['archived', texts.statuses.archived],
        ]}
        value={status}
        onChange={(value) => setSearch({ status: value })}
      />
      <SelectFilter
        label={texts.campaign}
        any={texts.anyCampaign}
        options={(campaigns.data?.data ?? []).map(({ id, name }) => [String(id), name])}
        value={campaign}
        onChange={(value) => setSearch({ campaign: value })}
      />
      <DateRange range={{ from, to }} label={texts.created} />
      <MoreFilters fields={MORE} search={shown} />
      <SelectFilter
        label={common.sortBy}
        any={texts.newestFirst}
        options={Object.entries(texts.sorts)}
        value={sort}
        onChange={(value) => setSearch({ sort: value })}
      />
      <FilterChips fields={MORE} search={shown} />
    </div>
  )
}
