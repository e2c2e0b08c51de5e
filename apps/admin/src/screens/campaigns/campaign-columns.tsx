import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { statsQuery } from '../../api/stats.js'
import type { Campaign, Stats } from '../../api/types.js'
import { Sparkline } from '../../charts/sparkline.js'
import { useProject } from '../../shell/project-context.js'
import { campaigns as texts } from '../../texts/campaigns.js'
import { rowLink, type Column } from '../../ui/data-table.js'
import type { Span } from '../../ui/day-range.js'
import { toSpan, type sameSpan } from '../../ui/days.js'
import { formatCount, formatRate } from '../../ui/format.js'
import { StatusBadge } from './campaign-status.js'

/** @param search the time span of the address, which the page of a campaign keeps */
export function campaignColumns(
  prefix: string,
  search: ReturnType<typeof sameSpan>,
): Column<Campaign>[] {
  return [
    {
      key: 'campaign',
      header: texts.campaign,
      cell: ({ id, name, utm_source: source, utm_medium: medium }) => (
        <div style={{ minWidth: 0 }}>
          <Link
            to="/p/$prefix/campaigns/$id"
            params={{ prefix, id: String(id) }}
            search={search}
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
    ...statistics(toSpan(search)),
  ]
}

/** One query serves all cells of a row. */
function OfStats({
  id,
  span,
  children,
}: {
  id: number
  span: Span
  children: (stats: Stats) => React.ReactNode
}) {
  const { data, error } = useQuery(statsQuery(useProject(), { kind: 'campaign', id }, span))
  if (data === undefined && error !== null) return <span className="soft">–</span>
  if (data === undefined) return <Skeleton height={12} width={44} display="inline-block" />
  return <span className="num">{children(data)}</span>
}

const statistics = (span: Span): readonly Column<Campaign>[] => [
  {
    key: 'trend',
    header: texts.trend,
    width: 140,
    mobile: 'hide',
    cell: ({ id, name }) => (
      <OfStats id={id} span={span}>
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
      <OfStats id={id} span={span}>
        {({ total_clicks: clicks }) => formatCount(clicks)}
      </OfStats>
    ),
  },
  {
    key: 'installs',
    header: texts.installs,
    width: 100,
    align: 'right',
    mobile: 'label-start',
    cell: ({ id }) => (
      <OfStats id={id} span={span}>
        {({ installs }) => formatCount(installs)}
      </OfStats>
    ),
  },
  {
    key: 'conversion',
    header: texts.conversion,
    width: 120,
    align: 'right',
    mobile: 'label',
    cell: ({ id }) => (
      <OfStats id={id} span={span}>
        {({ installs, total_clicks: clicks }) => formatRate(installs, clicks)}
      </OfStats>
    ),
  },
]
