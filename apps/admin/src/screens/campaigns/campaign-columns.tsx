import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { campaignStatsQuery } from '../../api/campaigns.js'
import type { Campaign, CampaignStats } from '../../api/types.js'
import { Sparkline } from '../../charts/sparkline.js'
import { useProject } from '../../shell/project-context.js'
import { campaigns as texts } from '../../texts/campaigns.js'
import { rowLink, type Column } from '../../ui/data-table.js'
import { formatCount, formatRate } from '../../ui/format.js'
import { StatusBadge } from './campaign-status.js'

const TREND_DAYS = 30

export function campaignColumns(prefix: string): Column<Campaign>[] {
  return [
    {
      key: 'campaign',
      header: texts.campaign,
      cell: ({ id, name, utm_source: source, utm_medium: medium }) => (
        <div style={{ minWidth: 0 }}>
          <Link
            to="/p/$prefix/campaigns/$id"
            params={{ prefix, id: String(id) }}
            className={`${rowLink ?? ''} clip`}
          >
            {name}
          </Link>
          <span className="clip soft small">
            {[source, medium].filter(Boolean).join(' / ') || '–'}
          </span>
        </div>
      ),
    },
    {
      key: 'status',
      header: texts.status,
      width: 120,
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    ...STATISTICS,
  ]
}

/** One query serves all cells of a row. */
function OfStats({
  id,
  children,
}: {
  id: number
  children: (stats: CampaignStats) => React.ReactNode
}) {
  const { data } = useQuery(campaignStatsQuery(useProject(), id, TREND_DAYS))
  if (data === undefined) return <Skeleton height={12} width={44} display="inline-block" />
  return <span className="num">{children(data)}</span>
}

const STATISTICS: readonly Column<Campaign>[] = [
  {
    key: 'trend',
    header: texts.trend,
    width: 140,
    mobile: 'hide',
    cell: ({ id, name }) => (
      <OfStats id={id}>
        {({ clicks_per_day: days }) => (
          <Sparkline label={texts.trendOf(name)} values={days.map(({ count }) => count)} />
        )}
      </OfStats>
    ),
  },
  {
    key: 'clicks',
    header: texts.clicks,
    width: 100,
    align: 'right',
    mobile: 'label',
    cell: ({ id }) => (
      <OfStats id={id}>{({ total_clicks: clicks }) => formatCount(clicks)}</OfStats>
    ),
  },
  {
    key: 'installs',
    header: texts.installs,
    width: 100,
    align: 'right',
    mobile: 'label',
    cell: ({ id }) => <OfStats id={id}>{({ installs }) => formatCount(installs)}</OfStats>,
  },
  {
    key: 'conversion',
    header: texts.conversion,
    width: 120,
    align: 'right',
    mobile: 'hide',
    cell: ({ id }) => (
      <OfStats id={id}>
        {({ installs, total_clicks: clicks }) => formatRate(installs, clicks)}
      </OfStats>
    ),
  },
]
