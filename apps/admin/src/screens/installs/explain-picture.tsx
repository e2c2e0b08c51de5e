import type { Candidate, Explanation, NearMiss } from '../../api/types.js'
import { TableSwitch, useAsTable } from '../../charts/drawing.js'
import { advices, explain as texts, ladder } from '../../texts/installs.js'
import { Card } from '../../ui/card.js'
import { formatDuration, formatTime } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { ComparisonBand } from './comparison-band.js'
import { DecisionBand } from './decision-band.js'
import { ExplainTable } from './explain-table.js'
import { NearMissBand } from './near-misses.js'
import { timedClicks } from './place-clicks.js'
import { TimeBand } from './time-band.js'
import styles from './explain.module.css'

const KEPT_MS = 7 * 86_400_000

/** Why an install was decided as it was: a sentence, what to do, and drawings. */
export function ExplainPicture({ explanation }: { explanation: Explanation }) {
  const { candidates, reason, summary, step } = explanation
  const advice = advices[reason ?? '']
  return (
    <>
      <Card title={texts.why}>
        <p className={styles.sentence}>{summary}</p>
        {advice !== undefined && (
          <p className={styles.advice}>
            <Icon name="bolt" />
            <span>
              <strong>{texts.advice}.</strong> {advice}
            </span>
          </p>
        )}
      </Card>
      <Card
        isFlush
        title={texts.picture}
        {...(candidates === null ? {} : { aside: <TableSwitch /> })}
      >
        {step !== null && <Ladder step={step} />}
        {candidates === null ? (
          <Deleted explanation={explanation} />
        ) : (
          <Bands explanation={explanation} candidates={candidates} />
        )}
      </Card>
    </>
  )
}

function Ladder({ step }: { step: NonNullable<Explanation['step']> }) {
  return (
    <section className={styles.band}>
      <h2 className={styles.bandTitle}>{texts.steps}</h2>
      <ol className={styles.ladder}>
        {ladder.map(([name, label]) => (
          <li key={name} className={styles.rung} aria-current={name === step ? 'step' : undefined}>
            {label}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface BandsProps {
  explanation: Explanation
  candidates: readonly Candidate[]
}

function Bands({ explanation, candidates }: BandsProps) {
  const { near = null } = explanation
  const nearMisses = near?.data ?? []
  const [isTable] = useAsTable()
  const hasClicks = candidates.length + nearMisses.length > 0
  return (
    <>
      {hasClicks &&
        (isTable ? (
          <ExplainTable candidates={candidates} nearMisses={nearMisses} />
        ) : (
          <Drawings explanation={explanation} candidates={candidates} nearMisses={nearMisses} />
        ))}
      {candidates.length === 0 && (
        <p className={styles.nothing}>
          <Icon name="search" />
          <span>
            <strong>{texts.noCandidates}</strong> {texts.noCandidatesText}
          </span>
        </p>
      )}
      {near !== null && !(isTable && hasClicks) && <NearMissBand near={near} />}
      {near === null && mayHaveNear(explanation) && (
        <p className={styles.nothing}>{texts.nearSlow}</p>
      )}
    </>
  )
}

/** Otherwise the API looks for none. */
function mayHaveNear({ matched, step }: Explanation): boolean {
  return !matched && step !== null && step !== 'consent' && step !== 'token'
}

function Drawings({
  explanation,
  candidates,
  nearMisses,
}: BandsProps & { nearMisses: readonly NearMiss[] }) {
  const { window_minutes: window } = explanation
  const compared = [...candidates].filter(({ signals }) => signals !== null).sort(byScore)
  const scored = compared.filter(({ score }) => score !== null)
  return (
    <>
      <section className={styles.band}>
        <h2 className={styles.bandTitle}>
          {texts.time}
          {window !== null && <span>{texts.window(formatDuration(window * 60_000))}</span>}
        </h2>
        <TimeBand
          windowMs={(window ?? 0) * 60_000}
          clicks={timedClicks(candidates, nearMisses, (window ?? 0) * 60_000)}
        />
      </section>
      {compared.length > 0 && (
        <section className={styles.band}>
          <h2 className={styles.bandTitle}>
            {texts.compared}
            <span>{texts.comparedText}</span>
          </h2>
          <ComparisonBand compared={compared} />
        </section>
      )}
      {scored.length > 0 && (
        <section className={styles.band}>
          <h2 className={styles.bandTitle}>{texts.decision}</h2>
          <DecisionBand explanation={explanation} scored={scored} />
        </section>
      )}
    </>
  )
}

/** The claimed click first, whatever the others scored. */
function byScore(one: Candidate, other: Candidate): number {
  const rank = ({ verdict, score }: Candidate) => (verdict === 'claimed' ? 2 : 0) + (score ?? -1)
  return rank(other) - rank(one)
}

function Deleted({ explanation }: { explanation: Explanation }) {
  const { decided_at: decided, step } = explanation
  if (step === 'consent')
    return <Message isInline icon="shield-lock" title={texts.noConsent} text="" />
  const until = formatTime(new Date(decided).getTime() + KEPT_MS)
  return <Message isInline icon="clock" title={texts.kept(until)} text="" />
}
