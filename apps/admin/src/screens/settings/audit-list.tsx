import type { AuditEntry } from '../../api/types.js'
import { audit as texts } from '../../texts/settings.js'
import { shell } from '../../texts/shell.js'
import { Card } from '../../ui/card.js'
import { DateRange } from '../../ui/date-range.js'
import { toMoments } from '../../ui/day-range.js'
import { DataTable, type Column } from '../../ui/data-table.js'
import { Message } from '../../ui/message.js'
import { CursorPager } from '../../ui/pager.js'
import { SelectFilter } from '../../ui/select-filter.js'
import { Time } from '../../ui/time.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import ui from '../../ui/ui.module.css'
import styles from './settings.module.css'

const PER_PAGE = 30

/** The filters in the address. Days are in the reader's time zone. */
export type AuditSearch = Partial<Record<'action' | 'from' | 'to' | 'cursor', string>>

export function toAuditQuery({ action, from, to, cursor }: AuditSearch) {
  return {
    limit: PER_PAGE,
    ...(action === undefined ? {} : { action }),
    ...toMoments({ from, to }),
    ...(cursor === undefined ? {} : { cursor }),
  }
}

interface AuditListProps {
  search: AuditSearch
  query: {
    data: { data: AuditEntry[]; next_cursor: string | null } | undefined
    error: Error | null
    refetch: () => unknown
  }
  subjects: readonly (readonly [string, string])[]
  /** For lists with entries of several projects: returns a project's name. */
  projectName?: (id: string) => string
}

/** The audit log with filters. */
export function AuditList({ search, query, subjects, projectName }: AuditListProps) {
  const isFiltered = [search.action, search.from, search.to].some(Boolean)
  const [title, text] = isFiltered
    ? [texts.noneTitle, texts.noneText]
    : [texts.emptyTitle, texts.emptyText]
  return (
    <div>
      <Filters search={search} subjects={subjects} />
      <Card isFlush>
        <DataTable
          label={texts.action}
          columns={projectName === undefined ? COLUMNS : withProject(projectName)}
          query={{ ...query, data: query.data?.data }}
          rowKey={({ id }) => id}
          empty={<Message isInline icon="history" title={title} text={text} />}
        />
      </Card>
      <CursorPager next={query.data?.next_cursor} cursor={search.cursor} />
    </div>
  )
}

function Filters({ search, subjects }: Pick<AuditListProps, 'search' | 'subjects'>) {
  const { action, from, to } = search
  const setSearch = useSetSearch()
  return (
    <div className={ui.filters} role="search">
      <SelectFilter
        label={texts.action}
        any={texts.anyAction}
        options={subjects}
        value={action}
        onChange={(value) => setSearch({ action: value })}
      />
      <DateRange range={{ from, to }} />
    </div>
  )
}

function withProject(nameOfProject: (id: string) => string): readonly Column<AuditEntry>[] {
  const project: Column<AuditEntry> = {
    key: 'project',
    header: texts.project,
    width: 140,
    mobile: 'hide',
    cell: ({ project_id: id }) => (
      <span className="clip soft">{id === null ? texts.noProject : nameOfProject(id)}</span>
    ),
  }
  return [...COLUMNS.slice(0, 2), project, ...COLUMNS.slice(2)]
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  {
    key: 'action',
    header: texts.action,
    width: '30%',
    cell: ({ action, target }) => (
      <>
        <strong className="clip">{texts.actions[action] ?? action}</strong>
        <span className="clip soft small mono">{target}</span>
      </>
    ),
  },
  {
    key: 'details',
    header: texts.details,
    cell: ({ details }) => <Details details={details} />,
  },
  {
    key: 'who',
    header: texts.who,
    width: 170,
    cell: (entry) => (
      <>
        <span className="clip">{nameOf(entry)}</span>
        {entry.actor_role !== null && (
          <span className="clip soft small">
            {(shell.roles[entry.actor_role as keyof typeof shell.roles] as string | undefined) ??
              entry.actor_role}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'when',
    header: texts.when,
    width: 150,
    align: 'right',
    cell: ({ created_at: at }) => (
      <span className="soft">
        <Time at={at} />
      </span>
    ),
  },
]

function nameOf({ actor, actor_name: name }: AuditEntry): string {
  if (name !== null) return name
  if (actor.startsWith('token:')) return texts.byToken(actor.slice('token:'.length))
  if (actor === 'sdk') return texts.bySdk
  if (actor === 'system') return texts.bySystem
  return actor === 'cli' ? texts.byCli : actor
}

function Details({ details }: { details: AuditEntry['details'] }) {
  return (
    <span className={`${styles.details ?? ''} small`}>
      {Object.entries(details).map(([name, value]) => (
        <span key={name} className="clip">
          <span className="soft">{name}</span> {wordOf(value)}
        </span>
      ))}
    </span>
  )
}

function wordOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordOf).join(', ')
  return JSON.stringify(value)
}
