import { Link } from '@tanstack/react-router'
import type { Candidate, Explanation } from '../../api/types.js'
import { TableSwitch, useAsTable } from '../../charts/drawing.js'
import { useProject } from '../../shell/project-context.js'
import { advicePlaces, advices } from '../../texts/advices.js'
import { explain as texts, steps } from '../../texts/installs.js'
import { Card } from '../../ui/card.js'
import { formatTime } from '../../ui/format.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { Message } from '../../ui/message.js'
import { CLICKS_ID, ClicksBand } from './clicks-band.js'
import { ComparisonBand } from './comparison-band.js'
import { DecisionBand } from './decision-band.js'
import { ExplainTable } from './explain-table.js'
import { stepsOf, type StepLook } from './steps.js'
import styles from './explain.module.css'

const KEPT_MS = 7 * 86_400_000

/** Why an install was decided as it was: a sentence, what to do, and the steps. */
export function ExplainWhy({ explanation }: { explanation: Explanation }) {
  const { reason, summary, step } = explanation
  const advice = advices[reason ?? '']
  return (
    <>
      <Card title={texts.why}>
        <p className={styles.sentence}>{summary}</p>
        {advice !== undefined && (
          <div className={styles.advice}>
            <Icon name="bolt" />
            <div>
              <p>
                <strong>{texts.advice}.</strong> {advice}
              </p>
              <AdvicePlaces explanation={explanation} />
            </div>
          </div>
        )}
      </Card>
      {step !== null && (
        <Card title={steps.title}>
          <StepList explanation={explanation} />
        </Card>
      )}
    </>
  )
}

type Place = keyof typeof advicePlaces

/** What an advice names, by the reason. */
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  consent_missing: ['setup'],
  wrong_project: ['setup'],
  expired: ['attribution'],
  no_candidate: ['clicks', 'phone'],
  ambiguous: ['attribution'],
  below_threshold: ['clicks', 'attribution'],
}

const SCREENS = {
  attribution: '/p/$prefix/settings/attribution',
  setup: '/p/$prefix/setup',
  phone: '/p/$prefix/setup',
} as const

function AdvicePlaces({ explanation: { reason, candidates } }: { explanation: Explanation }) {
  const { prefix } = useProject().project
  // The clicks are deleted after some days.
  const places = (PLACES[reason ?? ''] ?? []).filter(
    (place) => place !== 'clicks' || candidates !== null,
  )
  if (places.length === 0) return null
  return (
    <p className={styles.advicePlaces}>
      {places.map((place) =>
        place === 'clicks' ? (
          <a key={place} href={`#${CLICKS_ID}`}>
            {advicePlaces[place]}
          </a>
        ) : (
          <Link key={place} to={SCREENS[place]} params={{ prefix }}>
            {advicePlaces[place]}
          </Link>
        ),
      )}
    </p>
  )
}

const ICONS: Readonly<Record<StepLook, IconName>> = {
  passed: 'check',
  none: 'minus',
  failed: 'x',
  matched: 'circle-check',
  unmatched: 'circle-x',
  unused: 'minus',
}

/** The steps in their order, each with its result. */
function StepList({ explanation }: { explanation: Explanation }) {
  return (
    <ol className={styles.steps}>
      {stepsOf(explanation).map(({ name, look, result }, index) => (
        <li
          key={name}
          className={styles.step}
          data-look={look}
          aria-current={name === explanation.step ? 'step' : undefined}
        >
          <span className={styles.stepName}>
            <span className="soft num">{index + 1}</span> {steps.names[name]}
          </span>
          <span className={styles.stepHint}>{steps.hints[name]}</span>
          <span className={styles.stepResult}>
            <Icon name={ICONS[look]} size={16} />
            {result}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** How it was decided, in drawings, or as a table. */
export function ExplainPicture({ explanation }: { explanation: Explanation }) {
  const { candidates, step } = explanation
  if (candidates !== null) {
    return (
      <Card isFlush title={texts.picture} aside={<TableSwitch />}>
        <Bands explanation={explanation} candidates={candidates} />
      </Card>
    )
  }
  return (
    <Card isFlush title={texts.picture}>
      <Deleted decidedAt={explanation.decided_at} hasConsent={step !== 'consent'} />
    </Card>
  )
}

interface BandsProps {
  explanation: Explanation
  candidates: readonly Candidate[]
}

function Bands({ explanation, candidates }: BandsProps) {
  const [isTable] = useAsTable()
  const compared = candidates.filter(({ signals }) => signals !== null).sort(byScore)
  const scored = compared.filter(({ score }) => score !== null)
  if (isTable) return <ExplainTable explanation={explanation} candidates={candidates} />
  return (
    <>
      {compared.length > 0 && <ComparisonBand explanation={explanation} compared={compared} />}
      {scored.length > 0 && <DecisionBand explanation={explanation} scored={scored} />}
      <ClicksBand explanation={explanation} />
    </>
  )
}

/** The claimed click first, whatever the others scored. */
function byScore(one: Candidate, other: Candidate): number {
  const rank = ({ verdict, score }: Candidate) => (verdict === 'claimed' ? 2 : 0) + (score ?? -1)
  return rank(other) - rank(one)
}

function Deleted({ decidedAt, hasConsent }: { decidedAt: string; hasConsent: boolean }) {
  if (!hasConsent) return <Message isInline icon="shield-lock" title={texts.noConsent} text="" />
  const until = formatTime(new Date(decidedAt).getTime() + KEPT_MS)
  return <Message isInline icon="clock" title={texts.kept(until)} text="" />
}
