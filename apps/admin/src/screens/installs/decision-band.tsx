import { useElementSize } from '@mantine/hooks'
import type { Candidate, Explanation } from '../../api/types.js'
import { explain as texts } from '../../texts/installs.js'
import { formatShare } from '../../ui/format.js'
import styles from './explain.module.css'

interface Mark {
  share: number
  label: string
  tone: 'winner' | 'other' | 'none'
}

const HEIGHT = 128
const AXIS = 76
const SIDE = 16
const TEXT_PIXELS = 128
const LANE = 19
const MOST = 4

/** Probabilities on a ruler from 0 to 100 %, to scale, with what was needed. */
export function DecisionBand({
  explanation,
  scored,
}: {
  explanation: Explanation
  scored: readonly Candidate[]
}) {
  const { ref, width } = useElementSize()
  const { none_score: none, min_confidence: needed } = explanation
  const marks: Mark[] = scored.slice(0, MOST).map(({ score, code, verdict }) => ({
    share: score ?? 0,
    label: code ?? texts.click,
    tone: verdict === 'claimed' ? 'winner' : 'other',
  }))
  if (none !== null) marks.push({ share: none, label: texts.none, tone: 'none' })
  const x = (share: number) => SIDE + share * (width - 2 * SIDE)
  const lanes = laneOf(marks.map(({ share }) => x(share)))
  return (
    <div ref={ref}>
      <svg className={styles.drawing} height={HEIGHT} role="img" aria-label={texts.decisionOf}>
        {width > 0 && (
          <>
            <rect
              className={styles.ruler}
              x={x(0)}
              y={AXIS - 5}
              width={x(1) - x(0)}
              height={10}
              rx={5}
            />
            {needed !== null && (
              <Needed
                x={x(needed)}
                end={x(1)}
                text={`${texts.threshold}: ${formatShare(needed)}`}
              />
            )}
            <Ticks x={x} />
            {marks
              .map((mark, index) => ({ mark, lane: lanes[index] ?? 0 }))
              // The words of a lower lane cover the lines to a higher one.
              .sort((one, other) => other.lane - one.lane)
              .map(({ mark, lane }) => (
                <MarkDrawing
                  key={`${mark.label}${lane}`}
                  mark={mark}
                  x={x(mark.share)}
                  y={AXIS - 18 - lane * LANE}
                  width={width}
                />
              ))}
          </>
        )}
      </svg>
    </div>
  )
}

function Ticks({ x }: { x: (share: number) => number }) {
  return [0, 0.25, 0.5, 0.75, 1].map((tick) => (
    <text
      key={tick}
      className={styles.tick}
      x={x(tick)}
      y={AXIS + 24}
      textAnchor={tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle'}
    >
      {formatShare(tick)}
    </text>
  ))
}

function Needed({ x, end, text }: { x: number; end: number; text: string }) {
  return (
    <g>
      <rect
        className={styles.enough}
        x={x}
        y={AXIS - 5}
        width={Math.max(end - x, 0)}
        height={10}
        rx={5}
      />
      <line className={styles.needed} x1={x} x2={x} y1={AXIS - 8} y2={AXIS + 34} />
      <text className={styles.neededText} x={x - 6} y={AXIS + 44} textAnchor="end">
        {text}
      </text>
    </g>
  )
}

function MarkDrawing({ mark, x, y, width }: { mark: Mark; x: number; y: number; width: number }) {
  const isLeft = x > width - TEXT_PIXELS
  return (
    <g className={styles[mark.tone]}>
      <line className={styles.stem} x1={x} x2={x} y1={y} y2={AXIS} />
      <circle cx={x} cy={AXIS} r={6.5} />
      <text
        className={styles.dotText}
        x={isLeft ? x - 6 : x + 6}
        y={y + 6}
        textAnchor={isLeft ? 'end' : 'start'}
      >
        <tspan className={styles.dotCode}>{mark.label}</tspan>
        {` ${formatShare(mark.share, 1)}`}
      </text>
    </g>
  )
}

/** Labels that would lie over each other stand on different heights. */
function laneOf(positions: readonly number[]): number[] {
  const lanes: number[] = []
  for (const [index, at] of positions.entries()) {
    const near = new Set(
      lanes
        .filter((_lane, other) => Math.abs((positions[other] ?? 0) - at) < TEXT_PIXELS)
        .slice(0, index),
    )
    let lane = 0
    while (near.has(lane)) lane += 1
    lanes.push(lane)
  }
  return lanes
}
