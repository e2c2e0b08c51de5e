import type { Candidate, Explanation } from '../../api/types.js'
import { decision as texts, explain } from '../../texts/installs.js'
import { formatShare } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { signed } from './comparison-band.js'
import { sharesOf, type Shares } from './decision-shares.js'
import styles from './explain.module.css'

/** The probabilities of the clicks beside what was needed, and apart from them that of no match. */
export function DecisionBand({
  explanation,
  scored,
}: {
  explanation: Explanation
  scored: readonly Candidate[]
}) {
  const { min_confidence: needed } = explanation
  const { clicks, others, none, margin, isWhole, isOver } = sharesOf(explanation, scored)
  const [best] = scored
  return (
    <section className={styles.band}>
      <h2 className={styles.bandTitle}>
        {texts.title}
        {needed !== null && <span>{texts.text(formatShare(needed))}</span>}
      </h2>
      <ul className={styles.probabilities}>
        {clicks.map(({ click_id: id, code, score, verdict }) => (
          <Probability
            key={id}
            label={code ?? explain.click}
            share={score ?? 0}
            tone={verdict === 'claimed' ? 'winner' : 'other'}
            needed={needed}
          />
        ))}
        {others !== null && (
          <Probability
            label={texts.others(others.count)}
            share={others.share}
            tone="other"
            needed={needed}
          />
        )}
      </ul>
      {needed !== null && (
        <div className={styles.neededRow} aria-hidden="true">
          <span style={{ left: `${needed * 100}%` }}>{texts.needed(formatShare(needed))}</span>
        </div>
      )}
      <Apart none={none} margin={margin} isWhole={isWhole} />
      {isOver && <p className={styles.note}>{texts.overlap}</p>}
      {best !== undefined && (
        <p className={styles.note}>{oddsOf(best.weight ?? 0, best.score ?? 0)}</p>
      )}
    </section>
  )
}

/** What belongs to no click does not compete with the clicks. */
function Apart({ none, margin, isWhole }: Pick<Shares, 'none' | 'margin' | 'isWhole'>) {
  return (
    <ul className={styles.probabilities} data-apart="true">
      {none !== null && (
        <Probability label={texts.none} hint={texts.noneHint} share={none} tone="none" />
      )}
      {margin > 0 && (
        <Probability label={texts.margin} hint={texts.marginHint} share={margin} tone="none" />
      )}
      {isWhole && (
        <li className={styles.probability}>
          <span className={styles.probabilityName}>{texts.together}</span>
          <span />
          <strong className="num">{formatShare(1, 1)}</strong>
        </li>
      )}
    </ul>
  )
}

interface ProbabilityProps {
  label: string
  hint?: string
  share: number
  tone: 'winner' | 'other' | 'none'
  needed?: number | null
}

function Probability({ label, hint, share, tone, needed = null }: ProbabilityProps) {
  const isEnough = needed !== null && share >= needed
  return (
    <li className={styles.probability} data-tone={tone}>
      <span className={styles.probabilityName}>
        {label}
        {hint !== undefined && <span className="soft small"> {hint}</span>}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${share * 100}%` }} />
        {needed !== null && <span className={styles.enough} style={{ left: `${needed * 100}%` }} />}
      </span>
      <span className={styles.share}>
        <strong className="num">{formatShare(share, 1)}</strong>
        {needed !== null && (
          <span className={styles.verdict} data-enough={isEnough}>
            <Icon name={isEnough ? 'check' : 'x'} size={14} />
            {isEnough ? texts.enough : texts.notEnough}
          </span>
        )}
      </span>
    </li>
  )
}

const MOST_TIMES = 1_000_000
const rounded = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 })

function oddsOf(points: number, share: number): string {
  const times = 2 ** Math.abs(points)
  const words = times > MOST_TIMES ? texts.million : rounded.format(times)
  const odds = points < 0 ? texts.unlikelier(words) : texts.likelier(words)
  return texts.odds(signed(points), odds, formatShare(share, 1))
}
