import type { Candidate } from '../../api/types.js'
import { explain as texts, signalNames, verdicts } from '../../texts/installs.js'
import { formatDuration, formatShare, formatTime } from '../../ui/format.js'
import { points } from './comparison-band.js'
import styles from './explain.module.css'

/** The content of the drawings, for readers who do not see them. */
export function ExplainTable({ candidates }: { candidates: readonly Candidate[] }) {
  return (
    <details className={styles.tableBox}>
      <summary>{texts.asTable}</summary>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={texts.asTable}>
        <table className={styles.table}>
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
                <th scope="row">
                  {candidate.code ?? '–'}, {formatTime(candidate.clicked_at)}
                </th>
                <td>{texts.before(formatDuration(candidate.age_seconds * 1_000))}</td>
                <td>{verdicts[candidate.verdict] ?? candidate.verdict}</td>
                <td>{candidate.score === null ? '–' : formatShare(candidate.score, 1)}</td>
                <td>{signalText(candidate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function signalText({ signals }: Candidate): string {
  const words = (signals ?? []).map(
    ({ signal, outcome, weight }) =>
      `${signalNames[signal] ?? signal} ${texts[outcome]}${outcome === 'not_comparable' ? '' : ` (${points(weight)})`}`,
  )
  return words.join(', ') || '–'
}
