import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  groupsQuery,
  statsParams,
  statsPath,
  subjectOf,
  type Dimension,
  type StatsSubject,
} from '../api/stats.js'
import type { Stats } from '../api/types.js'
import { BarList } from '../charts/bar-list.js'
import { useProject } from '../shell/project-context.js'
import { statistics as texts } from '../texts/statistics.js'
import { Card } from './card.js'
import { ClickValue } from './click-value.js'
import { CsvButton } from './csv-button.js'
import { toSpan, type SpanSearch } from './days.js'
import { Failure } from './failure.js'
import { formatCount, formatRate, formatTime } from './format.js'
import { Segments } from './segments.js'
import { useSetSearch } from './use-search-param.js'
import ui from './ui.module.css'

const FIRST: Dimension = 'source'
const CHOICES = Object.entries(texts.dimensions) as [Dimension, string][]

interface BreakdownProps {
  subject: StatsSubject
  /** The days and the dimension in the address. */
  search: SpanSearch & { by?: string | undefined }
}

/** Clicks and installs of a link or campaign by one dimension at a time. */
export function Breakdown({ subject, search }: BreakdownProps) {
  const setSearch = useSetSearch()
  const by = CHOICES.find(([name]) => name === search.by)?.[0] ?? FIRST
  const span = toSpan(search)
  const query = useQuery(groupsQuery(useProject(), subject, { span, by }))
  const { groups, from = '', to = '' } = query.data ?? {}
  return (
    <Card
      title={texts.breakdown}
      aside={
        <CsvButton
          path={statsPath(subject)}
          query={{ ...statsParams(span), group_by: by }}
          card={texts.breakdown}
        />
      }
    >
      <div className={ui.breakdown}>
        <Segments
          label={texts.dimension}
          options={CHOICES}
          value={by}
          onChange={(name) => setSearch({ by: name === FIRST ? undefined : name })}
        />
        {groups === undefined ? (
          query.error === null ? (
            <Skeleton height={180} />
          ) : (
            <Failure error={query.error} onRetry={() => void query.refetch()} />
          )
        ) : (
          <Groups groups={groups} subject={subject} days={{ from, to }} />
        )}
      </div>
    </Card>
  )
}

type Groups = NonNullable<Stats['groups']>

interface GroupsProps {
  groups: Groups
  subject: StatsSubject
  days: Pick<Stats, 'from' | 'to'>
}

function Groups({ groups, subject, days }: GroupsProps) {
  const rows = groups.data.filter(({ clicks, installs }) => clicks + installs > 0)
  if (rows.length === 0) return <p className="soft">{texts.empty}</p>
  const { dimensions_since: since, is_rounded: isRounded } = groups
  const hasUnknown = rows.some(({ value }) => value === 'unknown')
  const isOlder = hasUnknown && new Date(days.from) < new Date(since)
  return (
    <>
      <BarList
        items={rows.map(({ value, clicks, installs }) => ({
          key: value,
          label: (
            <ClickValue by={groups.by} value={value} search={{ ...subjectOf(subject), ...days }} />
          ),
          count: clicks,
          note:
            installs === 0
              ? undefined
              : `· ${texts.installsOf(formatCount(installs), formatRate(installs, clicks))}`,
        }))}
      />
      {isOlder && <p className="soft small">{texts.since(formatTime(since))}</p>}
      {isRounded && <p className="soft small">{texts.rounded}</p>}
    </>
  )
}
