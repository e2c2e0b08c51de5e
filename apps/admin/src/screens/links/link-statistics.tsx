import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { linkStatsQuery } from '../../api/links.js'
import { AreaChart } from '../../charts/area-chart.js'
import { useProject } from '../../shell/project-context.js'
import { linkDetail as texts } from '../../texts/links.js'
import { Card } from '../../ui/card.js'
import { ChartWaiting } from '../../ui/chart-waiting.js'
import { Failure } from '../../ui/failure.js'
import { formatCount } from '../../ui/format.js'
import { DaysSegments, toDays } from '../../ui/days.js'
import { Stat } from '../../ui/stat.js'
import ui from '../../ui/ui.module.css'

export function LinkStatistics({ code }: { code: string }) {
  const days = toDays(useSearch({ from: '/p/$prefix/links/$code' }).days)
  const query = useQuery(linkStatsQuery(useProject(), code, days))
  const stats = query.data
  const counts = stats?.clicks_per_day ?? []
  const average =
    stats === undefined ? undefined : formatCount(Math.round(stats.total_clicks / days))
  const best = counts.length === 0 ? undefined : Math.max(...counts.map(({ count }) => count))
  return (
    <>
      <div className={ui.stats}>
        <Stat label={texts.total} value={stats && formatCount(stats.total_clicks)} />
        <Stat
          label={texts.uniques}
          value={stats && formatCount(stats.unique_clicks)}
          note={texts.uniquesNote}
        />
        <Stat label={texts.average} value={average} />
        <Stat label={texts.best} value={best === undefined ? undefined : formatCount(best)} />
      </div>
      <Card title={texts.perDay} aside={<DaysSegments days={days} />}>
        {stats === undefined ? (
          query.error === null ? (
            <ChartWaiting />
          ) : (
            <Failure error={query.error} onRetry={() => void query.refetch()} />
          )
        ) : (
          <AreaChart
            label={texts.perDay}
            dates={counts.map(({ date }) => date)}
            series={[
              {
                name: texts.total,
                color: 'var(--series)',
                values: counts.map(({ count }) => count),
              },
              {
                name: texts.uniques,
                color: 'var(--series-2)',
                isFaint: true,
                values: counts.map(({ uniques }) => uniques),
              },
            ]}
          />
        )}
      </Card>
    </>
  )
}
