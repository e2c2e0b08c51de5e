import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { overviewQuery } from '../../api/overview.js'
import type { Overview } from '../../api/types.js'
import { AreaChart } from '../../charts/area-chart.js'
import { useProject } from '../../shell/project-context.js'
import { overview as texts } from '../../texts/overview.js'
import { Card } from '../../ui/card.js'
import { ChartWaiting } from '../../ui/chart-waiting.js'
import { isWhole } from '../../ui/day-range.js'
import { SpanChoice, toDays } from '../../ui/days.js'
import { Failure } from '../../ui/failure.js'
import { PageHeader } from '../../ui/page-header.js'
import ui from '../../ui/ui.module.css'
import { DeliveryHealth } from './delivery-health.js'
import { Figures } from './figures.js'
import { LiveFeed } from './live-feed.js'
import { Outcomes } from './outcomes.js'
import { Sources } from './sources.js'
import { TopCampaigns, TopLinks } from './top-lists.js'
import styles from './overview.module.css'

export function OverviewScreen() {
  const { days, from, to } = useSearch({ from: '/p/$prefix/overview' })
  const range = { from, to }
  const query = useQuery(
    overviewQuery(useProject(), isWhole(range) ? range : { days: toDays(days) }),
  )
  const { data } = query
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead}>
        <SpanChoice days={toDays(days)} range={range} />
      </PageHeader>
      {data === undefined && query.error !== null ? (
        <Card>
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : (
        <div className={ui.grid}>
          <Figures data={data} />
          <Card title={texts.chart}>
            {data === undefined ? <ChartWaiting /> : <Chart data={data} />}
          </Card>
          {data !== undefined && <Details data={data} />}
        </div>
      )}
    </>
  )
}

function Chart({ data: { series, interval } }: { data: Overview }) {
  return (
    <AreaChart
      label={texts.chart}
      dates={series.map(({ start }) => start)}
      isHourly={interval === 'hour'}
      series={[
        { name: texts.clicks, color: 'var(--series)', values: series.map(({ clicks }) => clicks) },
        {
          name: texts.attributed,
          color: 'var(--series-2)',
          values: series.map(({ attributed }) => attributed),
        },
      ]}
    />
  )
}

function Details({ data }: { data: Overview }) {
  return (
    <div className={styles.details}>
      <TopLinks data={data} />
      <TopCampaigns data={data} />
      <Outcomes data={data} />
      <DeliveryHealth data={data} />
      <Sources data={data} />
      <LiveFeed />
    </div>
  )
}
