import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import { common } from '../texts/common.js'
import { formatCount, formatDay, formatHour } from '../ui/format.js'
import { ChartTable } from './chart-table.js'
import { TableSwitch, useAsTable } from './drawing.js'
import { useChartPoint } from './use-chart-point.js'
import {
  type ChartContent,
  type Series,
  areaPath,
  labelIndexes,
  linePath,
  roundScale,
} from './scale.js'
import styles from './charts.module.css'

interface AreaChartProps {
  label: string
  /** One for each value: YYYY-MM-DD or a time. */
  dates: readonly string[]
  /** Whether a value counts an hour instead of a day. */
  isHourly?: boolean
  series: readonly Series[]
  height?: number
  /** Opens the dates from one place to another. Without it, the chart cannot be zoomed. */
  onZoom?: (first: number, last: number) => void
}

const LEFT = 40
const BOTTOM = 24
const TOP = 8

/** Counts by day, as a drawing or as a table. */
export function AreaChart({ height = 240, isHourly = false, onZoom, ...chart }: AreaChartProps) {
  const [isTable] = useAsTable()
  const content = { ...chart, height, formatDate: isHourly ? formatHour : formatDay }
  return (
    <figure>
      <div className={styles.head}>
        <Legend series={chart.series} />
        <TableSwitch />
      </div>
      {isTable ? (
        <ChartTable {...content} />
      ) : onZoom === undefined ? (
        <ChartDrawing {...content} />
      ) : (
        <>
          <ChartDrawing {...content} onZoom={onZoom} />
          <figcaption className={styles.hint}>{common.zoomHint}</figcaption>
        </>
      )}
    </figure>
  )
}

interface DrawingProps extends ChartContent {
  onZoom?: (first: number, last: number) => void
}

function ChartDrawing({ label, dates, series, height, formatDate, onZoom }: DrawingProps) {
  const { ref, width } = useElementSize()
  const inner = Math.max(width - LEFT, 0)
  const count = dates.length
  const { top, ticks } = roundScale(Math.max(0, ...series.flatMap(({ values }) => values)))
  const x = (index: number) => LEFT + (count < 2 ? inner / 2 : (index / (count - 1)) * inner)
  const y = (value: number) => TOP + (1 - value / top) * (height - TOP - BOTTOM)
  const { at, chosen, handlers } = useChartPoint({
    count,
    placeOf: (pixels) => (pixels - LEFT) / Math.max(inner, 1),
    ...(onZoom === undefined ? {} : { onZoom }),
  })
  return (
    <div
      ref={ref}
      className={styles.chart}
      {...handlers}
      {...(onZoom !== undefined && {
        'data-zoom': true,
        ...sliderOf({ label, dates, series, formatDate }, { at, chosen }),
      })}
    >
      <svg className={styles.svg} height={height} role="img" aria-label={label}>
        <CountAxis ticks={ticks} y={y} width={width} />
        {chosen !== null && <Chosen from={x(chosen.first)} to={x(chosen.last)} bottom={y(0)} />}
        {width > 0 &&
          series.map((one) => (
            <Line
              key={one.name}
              series={one}
              points={one.values.map((value, index) => ({ x: x(index), y: y(value) }))}
              bottom={y(0)}
            />
          ))}
        <DateAxis
          dates={dates.map(formatDate)}
          x={x}
          y={height - 4}
          most={Math.max(Math.floor(inner / 90), 2)}
        />
        {at !== null && (
          <Cursor
            x={x(at)}
            bottom={y(0)}
            dots={series.map(({ color, values }) => ({ color, y: y(values[at] ?? 0) }))}
          />
        )}
      </svg>
      {at !== null && (
        <Tip
          date={formatDate(dates[at] ?? '')}
          series={series}
          at={at}
          side={x(at) > width / 2 ? { right: width - x(at) + 12 } : { left: x(at) + 12 }}
        />
      )}
    </div>
  )
}

/** A screen reader reads the point under the cursor, which arrow keys move. */
function sliderOf(
  { label, dates, series, formatDate }: Omit<ChartContent, 'height'>,
  { at, chosen }: { at: number | null; chosen: { first: number; last: number } | null },
) {
  const place = at ?? dates.length - 1
  const date = (index: number) => formatDate(dates[index] ?? '')
  const values = series.map(({ name, values }) => `${name} ${formatCount(values[place] ?? 0)}`)
  const text =
    chosen === null || chosen.first === chosen.last
      ? `${date(place)}: ${values.join(', ')}`
      : common.chosenRange(date(chosen.first), date(chosen.last))
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuetext': text,
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(dates.length - 1, 0),
    'aria-valuenow': Math.max(place, 0),
  } as const
}

function CountAxis(props: {
  ticks: readonly number[]
  y: (value: number) => number
  width: number
}) {
  const { ticks, y, width } = props
  return ticks.map((tick) => (
    <g key={tick}>
      <line className={styles.grid} x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} />
      <text className={styles.axis} x={LEFT - 10} y={y(tick) + 4} textAnchor="end">
        {formatCount(tick)}
      </text>
    </g>
  ))
}

interface DateAxisProps {
  dates: readonly string[]
  x: (index: number) => number
  y: number
  most: number
}

function DateAxis({ dates, x, y, most }: DateAxisProps) {
  return labelIndexes(dates.length, most).map((index) => (
    <text
      key={index}
      className={styles.axis}
      x={x(index)}
      y={y}
      textAnchor={index === dates.length - 1 ? 'end' : 'middle'}
    >
      {dates[index]}
    </text>
  ))
}

function Line({
  series,
  points,
  bottom,
}: {
  series: Series
  points: { x: number; y: number }[]
  bottom: number
}) {
  const gradient = useId()
  const { color, isFaint = false } = series
  return (
    <>
      {!isFaint && (
        <>
          <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" stopColor={color} stopOpacity={0.2} />
            <stop offset="1" stopColor={color} stopOpacity={0.01} />
          </linearGradient>
          <path d={areaPath(points, bottom)} fill={`url(#${gradient})`} />
        </>
      )}
      <path
        d={linePath(points)}
        fill="none"
        stroke={color}
        strokeWidth={isFaint ? 1.5 : 2}
        strokeDasharray={isFaint ? '4 4' : undefined}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </>
  )
}

/** The range that is being chosen. */
function Chosen({ from, to, bottom }: { from: number; to: number; bottom: number }) {
  const size = { width: Math.max(to - from, 2), height: bottom - TOP }
  return <rect className={styles.chosen} x={from} y={TOP} {...size} />
}

function Cursor({
  x,
  bottom,
  dots,
}: {
  x: number
  bottom: number
  dots: { color: string; y: number }[]
}) {
  return (
    <>
      <line className={styles.cursor} x1={x} x2={x} y1={TOP} y2={bottom} />
      {dots.map(({ color, y }, index) => (
        <circle
          key={index}
          cx={x}
          cy={y}
          r={4}
          fill={color}
          stroke="var(--surface)"
          strokeWidth={2}
        />
      ))}
    </>
  )
}

function Tip({
  date,
  series,
  at,
  side,
}: {
  date: string
  series: readonly Series[]
  at: number
  side: { left?: number; right?: number }
}) {
  return (
    <div className={styles.tip} style={side}>
      <strong>{date}</strong>
      {series.map(({ name, color, isFaint, values }) => (
        <div key={name} className={styles.legendItem} style={{ display: 'flex' }}>
          <Swatch color={color} isFaint={isFaint} />
          {name}
          <span className="num" style={{ marginLeft: 'auto', paddingLeft: 16 }}>
            {formatCount(values[at] ?? 0)}
          </span>
        </div>
      ))}
    </div>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return <span />
  return (
    <div className={styles.legend} aria-hidden="true">
      {series.map(({ name, color, isFaint }) => (
        <span key={name} className={styles.legendItem}>
          <Swatch color={color} isFaint={isFaint} />
          {name}
        </span>
      ))}
    </div>
  )
}

function Swatch({ color, isFaint = false }: { color: string; isFaint?: boolean | undefined }) {
  return <span className={styles.swatch} data-faint={isFaint} style={{ color }} />
}
