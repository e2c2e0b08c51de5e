import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { campaignStatsQuery } from '../../api/campaigns.js'
import { AreaChart } from '../../charts/area-chart.js'
import { useProject } from '../../shell/project-context.js'
import { campaignDetail as texts, campaigns } from '../../texts/campaigns.js'
import { Card } from '../../ui/card.js'
import { ChartWaiting } from '../../ui/chart-waiting.js'
import { DaysSegments, toDays } from '../../ui/days.js'
import { Failure } from '../../ui/failure.js'
import { formatCount, formatRate } from '../../ui/format.js'
import { Stat } from '../../ui/stat.js'
import ui from '../../ui/ui.module.css'

export function CampaignStatistics({ id }: { id: number }) {
  const days = toDays(useSearch({ from: '/p/$prefix/campaigns/$id' }).days)
  const query = useQuery(campaignStatsQuery(useProject(), id, days))
  const stats = query.data
  return (
    <>
      <div className={ui.stats}>
        <Stat label={campaigns.clicks} value={stats && formatCount(stats.total_clicks)} />
        <Stat
          label={texts.uniques}
          value={stats && formatCount(stats.unique_clicks)}
          note={texts.uniquesNote}
        />
        <Stat label={campaigns.installs} value={stats && formatCount(stats.installs)} />
        <Stat
          label={campaigns.conversion}
          value={stats && formatRate(stats.installs, stats.total_clicks)}
          note={texts.conversionNote}
        />
      </div>
      <Card title={texts.perDay} aside={<DaysSegments days={days} />}>
        {stats !== undefined ? (
          <AreaChart
            label={texts.perDay}
            dates={stats.clicks_per_day.map(({ date }) => date)}
            series={[
              {
                name: campaigns.clicks,
                color: 'var(--series)',
                values: stats.clicks_per_day.map(({ count }) => count),
              },
              {
                name: campaigns.installs,
                color: 'var(--series-2)',
                values: stats.installs_per_day.map(({ count }) => count),
              },
            ]}
          />
        ) : query.error !== null ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <ChartWaiting />
        )}
      </Card>
    </>
  )
}
