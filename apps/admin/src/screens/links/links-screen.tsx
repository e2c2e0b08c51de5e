import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { allCampaignsQuery } from '../../api/campaigns.js'
import { linksQuery } from '../../api/links.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { links as texts } from '../../texts/links.js'
import { Card } from '../../ui/card.js'
import { DataTable } from '../../ui/data-table.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { PageHeader } from '../../ui/page-header.js'
import { Pager } from '../../ui/pager.js'
import { SearchField } from '../../ui/search-field.js'
import { SelectFilter } from '../../ui/select-filter.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import ui from '../../ui/ui.module.css'
import { linkColumns } from './link-columns.js'

const FROM = { from: '/p/$prefix/links' } as const

const LinkDrawer = lazy(() =>
  import('./link-drawer.js').then((loaded) => ({ default: loaded.LinkDrawer })),
)

export function LinksScreen() {
  const context = useProject()
  const search = useSearch(FROM)
  const setSearch = useSetSearch()
  const canWrite = context.can('links:write')
  const query = useQuery(linksQuery(context, toListQuery(search)))
  usePastedUrl(canWrite, (url) => setSearch({ form: 'new', url }, { keepsPage: true }))
  const isFiltered = [search.search, search.status, search.campaign, search.tag].some(Boolean)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        {canWrite && <CreateButton />}
      </PageHeader>
      <Filters />
      <Card isFlush>
        <DataTable
          label={texts.title}
          columns={linkColumns({
            canWrite,
            prefix: context.project.prefix,
            onTag: (tag) => setSearch({ tag }),
          })}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          empty={isFiltered ? <NoneFound /> : <NoLinks canWrite={canWrite} />}
        />
      </Card>
      <Pager meta={query.data?.meta} />
      <Suspense>
        {search.form !== undefined && (
          <LinkDrawer
            key={`${search.form}${search.url ?? ''}`}
            form={search.form}
            url={search.url}
            campaign={search.campaign}
          />
        )}
      </Suspense>
    </>
  )
}

type ListSearch = Partial<Record<'search' | 'status' | 'campaign' | 'tag' | 'page', string>>

function toListQuery({ search, status, campaign, tag, page }: ListSearch) {
  return {
    ...(search === undefined ? {} : { search }),
    ...toStatus(status),
    ...(campaign === undefined ? {} : { campaign_id: Number(campaign) }),
    ...(tag === undefined ? {} : { tag }),
    page: Number(page ?? 1),
  } as const
}

function toStatus(status: string | undefined): { status?: 'archived' | 'expired' } {
  return status === 'archived' || status === 'expired' ? { status } : {}
}

function Filters() {
  const context = useProject()
  const { search, status, campaign, tag } = useSearch(FROM)
  const setSearch = useSetSearch()
  const campaigns = useQuery(allCampaignsQuery(context))
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
      {tag !== undefined && (
        <Button
          variant="light"
          rightSection={<Icon name="x" size={14} />}
          onClick={() => setSearch({ tag: undefined })}
        >
          {`${texts.tag}: ${tag}`}
        </Button>
      )}
    </div>
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

function NoLinks({ canWrite }: { canWrite: boolean }) {
  return (
    <Message isInline icon="link" title={texts.emptyTitle} text={texts.emptyText}>
      {canWrite && <CreateButton />}
    </Message>
  )
}

function NoneFound() {
  const setSearch = useSetSearch()
  const clear = { search: undefined, status: undefined, campaign: undefined, tag: undefined }
  return (
    <Message isInline icon="search" title={texts.noneTitle} text={texts.noneText}>
      <Button variant="default" onClick={() => setSearch(clear)}>
        {common.clear}
      </Button>
    </Message>
  )
}

/** If an address is pasted outside of a field, a new link is started with it. */
function usePastedUrl(isOn: boolean, onUrl: (url: string) => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event
      if (
        target instanceof HTMLElement &&
        target.closest('input, textarea, [role=dialog]') !== null
      )
        return
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      if (/^https?:\/\/\S+$/i.test(text)) onUrl(text)
    }
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  })
}
