export interface Series {
  name: string
  color: string
  /** The period before: a dashed line without an area. */
  isFaint?: boolean
  values: readonly number[]
}

/** What the chart and its table need. */
export interface ChartContent {
  label: string
  dates: readonly string[]
  series: readonly Series[]
  height: number
  formatDate: (date: string) => string
}

/** Returns a round number that is at least the highest value, and the grid lines up to it. */
export function roundScale(highest: number, lines = 4): { top: number; ticks: number[] } {
  const rough = Math.max(highest, 1) / lines
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough,
    1,
  )
  const whole = Math.ceil(step)
  const count = Math.max(Math.ceil(highest / whole), 1)
  return { top: whole * count, ticks: Array.from({ length: count + 1 }, (_, at) => at * whole) }
}

export interface Point {
  x: number
  y: number
}

/** Straight lines between the points: a curve would show values that do not exist. */
export function linePath(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('')
}

export function areaPath(points: readonly Point[], bottom: number): string {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return ''
  return `${linePath(points)}L${last.x.toFixed(1)} ${bottom}L${first.x.toFixed(1)} ${bottom}Z`
}

/** Returns at most this many labels, evenly spread, including the last. */
export function labelIndexes(length: number, most: number): number[] {
  if (length === 0) return []
  const every = Math.ceil(length / most)
  return Array.from(
    { length: Math.ceil(length / every) },
    (_, at) => length - 1 - at * every,
  ).reverse()
}
