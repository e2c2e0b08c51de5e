import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statsParams, statsPath, statsQuery, subjectOf, type StatsSubject } from '../api/stats.js'
import type { Stats } from '../api/types.js'
import { AreaChart } from '../charts/area-chart.js'
import { useProject } from '../shell/project-context.js'
import { common } from '../texts/common.js'
import { statistics as texts } from '../texts/statistics.js'
import { Breakdown } from './breakdown.js'
import { Card } from './card.js'
import { ChartWaiting } from './chart-waiting.js'
import { COMPARED, CompareSwitch } from './compare-switch.js'
import { CsvButton } from './csv-button.js'
import { SpanChoice, toSpan, useZoom, type SpanSearch } from './days.js'
import { Failure } from './failure.js'
import { formatCount, formatRate } from './format.js'
import { Change, Stat } from './stat.js'
import { ViewActions } from './view-actions.js'
import ui from './ui.module.css'

interface StatisticsProps {
  subject: StatsSubject
  /** The days and the comparison in the address. */
  search: SpanSearch & { compare?: string | undefined }
}

/** The statistics of a link or campaign, with the choice of days. */
export function StatisticsSection({
  subject,
  search,
}: StatisticsProps & { search: { by?: string | undefined } }) {
  const request = { path: statsPath(subject), query: statsParams(toSpan(search)) }
  return (
    <>
      <div className={ui.filters} style={{ marginBottom: 0 }}>
        <SpanChoice search={search} />
        <ViewActions {...request} />
        <span className={ui.filtersEnd}>
          <CsvButton {...request} />
        </span>
      </div>
      <Statistics subject={subject} search={search} />
      <Breakdown subject={subject} search={search} />
    </>
  )
}

/** The figures of a link or campaign and their chart, beside the period before. */
function Statistics({ subject, search }: StatisticsProps) {
  const query = useQuery(statsQuery(useProject(), subject, toSpan(search)))
  const stats = query.data
  return (
    <>
      <Figures subject={subject} stats={stats} />
      <Card title={texts.perDay} aside={<CompareSwitch compare={search.compare} />}>
        {stats !== undefined ? (
          <Chart subject={subject} stats={stats} isCompared={search.compare === COMPARED} />
        ) : query.error !== null ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ChartWaiting />
        )}
      </Card>
    </>
  )
}

/** Clicks and installs open the lists behind them, with the same days. */
function Figures({ subject, stats }: { subject: StatsSubject; stats: Stats | undefined }) {
  const { prefix } = useProject().project
  const search = {
    ...subjectOf(subject),
    ...(stats && { from: stats.from, to: stats.to }),
  }
  const before = stats?.previous
  const against = (now: number, then: number): ReactNode => (
    <Change now={now} before={then} text={common.vsBefore} />
  )
  return (
    <div className={ui.stats}>
      <Link
        to="/p/$prefix/clicks"
        params={{ prefix }}
        search={{ ...search, counted: 'yes' }}
        className={ui.statLink}
      >
        <Stat
          label={texts.clicks}
          value={stats && formatCount(stats.total_clicks)}
          note={stats && before && against(stats.total_clicks, before.total_clicks)}
        />
      </Link>
      <Stat
        label={texts.uniques}
        value={stats && formatCount(stats.daily_uniques)}
        note={texts.uniquesNote}
      />
      <Link
        to="/p/$prefix/installs"
        params={{ prefix }}
        search={{ ...search, result: 'matched' }}
        className={ui.statLink}
      >
        <Stat
          label={texts.installs}
          value={stats && formatCount(stats.installs)}
          note={stats && before && against(stats.installs, before.installs)}
        />
      </Link>
      <Stat
        label={texts.conversion}
        value={stats && formatRate(stats.installs, stats.total_clicks)}
        note={texts.conversionNote}
      />
    </div>
  )
}

interface ChartProps {
  subject: StatsSubject
  stats: Stats
  isCompared: boolean
}

function Chart({ subject, stats, isCompared }: ChartProps) {
  const { previous } = stats
  const span = { from: previous?.from ?? '', to: previous?.to ?? '' }
  const before = useQuery({
    ...statsQuery(useProject(), subject, span),
    enabled: isCompared && previous !== undefined,
  })
  const dates = stats.clicks_per_day.map(({ date }) => date)
  return (
    <AreaChart
      label={texts.perDay}
      dates={dates}
      onZoom={useZoom(dates)}
      series={[
        ...linesOf(stats),
        ...(isCompared && before.data !== undefined
          ? linesOf(before.data).map((line) => ({
              ...line,
              name: common.before(line.name),
              isFaint: true,
            }))
          : []),
      ]}
    />
  )
}

function linesOf({ clicks_per_day: clicks, installs_per_day: installs }: Stats) {
  const values = (days: readonly { count: number }[]) => days.map(({ count }) => count)
  return [
    { name: texts.clicks, color: 'var(--series)', values: values(clicks) },
    { name: texts.installs, color: 'var(--series-2)', values: values(installs) },
  ]
}
