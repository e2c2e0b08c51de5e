import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Overview } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { common } from '../../texts/common.js'
import { overview as texts } from '../../texts/overview.js'
import { formatCount, formatRate } from '../../ui/format.js'
import { Change, Stat } from '../../ui/stat.js'
import ui from '../../ui/ui.module.css'

/** The first row. Each figure opens the list behind it, with the same days. */
export function Figures({ data }: { data: Overview | undefined }) {
  const { prefix } = useProject().project
  const params = { prefix }
  const days = data && { from: data.from, to: data.to }
  const change = (name: 'clicks' | 'installs' | 'attributed'): ReactNode =>
    data?.previous ? (
      <Change now={data[name]} before={data.previous[name]} text={common.vsBefore} />
    ) : null
  return (
    <div className={ui.stats}>
      <Link
        to="/p/$prefix/clicks"
        params={params}
        search={{ ...days, counted: 'yes' }}
        className={ui.statLink}
      >
        <Stat
          label={texts.clicks}
          value={data && formatCount(data.clicks)}
          note={change('clicks')}
        />
      </Link>
      <Link to="/p/$prefix/installs" params={params} search={{ ...days }} className={ui.statLink}>
        <Stat
          label={texts.installs}
          value={data && formatCount(data.installs)}
          note={change('installs')}
        />
      </Link>
      <Link
        to="/p/$prefix/installs"
        params={params}
        search={{ ...days, result: 'matched' }}
        className={ui.statLink}
      >
        <Stat
          label={texts.attributed}
          value={data && formatCount(data.attributed)}
          note={change('attributed')}
        />
      </Link>
      <Link
        to="/p/$prefix/installs"
        params={params}
        search={{ ...days, result: 'unmatched' }}
        className={ui.statLink}
      >
        <Stat
          label={texts.matchRate}
          value={data && formatRate(data.attributed, data.installs)}
          note={texts.matchRateNote}
        />
      </Link>
      <DeliveryFigure data={data} />
    </div>
  )
}

function DeliveryFigure({ data }: { data: Overview | undefined }) {
  const { prefix } = useProject().project
  const failed = data?.deliveries.failed ?? 0
  return (
    <Link
      to="/p/$prefix/deliveries"
      params={{ prefix }}
      search={{
        ...(data && { from: data.from, to: data.to }),
        ...(failed > 0 ? { state: 'failed' } : { view: 'all' }),
      }}
      className={ui.statLink}
    >
      <Stat
        label={texts.delivered}
        value={data && formatCount(data.deliveries.succeeded)}
        note={data && failureText(failed)}
      />
    </Link>
  )
}

function failureText(failed: number): string {
  return failed === 0 ? texts.noneFailed : texts.failedShort(formatCount(failed))
}
