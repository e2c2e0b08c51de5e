import { Link, useSearch } from '@tanstack/react-router'
import type { Overview } from '../../api/types.js'
import { BarList } from '../../charts/bar-list.js'
import { useProject } from '../../shell/project-context.js'
import { overview as texts } from '../../texts/overview.js'
import { Card } from '../../ui/card.js'
import { sameSpan } from '../../ui/days.js'
import { formatCount } from '../../ui/format.js'

const SHOWN = 7

export function TopLinks({ data }: { data: Overview }) {
  const span = sameSpan(useSearch({ from: '/p/$prefix/overview' }))
  const { prefix } = useProject().project
  return (
    <Card title={texts.topLinks}>
      {data.top_links.length === 0 ? (
        <p className="soft">{texts.topLinksEmpty}</p>
      ) : (
        <BarList
          items={data.top_links.slice(0, SHOWN).map(({ code, name, clicks, attributed }) => ({
            key: code,
            label: (
              <Link to="/p/$prefix/links/$code" params={{ prefix, code }} search={span}>
                {name ?? code}
              </Link>
            ),
            count: clicks,
            note: attributed === 0 ? undefined : `· ${texts.installsOf(formatCount(attributed))}`,
          }))}
        />
      )}
    </Card>
  )
}

export function TopCampaigns({ data }: { data: Overview }) {
  const span = sameSpan(useSearch({ from: '/p/$prefix/overview' }))
  const { prefix } = useProject().project
  return (
    <Card title={texts.topCampaigns}>
      {data.top_campaigns.length === 0 ? (
        <p className="soft">{texts.topCampaignsEmpty}</p>
      ) : (
        <BarList
          items={data.top_campaigns
            .slice(0, SHOWN)
            .map(({ campaign_id: id, name, clicks, attributed }) => ({
              key: String(id),
              label: (
                <Link
                  to="/p/$prefix/campaigns/$id"
                  params={{ prefix, id: String(id) }}
                  search={span}
                >
                  {name}
                </Link>
              ),
              count: clicks,
              note: attributed === 0 ? undefined : `· ${texts.installsOf(formatCount(attributed))}`,
            }))}
        />
      )}
    </Card>
  )
}
