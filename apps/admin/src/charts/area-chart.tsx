import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import { formatCount, formatDay, formatHour } from '../ui/format.js'
import { ChartTable } from './chart-table.js'
import { TableSwitch, useAsTable } from './drawing.js'
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
}

const LEFT = 40
const BOTTOM = 24
const TOP = 8

/** Counts by day, as a chart or as a table. */
export function AreaChart({ height = 240, isHourly = false, ...chart }: AreaChartProps) {
  const [isTable] = useAsTable()
  const Shown = isTable ? ChartTable : ChartDrawing
  return (
    <figure>
      <div className={styles.head}>
        <Legend series={chart.series} />
        <TableSwitch />
      </div>
      <Shown {...chart} height={height} formatDate={isHourly ? formatHour : formatDay} />
    </figure>
  )
}

function ChartDrawing({ label, dates, series, height, formatDate }: ChartContent) {
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number | null>(null)
  const inner = Math.max(width - LEFT, 0)
  const { top, ticks } = roundScale(Math.max(0, ...series.flatMap(({ values }) => values)))
  const x = (index: number) =>
    LEFT + (dates.length < 2 ? inner / 2 : (index / (dates.length - 1)) * inner)
  const y = (value: number) => TOP + (1 - value / top) * (height - TOP - BOTTOM)
  const point = (clientX: number, left: number) => {
    const share = (clientX - left - LEFT) / Math.max(inner, 1)
    setAt(Math.min(Math.max(Math.round(share * (dates.length - 1)), 0), dates.length - 1))
  }
  return (
    <div
      ref={ref}
      className={styles.chart}
      onPointerMove={(event) =>
        point(event.clientX, event.currentTarget.getBoundingClientRect().left)
      }
      onPointerLeave={() => setAt(null)}
    >
      <svg className={styles.svg} height={height} role="img" aria-label={label}>
        <CountAxis ticks={ticks} y={y} width={width} />
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
      {dots.map(({ color, y }) => (
        <circle
          key={color}
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
      {series.map(({ name, color, values }) => (
        <div key={name} className={styles.legendItem} style={{ display: 'flex' }}>
          <span className={styles.swatch} style={{ background: color }} />
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
      {series.map(({ name, color }) => (
        <span key={name} className={styles.legendItem}>
          <span className={styles.swatch} style={{ background: color }} />
          {name}
        </span>
      ))}
    </div>
  )
}
