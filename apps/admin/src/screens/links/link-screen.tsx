import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '../../api/client.js'
import { installsQuery } from '../../api/installs.js'
import { linkQuery } from '../../api/links.js'
import type { Link as LinkRecord } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { linkDetail as texts, linkForm, links } from '../../texts/links.js'
import { Card, Facts } from '../../ui/card.js'
import { CopyButton } from '../../ui/copy.js'
import { DataTable } from '../../ui/data-table.js'
import { Failure } from '../../ui/failure.js'
import { formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { PageHeader } from '../../ui/page-header.js'
import { StatisticsSection } from '../../ui/statistics.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { installColumns } from '../installs/install-columns.js'
import { ArchiveDialog } from './archive-dialog.js'
import { QrCard } from './qr-card.js'
import styles from './links.module.css'
import { useRestoreLink } from './use-restore-link.js'

const FROM = { from: '/p/$prefix/links/$code' } as const

const RouteTester = lazy(() =>
  import('./route-tester.js').then((loaded) => ({ default: loaded.RouteTester })),
)

const LinkDrawer = lazy(() =>
  import('./link-drawer.js').then((loaded) => ({ default: loaded.LinkDrawer })),
)

export function LinkScreen() {
  const context = useProject()
  const { code } = useParams(FROM)
  const search = useSearch(FROM)
  const { form } = search
  const query = useQuery(linkQuery(context, code))
  const link = query.data
  const canWrite = context.can('links:write')
  const crumb = (
    <Link to="/p/$prefix/links" params={{ prefix: context.project.prefix }}>
      <Icon name="chevron-left" size={14} style={{ verticalAlign: -2 }} />
      {links.back}
    </Link>
  )
  if (link === undefined) {
    return (
      <>
        <PageHeader title={code} crumb={crumb} />
        {query.error !== null && (
          <Unavailable error={query.error} onRetry={() => void query.refetch()} />
        )}
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={link.name ?? link.code}
        crumb={crumb}
        lead={<ShortUrl url={link.short_url} />}
      >
        {canWrite && <Actions link={link} />}
      </PageHeader>
      <div className={styles.detail}>
        <div className={styles.column}>
          <StatisticsSection subject={{ kind: 'link', code }} search={search} />
          <Suspense fallback={<Skeleton height={330} radius="md" />}>
            <RouteTester code={code} />
          </Suspense>
          <LinkInstalls code={code} />
        </div>
        <div className={styles.column}>
          <QrCard link={link} />
          <Settings link={link} />
        </div>
      </div>
      <Suspense>{form !== undefined && canWrite && <LinkDrawer form={form} />}</Suspense>
    </>
  )
}

function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 410
  return (
    <Card>
      {isGone ? (
        <Message isInline icon="archive" title={links.goneTitle} text={links.goneText} />
      ) : (
        <Failure error={error} onRetry={onRetry} />
      )}
    </Card>
  )
}

function ShortUrl({ url }: { url: string }) {
  return (
    <span className={styles.nameLine}>
      <a href={url} target="_blank" rel="noreferrer" className="clip">
        {url.replace(/^https?:\/\//, '')}
      </a>
      <CopyButton value={url} label={links.copyShort} />
    </span>
  )
}

function Actions({ link: { code, archived_at: archivedAt } }: { link: LinkRecord }) {
  const restore = useRestoreLink()
  const setSearch = useSetSearch()
  const [isArchiving, setArchiving] = useState(false)
  const openForm = (mode: string) => setSearch({ form: `${mode}:${code}` }, { keepsPage: true })
  return (
    <>
      {archivedAt === null ? (
        <Button
          variant="default"
          leftSection={<Icon name="archive" size={16} />}
          onClick={() => setArchiving(true)}
        >
          {links.archive}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<Icon name="restore" size={16} />}
          loading={restore.isPending}
          onClick={() => restore.mutate(code)}
        >
          {links.restore}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="copy-plus" size={16} />}
        onClick={() => openForm('copy')}
      >
        {links.duplicate}
      </Button>
      {archivedAt === null && (
        <Button leftSection={<Icon name="pencil" size={16} />} onClick={() => openForm('edit')}>
          {links.edit}
        </Button>
      )}
      {isArchiving && <ArchiveDialog code={code} onClose={() => setArchiving(false)} />}
    </>
  )
}

const LATEST_INSTALLS = 5

function LinkInstalls({ code }: { code: string }) {
  const context = useProject()
  const query = useQuery(installsQuery(context, { link: code, limit: LATEST_INSTALLS }))
  return (
    <Card title={texts.installs} isFlush>
      <DataTable
        label={texts.installs}
        columns={installColumns(context.project.prefix).filter(
          ({ key }) => key !== 'link' && key !== 'country',
        )}
        query={{ ...query, data: query.data?.data }}
        rowKey={({ install_id: id }) => id}
        expectedRows={LATEST_INSTALLS}
        empty={<p style={{ padding: '18px' }}>{texts.installsEmpty}</p>}
      />
    </Card>
  )
}

function Settings({ link }: { link: LinkRecord }) {
  const { prefix } = useProject().project
  const store = (url: string | null) =>
    url === null ? null : (
      <a href={url} rel="noreferrer" target="_blank">
        {url}
      </a>
    )
  const utm = [link.utm_source, link.utm_medium, link.utm_campaign, link.utm_term, link.utm_content]
  const facts: [string, React.ReactNode][] = [
    [linkForm.code, <code key="code">{link.code}</code>],
    [linkForm.actualUrl, store(link.actual_url)],
    [
      links.campaign,
      link.campaign_id === null ? null : (
        <Link
          key="c"
          to="/p/$prefix/campaigns/$id"
          params={{ prefix, id: String(link.campaign_id) }}
        >
          {link.campaign_name}
        </Link>
      ),
    ],
    [linkForm.app, link.is_deeplink ? links.deepLink : links.webLink],
    ...(link.is_deeplink
      ? ([
          [linkForm.iosUrl, store(link.ios_url)],
          [linkForm.androidUrl, store(link.android_url)],
        ] as [string, React.ReactNode][])
      : []),
    [linkForm.utm, utm.filter(Boolean).join(' / ') || null],
    [links.tags, link.tags.join(', ') || null],
    [linkForm.expiresAt, link.expires_at === null ? texts.never : formatTime(link.expires_at)],
    ...(link.expires_at === null
      ? []
      : ([[linkForm.expiredUrl, store(link.expired_url)]] as [string, React.ReactNode][])),
    [links.created, formatTime(link.created_at)],
    [links.createdBy, texts.createdBy[link.created_by]],
    ...(link.archived_at === null
      ? []
      : ([[links.archivedAt, formatTime(link.archived_at)]] as [string, React.ReactNode][])),
  ]
  return (
    <Card title={texts.settings}>
      <Facts facts={facts} />
    </Card>
  )
}
