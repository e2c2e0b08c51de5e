import type { Candidate, Signal } from '../../api/types.js'
import { explain as texts, signalNames } from '../../texts/installs.js'
import { Icon, type IconName } from '../../ui/icons.js'
import styles from './explain.module.css'

const LOOKS: Readonly<Record<Signal['outcome'], IconName>> = {
  agrees: 'equal',
  differs: 'equal-not',
  not_comparable: 'minus',
}

/** Best candidate and runner-up, signal by signal. */
export function ComparisonBand({ compared }: { compared: readonly Candidate[] }) {
  const scale = Math.max(
    1,
    ...compared.flatMap(({ signals }) =>
      (signals ?? []).flatMap(({ weight, max_weight: most }) => [Math.abs(weight), most]),
    ),
  )
  return (
    <div className={styles.compared}>
      {compared.slice(0, 2).map((candidate, index) => (
        <Compared
          key={candidate.click_id}
          candidate={candidate}
          scale={scale}
          isBest={index === 0}
        />
      ))}
    </div>
  )
}

function Compared({
  candidate,
  scale,
  isBest,
}: {
  candidate: Candidate
  scale: number
  isBest: boolean
}) {
  const { code, campaign_name: campaign, signals, weight, verdict } = candidate
  return (
    <section className={styles.candidate} data-winner={verdict === 'claimed'}>
      <h3 className={styles.candidateTitle}>
        {isBest ? texts.best : texts.runnerUp}
        <span className="soft">{[code, campaign].filter(Boolean).join(' · ')}</span>
      </h3>
      <ul>
        {[...(signals ?? [])]
          .sort((one, other) => other.max_weight - one.max_weight)
          .map((signal) => (
            <SignalRow key={signal.signal} signal={signal} scale={scale} />
          ))}
      </ul>
      <p className={styles.total}>
        {texts.total}
        <strong className="num">{points(weight ?? 0)}</strong>
      </p>
    </section>
  )
}

function SignalRow({ signal, scale }: { signal: Signal; scale: number }) {
  const { signal: name, outcome, weight, max_weight: most } = signal
  return (
    <li className={styles.signal} data-outcome={outcome}>
      <span className={styles.signalName}>{signalNames[name] ?? name}</span>
      <span className={styles.outcome}>
        <Icon name={LOOKS[outcome]} size={15} />
        {texts[outcome]}
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.possible} style={{ width: share(most, scale) }} />
        <span className={styles.got} style={{ width: share(Math.abs(weight), scale) }} />
      </span>
      <span className={`${styles.points ?? ''} num`}>
        {outcome === 'not_comparable' ? '–' : pointsOf(weight, most)}
      </span>
    </li>
  )
}

const share = (value: number, scale: number) =>
  `${Math.max((value / scale) * 100, value === 0 ? 0 : 1)}%`

/** The most that a signal can add says nothing about one that subtracts. */
const pointsOf = (weight: number, most: number) =>
  weight < 0 ? points(weight) : texts.points(points(weight), points(most))

export function points(weight: number): string {
  return weight.toFixed(1).replace('-', '−')
}
