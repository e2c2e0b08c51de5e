import type { Candidate, NearMiss } from '../../api/types.js'
import { explain as texts, signalNames, verdicts, whyNot } from '../../texts/installs.js'
import { formatDuration, formatShare, formatTime } from '../../ui/format.js'
import { points } from './comparison-band.js'
import styles from './explain.module.css'

interface ExplainTableProps {
  candidates: readonly Candidate[]
  nearMisses: readonly NearMiss[]
}

/** The content of the drawings. */
export function ExplainTable({ candidates, nearMisses }: ExplainTableProps) {
  return (
    <section className={styles.band}>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={texts.asTable}>
        <table className={styles.table} aria-label={texts.asTable}>
          <thead>
            <tr>
              <th scope="col">{texts.click}</th>
              <th scope="col">{texts.age}</th>
              <th scope="col">{texts.verdict}</th>
              <th scope="col">{texts.probability}</th>
              <th scope="col">{texts.compared}</th>
            </tr>
          </thead>
          <tbody>
            {candidates.map((candidate) => (
              <tr key={candidate.click_id}>
                <Click click={candidate} />
                <td>{verdicts[candidate.verdict] ?? candidate.verdict}</td>
                <td className="num">
                  {candidate.score === null ? '–' : formatShare(candidate.score, 1)}
                </td>
                <td>{signalText(candidate)}</td>
              </tr>
            ))}
            {nearMisses.map((miss) => (
              <tr key={miss.click_id}>
                <Click click={miss} />
                <td>{miss.why_not.map((reason) => whyNot[reason].short).join(', ')}</td>
                <td>–</td>
                <td>–</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Click({ click }: { click: Pick<NearMiss, 'code' | 'clicked_at' | 'age_seconds'> }) {
  return (
    <>
      <th scope="row">
        <strong>{click.code ?? '–'}</strong>
        <br />
        {formatTime(click.clicked_at)}
      </th>
      <td className="num">{texts.before(formatDuration(click.age_seconds * 1_000))}</td>
    </>
  )
}

function signalText({ signals }: Candidate): string {
  const words = (signals ?? []).map(
    ({ signal, outcome, weight }) =>
      `${signalNames[signal] ?? signal} ${texts[outcome]}${outcome === 'not_comparable' ? '' : ` (${points(weight)})`}`,
  )
  return words.join(', ') || '–'
}
