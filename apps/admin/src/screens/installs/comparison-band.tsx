import { Tooltip } from '@mantine/core'
import type { Candidate, Explanation, Signal } from '../../api/types.js'
import { platforms } from '../../texts/evidence.js'
import {
  clicks,
  comparison as texts,
  explain,
  signalHints,
  signalNames,
  signalSentences,
} from '../../texts/installs.js'
import { formatAge } from '../../ui/format.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { valuesOf, type SignalValues } from './signal-values.js'
import styles from './explain.module.css'

const LOOKS: Readonly<Record<Signal['outcome'], IconName>> = {
  agrees: 'equal',
  differs: 'equal-not',
  not_comparable: 'minus',
}

interface ComparisonProps {
  explanation: Explanation
  /** The best first. */
  compared: readonly Candidate[]
}

/** The most likely click and the next beside the install, signal by signal. */
export function ComparisonBand({ explanation, compared }: ComparisonProps) {
  const weights = compared.flatMap(({ signals }) => signals ?? []).map(({ weight }) => weight)
  const scale = Math.max(1, ...weights.map(Math.abs))
  return (
    <section className={styles.band}>
      <h2 className={styles.bandTitle}>
        {texts.title}
        <span>{texts.text}</span>
      </h2>
      <div className={styles.compared}>
        {compared.slice(0, 2).map((candidate, index) => (
          <Compared
            key={candidate.click_id}
            {...{ explanation, compared, candidate, scale }}
            title={titleOf(candidate, index)}
          />
        ))}
      </div>
    </section>
  )
}

function titleOf({ verdict }: Candidate, index: number): string {
  if (verdict === 'claimed') return texts.matched
  return index === 0 ? texts.best : texts.runnerUp
}

interface ComparedProps extends ComparisonProps {
  candidate: Candidate
  scale: number
  title: string
}

function Compared({ explanation, compared, candidate, scale, title }: ComparedProps) {
  const { code, campaign_name: campaign, weight, verdict, age_seconds: age } = candidate
  const signals = candidate.signals ?? []
  const known = signals.filter(({ outcome }) => outcome !== 'not_comparable')
  // With IPv4 there is no exact address to compare, which is nobody's fault.
  const skipped = signals.filter(
    ({ outcome, signal }) => outcome === 'not_comparable' && signal !== 'address',
  )
  return (
    <section className={styles.candidate} data-winner={verdict === 'claimed'}>
      <h3 className={styles.candidateTitle}>
        {title}: {code ?? explain.click}
        <span className="soft">
          {[campaign, platforms[explanation.platform ?? ''], clicks.before(formatAge(age))]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </h3>
      <div className={styles.signalHead} aria-hidden="true">
        <span>{texts.signal}</span>
        <span>{explain.click}</span>
        <span>{explain.install}</span>
        <span className={styles.ends}>
          <span>← {texts.differs}</span>
          <span>{texts.agrees} →</span>
        </span>
        <span>{texts.points}</span>
      </div>
      <ul>
        {[...known]
          .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
          .map((signal) => (
            <SignalRow
              key={signal.signal}
              signal={signal}
              scale={scale}
              values={valuesOf(signal, { explanation, compared })}
            />
          ))}
      </ul>
      <p className={styles.total}>
        {texts.sum}
        <strong className="num">{signed(weight ?? 0)}</strong>
      </p>
      {known.some(
        (signal) => valuesOf(signal, { explanation, compared }).install === texts.different,
      ) && <p className={styles.note}>{texts.privacy}</p>}
      {skipped.length > 0 && (
        <p className={styles.note}>
          {texts.skipped(skipped.map(({ signal }) => signalNames[signal] ?? signal).join(', '))}
        </p>
      )}
    </section>
  )
}

interface SignalRowProps {
  signal: Signal
  scale: number
  values: SignalValues
}

function SignalRow({ signal, scale, values }: SignalRowProps) {
  const { signal: name, outcome, weight } = signal
  const sentence = signalSentences[name]?.[outcome]
  return (
    <li className={styles.signal} data-outcome={outcome}>
      <span className={styles.signalName}>
        <Icon name={LOOKS[outcome]} size={15} />
        <Tooltip label={signalHints[name]} multiline maw={280} events={HINT_EVENTS}>
          <span className={styles.term} tabIndex={0}>
            {signalNames[name] ?? name}
          </span>
        </Tooltip>
        <span className="sr-only">{texts[outcome]}</span>
      </span>
      {sentence === undefined ? (
        <>
          <span className={styles.value} data-side={explain.click}>
            {values.click}
          </span>
          <span className={styles.value} data-side={explain.install}>
            {values.install}
          </span>
        </>
      ) : (
        <span className={styles.sentenceValue}>{sentence}</span>
      )}
      <span className={styles.track} aria-hidden="true">
        <span
          className={styles.got}
          style={{ [weight < 0 ? 'right' : 'left']: '50%', width: widthOf(weight, scale) }}
        />
      </span>
      <span className={`${styles.points ?? ''} num`}>{signed(weight)}</span>
    </li>
  )
}

const HINT_EVENTS = { hover: true, focus: true, touch: true }

/** Half of the track is for each direction; a weight of almost nothing still shows. */
const widthOf = (weight: number, scale: number) =>
  `${Math.max((Math.abs(weight) / scale) * 50, 1)}%`

/** `+2.7`, `−12.2`. */
export function signed(weight: number): string {
  const text = Math.abs(weight).toFixed(1)
  if (text === '0.0') return text
  return `${weight < 0 ? '−' : '+'}${text}`
}
