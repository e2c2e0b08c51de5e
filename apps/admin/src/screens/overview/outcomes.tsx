import { Link } from '@tanstack/react-router'
import type { Overview } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { matchTypes, reasons } from '../../texts/evidence.js'
import { overview as texts } from '../../texts/overview.js'
import { Card } from '../../ui/card.js'
import { formatCount, formatShare } from '../../ui/format.js'
import styles from './overview.module.css'

/** Matches by evidence first, then the reasons of what was not matched. */
export function Outcomes({ data: { outcomes, installs, from, to } }: { data: Overview }) {
  const isMatch = (outcome: string) => Object.hasOwn(matchTypes, outcome)
  const sorted = [...outcomes].sort(
    (one, other) => Number(isMatch(other.outcome)) - Number(isMatch(one.outcome)),
  )
  const kind = (outcome: string) => (isMatch(outcome) ? 'match' : 'reason')
  return (
    <Card title={texts.outcomes}>
      {sorted.length === 0 ? (
        <p className="soft">{texts.outcomesEmpty}</p>
      ) : (
        <>
          <div className={styles.parts} aria-hidden="true">
            {sorted.map(({ outcome, installs: count }) => (
              <span
                key={outcome}
                className={styles.part}
                data-kind={kind(outcome)}
                style={{
                  flexGrow: count,
                  opacity: isMatch(outcome)
                    ? 1 - 0.25 * sorted.findIndex((one) => one.outcome === outcome)
                    : 0.6,
                }}
              />
            ))}
          </div>
          <ul>
            {sorted.map(({ outcome, installs: count }) => (
              <li key={outcome} className={styles.outcome}>
                <span className={styles.dot} data-kind={kind(outcome)} />
                <OutcomeLink outcome={outcome} isMatch={isMatch(outcome)} days={{ from, to }} />
                <span className={`${styles.count ?? ''} num`}>{formatCount(count)}</span>
                <span className={`${styles.share ?? ''} num`}>
                  {formatShare(count / Math.max(installs, 1))}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

interface OutcomeLinkProps {
  outcome: string
  isMatch: boolean
  days: { from: string; to: string }
}

function OutcomeLink({ outcome, isMatch, days }: OutcomeLinkProps) {
  const { prefix } = useProject().project
  const result = isMatch ? { result: 'matched' } : { result: 'unmatched', reason: outcome }
  const search = { ...days, ...result }
  return (
    <Link to="/p/$prefix/installs" params={{ prefix }} search={search}>
      {matchTypes[outcome] ?? reasons[outcome] ?? outcome}
    </Link>
  )
}
