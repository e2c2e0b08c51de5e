import { webhookDetail as texts } from '../../texts/webhooks.js'
import { Facts } from '../../ui/card.js'
import { formatCount } from '../../ui/format.js'

interface Counted {
  count: number
  by_state: Readonly<Record<'failed' | 'skipped' | 'succeeded' | 'canceled', number>>
  hint?: string
}

/** What a replay would send, by state. */
export function ReplayCounts({ counted }: { counted: Counted }) {
  const { count, by_state: states, hint } = counted
  if (count === 0) return <p>{hint ?? texts.replayNone}</p>
  const { canceled, ...sent } = states
  const rows = (Object.keys(sent) as (keyof typeof sent)[]).filter((state) => sent[state] > 0)
  return (
    <>
      <p style={{ marginBottom: 10, fontWeight: 600 }}>{texts.replayCount(formatCount(count))}</p>
      <Facts
        facts={[
          ...rows.map(
            (state) =>
              [
                texts.replayCounts[state],
                <span key={state} className="num">
                  {formatCount(sent[state])}
                </span>,
              ] as const,
          ),
          ...(canceled === 0
            ? []
            : [[texts.replayCounts.canceled, formatCount(canceled)] as const]),
        ]}
      />
    </>
  )
}
