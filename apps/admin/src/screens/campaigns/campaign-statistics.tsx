import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { campaignStatsQuery } from '../../api/campaigns.js'
import type { CampaignStats } from '../../api/types.js'
import { AreaChart } from '../../charts/area-chart.js'
import { useProject } from '../../shell/project-context.js'
import { campaignDetail as texts, campaigns } from '../../texts/campaigns.js'
import { common } from '../../texts/common.js'
import { Card } from '../../ui/card.js'
import { ChartWaiting } from '../../ui/chart-waiting.js'
import { COMPARED, CompareSwitch } from '../../ui/compare-switch.js'
import { toSpan, useZoom } from '../../ui/days.js'
import { Failure } from '../../ui/failure.js'
import { formatCount, formatRate } from '../../ui/format.js'
import { Change, Stat } from '../../ui/stat.js'
import ui from '../../ui/ui.module.css'

export function CampaignStatistics({ id }: { id: number }) {
  const search = useSearch({ from: '/p/$prefix/campaigns/$id' })
  const query = useQuery(campaignStatsQuery(useProject(), id, toSpan(search)))
  const stats = query.data
  const before = stats?.previous
  return (
    <>
      <div className={ui.stats}>
        <Stat
          label={campaigns.clicks}
          value={stats && formatCount(stats.total_clicks)}
          note={
            stats && before && <Against now={stats.total_clicks} before={before.total_clicks} />
          }
        />
        <Stat
          label={texts.uniques}
          value={stats && formatCount(stats.unique_clicks)}
          note={texts.uniquesNote}
        />
        <Stat
          label={campaigns.installs}
          value={stats && formatCount(stats.installs)}
          note={stats && before && <Against now={stats.installs} before={before.installs} />}
        />
        <Stat
          label={campaigns.conversion}
          value={stats && formatRate(stats.installs, stats.total_clicks)}
          note={texts.conversionNote}
        />
      </div>
      <Card title={texts.perDay} aside={<CompareSwitch compare={search.compare} />}>
        {stats !== undefined ? (
          <Chart id={id} stats={stats} isCompared={search.compare === COMPARED} />
        ) : query.error !== null ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ChartWaiting />
        )}
      </Card>
    </>
  )
}

function Against(figures: { now: number; before: number }) {
  return <Change {...figures} text={common.vsBefore} />
}

interface ChartProps {
  id: number
  stats: CampaignStats
  isCompared: boolean
}

function Chart({ id, stats, isCompared }: ChartProps) {
  const { previous } = stats
  const before = useQuery({
    ...campaignStatsQuery(useProject(), id, {
      from: previous?.from ?? '',
      to: previous?.to ?? '',
    }),
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
              ...{ ...line, name: common.before(line.name), isFaint: true },
            }))
          : []),
      ]}
    />
  )
}

function linesOf({ clicks_per_day: clicks, installs_per_day: installs }: CampaignStats) {
  const values = (days: readonly { count: number }[]) => days.map(({ count }) => count)
  return [
    { name: campaigns.clicks, color: 'var(--series)', values: values(clicks) },
    { name: campaigns.installs, color: 'var(--series-2)', values: values(installs) },
  ]
}
