import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { overviewParams, overviewQuery } from '../../api/overview.js'
import type { Overview } from '../../api/types.js'
import { AreaChart } from '../../charts/area-chart.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { overview as texts } from '../../texts/overview.js'
import { Card } from '../../ui/card.js'
import { ChartWaiting } from '../../ui/chart-waiting.js'
import { COMPARED, CompareSwitch } from '../../ui/compare-switch.js'
import { SpanChoice, toSpan, useZoom } from '../../ui/days.js'
import { Failure } from '../../ui/failure.js'
import { PageHeader } from '../../ui/page-header.js'
import { ViewActions } from '../../ui/view-actions.js'
import ui from '../../ui/ui.module.css'
import { DeliveryHealth } from './delivery-health.js'
import { Figures } from './figures.js'
import { Outcomes } from './outcomes.js'
import { Sources } from './sources.js'
import { TopCampaigns, TopLinks } from './top-lists.js'
import styles from './overview.module.css'

const FROM = { from: '/p/$prefix/overview' } as const

export function OverviewScreen() {
  const search = useSearch(FROM)
  const query = useQuery(overviewQuery(useProject(), toSpan(search)))
  const { data } = query
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <SpanChoice search={search} />
        <ViewActions path="/api/overview" query={overviewParams(toSpan(search))} />
      </PageHeader>
      {data === undefined && query.error !== null ? (
        <Card>
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : (
        <div className={ui.grid}>
          <Figures data={data} />
          <Card title={texts.chart} aside={<CompareSwitch compare={search.compare} />}>
            {data === undefined ? (
              <ChartWaiting />
            ) : (
              <Chart data={data} isCompared={search.compare === COMPARED} />
            )}
          </Card>
          {data !== undefined && <Details data={data} />}
        </div>
      )}
    </>
  )
}

const LINES = [
  ['clicks', 'var(--series)'],
  ['attributed', 'var(--series-2)'],
] as const

function Chart({ data: { series, interval, previous }, isCompared }: ChartProps) {
  const before = useBefore(previous, isCompared)
  const dates = series.map(({ start }) => start)
  return (
    <AreaChart
      label={texts.chart}
      dates={dates}
      isHourly={interval === 'hour'}
      onZoom={useZoom(dates)}
      series={[
        ...LINES.map(([name, color]) => ({
          name: texts[name],
          color,
          values: series.map((point) => point[name]),
        })),
        ...(before === undefined || before.interval !== interval
          ? []
          : LINES.map(([name, color]) => ({
              name: common.before(texts[name]),
              color,
              isFaint: true,
              values: series.map((_, place) => before.series[place]?.[name] ?? 0),
            }))),
      ]}
    />
  )
}

interface ChartProps {
  data: Overview
  isCompared: boolean
}

/** The period before, read when it is shown. */
function useBefore(previous: Overview['previous'], isCompared: boolean): Overview | undefined {
  const span = { from: previous?.from ?? '', to: previous?.to ?? '' }
  const query = useQuery({
    ...overviewQuery(useProject(), span),
    enabled: isCompared && previous !== null,
    refetchInterval: false,
  })
  return isCompared ? query.data : undefined
}

/** The last part of the page, with the code of the stream. */
const LiveFeed = lazy(() => import('./live-feed.js'))

function Details({ data }: { data: Overview }) {
  return (
    <div className={styles.details}>
      <div className={styles.column}>
        <TopLinks data={data} />
        <Outcomes data={data} />
      </div>
      <div className={styles.column}>
        <TopCampaigns data={data} />
        <DeliveryHealth data={data} />
        <Sources data={data} />
      </div>
      <div className={styles.wide}>
        <Suspense fallback={<div className={styles.feed} />}>
          <LiveFeed />
        </Suspense>
      </div>
    </div>
  )
}
