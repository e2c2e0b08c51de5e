import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { linksQuery } from '../../api/links.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { links as texts } from '../../texts/links.js'
import { Card } from '../../ui/card.js'
import { useChoice } from '../../ui/choice.js'
import { CsvButton } from '../../ui/csv-button.js'
import { DataTable } from '../../ui/data-table.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { PageHeader } from '../../ui/page-header.js'
import { Pager } from '../../ui/pager.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { ViewActions } from '../../ui/view-actions.js'
import { linkColumns } from './link-columns.js'
import { LinkFilters, NO_FILTERS, toFilters, toOrder } from './link-filters.js'

const FROM = { from: '/p/$prefix/links' } as const

const BulkActions = lazy(() =>
  import('./bulk-actions.js').then((loaded) => ({ default: loaded.BulkActions })),
)

const LinkDrawer = lazy(() =>
  import('./link-drawer.js').then((loaded) => ({ default: loaded.LinkDrawer })),
)

export function LinksScreen() {
  const context = useProject()
  const search = useSearch(FROM)
  const setSearch = useSetSearch()
  const canWrite = context.can('links:write')
  const filters = toFilters(search)
  const query = useQuery(
    linksQuery(context, { ...filters, ...toOrder(search), page: Number(search.page ?? 1) }),
  )
  const shown = query.data?.data ?? []
  const choice = useChoice(shown.map(({ code }) => code))
  usePastedUrl(canWrite, (url) => setSearch({ form: 'new', url }, { keepsPage: true }))
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <ViewActions path="/api/links" query={{ ...filters, ...toOrder(search) }} />
        <CsvButton path="/api/links" query={filters} />
        {canWrite && <CreateButton />}
      </PageHeader>
      <LinkFilters />
      <Card isFlush>
        <Suspense>
          {choice.chosen.size > 0 && <BulkActions choice={choice} shown={shown} />}
        </Suspense>
        <DataTable
          label={texts.title}
          columns={linkColumns({
            choice: canWrite ? choice : undefined,
            prefix: context.project.prefix,
            onTag: (tag) => setSearch({ tag }),
          })}
          sort={{ value: search.sort, onChange: (sort) => setSearch({ sort }) }}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          empty={isFiltered ? <NoneFound /> : <NoLinks canWrite={canWrite} />}
        />
      </Card>
      <Pager list={query.data} />
      <OpenForm />
    </>
  )
}

/** The form that the address names. */
function OpenForm() {
  const { form, url, campaign } = useSearch(FROM)
  const { can } = useProject()
  if (form === undefined || !can('links:write')) return null
  return (
    <Suspense>
      <LinkDrawer key={`${form}${url ?? ''}`} form={form} url={url} campaign={campaign} />
    </Suspense>
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
  return (
    <Message isInline icon="search" title={texts.noneTitle} text={texts.noneText}>
      <Button variant="default" onClick={() => setSearch(NO_FILTERS)}>
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
