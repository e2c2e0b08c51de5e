import type { ReactNode } from 'react'
import type { Candidate, Explanation, NearMiss } from '../../api/types.js'
import {
  clicks as texts,
  comparison,
  decision,
  explain,
  outcomes,
  signalNames,
  signalSentences,
  verdicts,
} from '../../texts/installs.js'
import { formatAge, formatCount, formatShare, formatTime } from '../../ui/format.js'
import { CLICKS_ID, countedText } from './clicks-band.js'
import { signed } from './comparison-band.js'
import { sharesOf } from './decision-shares.js'
import { groupClicks } from './group-clicks.js'
import { valuesOf } from './signal-values.js'
import styles from './explain.module.css'

interface ExplainTableProps {
  explanation: Explanation
  candidates: readonly Candidate[]
}

/** The content of the drawings. */
export function ExplainTable({ explanation, candidates }: ExplainTableProps) {
  const { near = null } = explanation
  const compared = candidates.filter(({ signals }) => signals !== null)
  const { none, margin } = sharesOf(explanation, compared)
  return (
    <section id={CLICKS_ID} className={styles.band}>
      {near !== null && (
        <p className={styles.note}>
          {countedText(explanation)}{' '}
          {groupClicks(explanation)
            .map(({ outcome, count }) => `${formatCount(count)} ${wordsOf(outcome)}`)
            .join(', ')}
        </p>
      )}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={texts.asTable}>
        <table className={styles.table} aria-label={texts.asTable}>
          <thead>
            <tr>
              <th scope="col">{explain.click}</th>
              <th scope="col">{texts.age}</th>
              <th scope="col">{texts.verdict}</th>
              <th scope="col">{texts.probability}</th>
              <th scope="col">{comparison.title}</th>
            </tr>
          </thead>
          <tbody>
            {candidates.map((candidate) => (
              <Row
                key={candidate.click_id}
                click={candidate}
                result={verdicts[candidate.verdict] ?? wordsOf(candidate.verdict)}
                share={candidate.score}
              >
                {signalText(candidate, { explanation, compared })}
              </Row>
            ))}
            {near?.data.map((miss) => (
              <Row
                key={miss.click_id}
                click={miss}
                result={miss.why_not.map(wordsOf).join(', ')}
                share={null}
              />
            ))}
            {none !== null && <Rest label={decision.none} share={none} />}
            {margin > 0 && <Rest label={decision.margin} share={margin} />}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function wordsOf(outcome: string): string {
  return outcomes[outcome]?.short ?? outcome
}

interface RowProps {
  click: Pick<NearMiss, 'code' | 'clicked_at' | 'age_seconds'>
  result: string
  share: number | null
  children?: ReactNode
}

function Row({ click, result, share, children = '–' }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <strong>{click.code ?? '–'}</strong>
        <br />
        {formatTime(click.clicked_at)}
      </th>
      <td className="num">{texts.before(formatAge(click.age_seconds))}</td>
      <td>{result}</td>
      <td className="num">{share === null ? '–' : formatShare(share, 1)}</td>
      <td>{children}</td>
    </tr>
  )
}

function Rest({ label, share }: { label: string; share: number }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td className="num">{formatShare(share, 1)}</td>
      <td>–</td>
    </tr>
  )
}

function signalText(
  { signals }: Candidate,
  context: { explanation: Explanation; compared: readonly Candidate[] },
): string {
  const words = (signals ?? []).map((signal) => {
    const name = signalNames[signal.signal] ?? signal.signal
    if (signal.outcome === 'not_comparable') return `${name} ${comparison.not_comparable}`
    const { click, install } = valuesOf(signal, context)
    const values = signalSentences[signal.signal]?.[signal.outcome] ?? `${click}; ${install}`
    return `${name} ${comparison[signal.outcome]}: ${values} (${signed(signal.weight)})`
  })
  return words.join(', ') || '–'
}
