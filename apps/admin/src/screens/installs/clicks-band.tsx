import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import type { Explanation } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import {
  clickPlatforms,
  clicks as texts,
  explain,
  outcomes,
  verdicts,
} from '../../texts/installs.js'
import { Badge } from '../../ui/badge.js'
import { formatCount, formatAge, formatShare, formatSpan, formatTime } from '../../ui/format.js'
import { groupClicks, type ClickGroup, type ClickRow } from './group-clicks.js'
import { timeScale, type TimeScale } from './time-scale.js'
import styles from './explain.module.css'

/** Rows of a group. More of them say nothing new; the table has all clicks. */
const MOST_ROWS = 6
/** Beside a comparison the others matter less. */
const FEW_ROWS = 3

/** The place to which an advice leads. */
export const CLICKS_ID = 'clicks'

/** The clicks before the install by what became of them, each on a line of time. */
export function ClicksBand({ explanation }: { explanation: Explanation }) {
  const { near = null, step } = explanation
  // The 30 days of a token would leave nothing of a click that is an hour old.
  const window = step === 'token' ? null : explanation.window_minutes
  const groups = groupClicks(explanation)
  const rows = groups.flatMap(({ rows: of }) => of)
  const ages = rows.flatMap(({ clicks }) => clicks.map(({ ageSeconds }) => ageSeconds))
  const scale = timeScale(ages, { windowMinutes: window })
  const isCompared = groups.some(({ outcome }) => outcome === 'compared')
  return (
    <section id={CLICKS_ID} className={styles.band}>
      <h2 className={styles.bandTitle}>{texts.title}</h2>
      {near !== null && <Counted explanation={explanation} groups={groups} />}
      {!isCompared && near !== null && (
        <p className={styles.nothing}>
          <strong>{texts.noneCompared}</strong> {texts.needed(formatSpan(window ?? 0))}
        </p>
      )}
      {rows.length > 0 && (
        <div className={styles.timeline}>
          <Axis scale={scale} window={window} />
          {groups.map((group) => (
            <Group
              key={group.outcome}
              {...{ group, scale, window }}
              isByToken={step === 'token'}
              most={isCompared && group.outcome !== 'compared' ? FEW_ROWS : MOST_ROWS}
            />
          ))}
          <Legend kinds={new Set(rows.map(({ kind }) => kind))} />
        </div>
      )}
      {near === null && mayHaveNear(explanation) && <p className="soft">{texts.slow}</p>}
    </section>
  )
}

/** Otherwise the API looks for none. */
function mayHaveNear({ matched, step }: Explanation): boolean {
  return !matched && step !== null && step !== 'consent' && step !== 'token'
}

/** What became of all clicks that were read, also of those without a row. */
function Counted({
  explanation,
  groups,
}: {
  explanation: Explanation
  groups: readonly ClickGroup[]
}) {
  const text = <p className={styles.note}>{countedText(explanation)}</p>
  if (explanation.near?.looked_at === 0) return text
  return (
    <>
      {text}
      <div className={styles.shares} aria-hidden="true">
        {groups.map(({ outcome, count }) => (
          <span key={outcome} data-outcome={outcome} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={styles.shareList}>
        {groups.map(({ outcome, count }) => (
          <li key={outcome}>
            <span className={styles.swatch} data-outcome={outcome} aria-hidden="true" />
            <span className={styles.shareName}>
              <strong className="num">{formatCount(count)}</strong> {shortOf(outcome)}
            </span>
            <span className="soft">{outcomes[outcome]?.text}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** How many clicks were read, and which of them could match. Empty if none were looked for. */
export function countedText(explanation: Explanation): string {
  const { near, decided_at: decidedAt, window_minutes: windowMinutes } = explanation
  if (near == null) return ''
  const { looked_at: count, looked_back_to: since } = near
  if (count === 0) return texts.none(formatTime(since))
  const minutes = (new Date(decidedAt).getTime() - new Date(since).getTime()) / 60_000
  const span = Number.isInteger(minutes) ? formatSpan(minutes) : formatAge(minutes * 60)
  const window = formatSpan(windowMinutes ?? 0)
  return texts.of(texts.count(formatCount(count)), { span, window })
}

interface Scaled {
  scale: TimeScale
  window: number | null
}

function Axis({ scale, window }: Scaled) {
  return (
    <div className={styles.timeRow} aria-hidden="true">
      <span />
      <div className={styles.axisLane}>
        {scale.ticks.map((minutes) => (
          <span
            key={minutes}
            className={styles.tickLabel}
            data-window={minutes === window}
            style={before(scale.at(minutes * 60))}
          >
            {minutes === window ? texts.window(formatSpan(minutes)) : tickOf(minutes)}
          </span>
        ))}
        <span className={styles.installLabel}>{explain.install}</span>
      </div>
    </div>
  )
}

const tickOf = (minutes: number) => (minutes < 60 ? `${minutes} min` : formatSpan(minutes))

const before = (share: number): CSSProperties => ({ right: `${share * 100}%` })

interface GroupProps extends Scaled {
  group: ClickGroup
  most: number
  isByToken: boolean
}

function Group({ group, most, isByToken, ...scaled }: GroupProps) {
  const { outcome, count, also, rows } = group
  const title = outcome === 'compared' && isByToken ? texts.named : shortOf(outcome)
  const shown = rows.slice(0, most)
  const drawn = shown.flatMap(({ clicks }) => clicks).length
  if (rows.length === 0) return null
  const words = [
    drawn < count && texts.drawn(formatCount(drawn), formatCount(count)),
    also.length > 0 && texts.also(also.map(wordsOf).join(', ')),
  ]
  return (
    <section className={styles.clickGroup} data-outcome={outcome}>
      <h3 className={styles.groupTitle}>
        <span className={styles.swatch} aria-hidden="true" />
        {capital(title)}
        <span>{words.filter(Boolean).join(' · ')}</span>
      </h3>
      <ul>
        {shown.map((row) => (
          <Row key={row.key} row={row} isPlatformShown={outcome === 'other_platform'} {...scaled} />
        ))}
      </ul>
    </section>
  )
}

function wordsOf({ outcome, count }: ClickGroup['also'][number]): string {
  return `${shortOf(outcome)} (${formatCount(count)})`
}

interface RowProps extends Scaled {
  row: ClickRow
  isPlatformShown: boolean
}

function Row({ row, isPlatformShown, scale, window }: RowProps) {
  const { prefix } = useProject().project
  const { code, platform, kind, verdict, score, clicks } = row
  const words = [
    isPlatformShown && (clickPlatforms[platform ?? ''] ?? clickPlatforms['other']),
    clicks.length > 1 && texts.count(formatCount(clicks.length)),
    agesOf(clicks),
  ]
  return (
    <li className={styles.timeRow}>
      <div className={styles.rowLabel}>
        <span className={styles.rowHead}>
          {code === null ? (
            <strong>{explain.click}</strong>
          ) : (
            <Link to="/p/$prefix/links/$code" params={{ prefix, code }}>
              {code}
            </Link>
          )}
          {verdict !== null && (
            <Badge tone={verdict === 'claimed' ? 'good' : 'idle'}>
              {verdicts[verdict] ?? verdict}
              {score !== null && ` · ${formatShare(score, 1)}`}
            </Badge>
          )}
        </span>
        <span className="soft small">{words.filter(Boolean).join(' · ')}</span>
      </div>
      <div className={styles.lane} aria-hidden="true">
        {window !== null && (
          <span
            className={styles.laneWindow}
            style={{ width: `${scale.at(window * 60) * 100}%` }}
          />
        )}
        {scale.ticks.map((minutes) => (
          <span key={minutes} className={styles.gridLine} style={before(scale.at(minutes * 60))} />
        ))}
        {clicks.map(({ id, ageSeconds }) => (
          <span
            key={id}
            className={styles.dot}
            data-kind={kind}
            style={before(scale.at(ageSeconds))}
          />
        ))}
      </div>
    </li>
  )
}

function agesOf(clicks: ClickRow['clicks']): string {
  const newest = formatAge(clicks[0]?.ageSeconds ?? 0)
  const oldest = formatAge(clicks.at(-1)?.ageSeconds ?? 0)
  return newest === oldest ? texts.before(newest) : texts.between(newest, oldest)
}

function Legend({ kinds }: { kinds: ReadonlySet<ClickRow['kind']> }) {
  return (
    <p className={styles.legend} aria-hidden="true">
      {(['winner', 'other', 'near'] as const)
        .filter((kind) => kinds.has(kind))
        .map((kind) => (
          <span key={kind}>
            <span className={styles.dot} data-kind={kind} />
            {texts.legend[kind]}
          </span>
        ))}
      <span>{texts.scale}</span>
    </p>
  )
}

function shortOf(outcome: string): string {
  return outcomes[outcome]?.short ?? outcome
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
