import { useElementSize } from '@mantine/hooks'
import type { Candidate, Explanation } from '../../api/types.js'
import { explain as texts, verdicts } from '../../texts/installs.js'
import { formatDuration } from '../../ui/format.js'
import { placeClicks, type PlacedClick } from './place-clicks.js'
import styles from './explain.module.css'

const TOP = 12
const LANE = 30
const SIDE = 14
const RIGHT = 64
const NARROW = 480

/** Clicks before the install on a line, the window behind them. */
export function TimeBand({
  explanation,
  candidates,
}: {
  explanation: Explanation
  candidates: readonly Candidate[]
}) {
  const { ref, width } = useElementSize()
  const windowMs = (explanation.window_minutes ?? 0) * 60_000
  const { spanMs, placed, lanes } = placeClicks(candidates, {
    windowMs,
    width: Math.max(width - SIDE - RIGHT, 1),
  })
  const axis = TOP + lanes * LANE + 14
  const right = width - RIGHT
  const x = (agoMs: number) => right - (Math.min(agoMs, spanMs) / spanMs) * (right - SIDE)
  const shares = width < NARROW ? [1, 0.5] : [1, 0.75, 0.5, 0.25]
  const ticks = shares.map((share) => share * spanMs)
  return (
    <div ref={ref}>
      <svg className={styles.drawing} height={axis + 34} role="img" aria-label={texts.timeOf}>
        {width > 0 && (
          <>
            <rect
              className={styles.window}
              x={x(Math.min(windowMs, spanMs))}
              y={4}
              width={right - x(Math.min(windowMs, spanMs))}
              height={axis - 4}
              rx={6}
            />
            <line className={styles.axis} x1={SIDE} x2={right} y1={axis} y2={axis} />
            <Ticks ticks={ticks} x={x} axis={axis} />
            {placed.map((click) => (
              <Dot
                key={click.candidate.click_id}
                click={click}
                x={x(click.agoMs)}
                y={TOP + click.lane * LANE + 12}
                axis={axis}
              />
            ))}
            <InstallMark x={right} axis={axis} />
          </>
        )}
      </svg>
    </div>
  )
}

interface TicksProps {
  /** The oldest first. */
  ticks: readonly number[]
  x: (agoMs: number) => number
  axis: number
}

function Ticks({ ticks, x, axis }: TicksProps) {
  return ticks.map((tick, index) => (
    <g key={tick}>
      <line className={styles.axis} x1={x(tick)} x2={x(tick)} y1={axis} y2={axis + 5} />
      <text
        className={styles.tick}
        x={x(tick)}
        y={axis + 20}
        textAnchor={index === 0 ? 'start' : 'middle'}
      >
        {formatDuration(tick)}
      </text>
    </g>
  ))
}

function Dot({ click, x, y, axis }: { click: PlacedClick; x: number; y: number; axis: number }) {
  const { candidate, isLeft } = click
  const isWinner = candidate.verdict === 'claimed'
  return (
    <g className={isWinner ? styles.winner : styles.other}>
      <line className={styles.stem} x1={x} x2={x} y1={y} y2={axis} />
      <circle cx={x} cy={y} r={isWinner ? 7 : 5.5} />
      <text
        className={`${styles.dotText ?? ''} ${styles.onWindow ?? ''}`}
        x={isLeft ? x - 12 : x + 12}
        y={y + 4}
        textAnchor={isLeft ? 'end' : 'start'}
      >
        <tspan className={styles.dotCode}>{candidate.code ?? texts.click}</tspan>
        {` ${verdicts[candidate.verdict] ?? candidate.verdict}`}
      </text>
    </g>
  )
}

function InstallMark({ x, axis }: { x: number; axis: number }) {
  return (
    <g>
      <line className={styles.installLine} x1={x} x2={x} y1={4} y2={axis} />
      <path className={styles.installMark} d={`M${x - 6} ${axis - 6}l6 6l6 -6z`} />
      <text className={styles.installText} x={x + 10} y={18}>
        {texts.install}
      </text>
    </g>
  )
}
