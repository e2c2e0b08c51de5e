import { useElementSize } from '@mantine/hooks'
import { explain as texts } from '../../texts/installs.js'
import { formatDuration } from '../../ui/format.js'
import { placeClicks, type PlacedClick, type TimedClick } from './place-clicks.js'
import styles from './explain.module.css'

const TOP = 12
const LANE = 30
const SIDE = 14
const RIGHT = 64
const NARROW = 480

/** Clicks before the install on a line, the window behind them. */
export function TimeBand({
  clicks,
  windowMs,
}: {
  clicks: readonly TimedClick[]
  windowMs: number
}) {
  const { ref, width } = useElementSize()
  const { spanMs, placed, lanes, hasOlder } = placeClicks(clicks, {
    windowMs,
    width: Math.max(width - SIDE - RIGHT, 1),
  })
  const axis = TOP + lanes * LANE + 14
  const right = width - RIGHT
  const x = (agoMs: number) => right - (Math.min(agoMs, spanMs) / spanMs) * (right - SIDE)
  const shares = width < NARROW ? [1, 0.5] : [1, 0.75, 0.5, 0.25]
  const windowLeft = x(Math.min(windowMs, spanMs))
  return (
    <>
      <div ref={ref}>
        <svg className={styles.drawing} height={axis + 34} role="img" aria-label={texts.timeOf}>
          {width > 0 && (
            <>
              <rect
                className={styles.window}
                x={windowLeft}
                y={4}
                width={right - windowLeft}
                height={axis - 4}
                rx={6}
              />
              <line className={styles.axis} x1={SIDE} x2={right} y1={axis} y2={axis} />
              <Ticks
                ticks={shares.map((share) => share * spanMs)}
                x={x}
                axis={axis}
                hasOlder={hasOlder}
              />
              {placed.map((one) => (
                <Dot
                  key={one.click.id}
                  placed={one}
                  x={x(one.agoMs)}
                  y={one.click.words === '' ? axis : TOP + one.lane * LANE + 12}
                  axis={axis}
                />
              ))}
              <InstallMark x={right} axis={axis} />
            </>
          )}
        </svg>
      </div>
      <Legend kinds={new Set(clicks.map(({ kind }) => kind))} />
    </>
  )
}

/** What the dots mean; a single kind needs no explanation but that of a near miss. */
function Legend({ kinds }: { kinds: ReadonlySet<TimedClick['kind']> }) {
  if (!kinds.has('near')) return null
  return (
    <ul className={styles.legend} aria-hidden="true">
      {(['winner', 'other', 'near'] as const)
        .filter((kind) => kinds.has(kind))
        .map((kind) => (
          <li key={kind}>
            <svg width={14} height={14} className={styles[kind]}>
              <circle cx={7} cy={7} r={5} />
            </svg>
            {texts.legend[kind]}
          </li>
        ))}
    </ul>
  )
}

interface TicksProps {
  /** The oldest first. */
  ticks: readonly number[]
  x: (agoMs: number) => number
  axis: number
  /** Whether clicks older than the first tick stand at it. */
  hasOlder: boolean
}

function Ticks({ ticks, x, axis, hasOlder }: TicksProps) {
  return ticks.map((tick, index) => (
    <g key={tick}>
      <line className={styles.axis} x1={x(tick)} x2={x(tick)} y1={axis} y2={axis + 5} />
      <text
        className={styles.tick}
        x={x(tick)}
        y={axis + 20}
        textAnchor={index === 0 ? 'start' : 'middle'}
      >
        {index === 0 && hasOlder ? texts.older : formatDuration(tick)}
      </text>
    </g>
  ))
}

interface DotProps {
  placed: PlacedClick
  x: number
  y: number
  axis: number
}

function Dot({ placed: { click, isLeft }, x, y, axis }: DotProps) {
  return (
    <g className={styles[click.kind]}>
      <line className={styles.stem} x1={x} x2={x} y1={y} y2={axis} />
      <circle cx={x} cy={y} r={click.kind === 'winner' ? 7 : 5.5} />
      {click.words !== '' && (
        <text
          className={`${styles.dotText ?? ''} ${styles.onWindow ?? ''}`}
          x={isLeft ? x - 12 : x + 12}
          y={y + 4}
          textAnchor={isLeft ? 'end' : 'start'}
        >
          <tspan className={styles.dotCode}>{click.code}</tspan>
          {` ${click.words}`}
        </text>
      )}
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
