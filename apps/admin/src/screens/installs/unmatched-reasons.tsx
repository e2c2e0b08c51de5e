import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { overviewQuery } from '../../api/overview.js'
import { BarList } from '../../charts/bar-list.js'
import { useProject } from '../../shell/project-context.js'
import { reasons } from '../../texts/evidence.js'
import { installs as texts } from '../../texts/installs.js'
import { Card } from '../../ui/card.js'
import { formatShare } from '../../ui/format.js'

/** How often each reason kept an install from being matched in these days. Each opens its list. */
export function UnmatchedReasons({ days }: { days: { from: string; to: string } }) {
  const context = useProject()
  const { data } = useQuery(overviewQuery(context, days))
  const rows = (data?.outcomes ?? []).filter(({ outcome }) => Object.hasOwn(reasons, outcome))
  const all = rows.reduce((sum, { installs }) => sum + installs, 0)
  if (data === undefined || all === 0) return null
  return (
    <Card title={texts.reasonsTitle(all)} style={{ marginBottom: 16 }}>
      <BarList
        items={rows.map(({ outcome, installs }) => ({
          key: outcome,
          label: (
            <Link
              to="/p/$prefix/installs"
              params={{ prefix: context.project.prefix }}
              search={{ ...days, result: 'unmatched', reason: outcome }}
            >
              {reasons[outcome]}
            </Link>
          ),
          count: installs,
          note: `· ${formatShare(installs / all)}`,
        }))}
      />
    </Card>
  )
}
