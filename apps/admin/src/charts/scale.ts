export interface Series {
  name: string
  color: string
  /** The period before: a dashed line without area. */
  isFaint?: boolean
  values: readonly number[]
}

/** What drawing and table need. */
export interface ChartContent {
  label: string
  dates: readonly string[]
  series: readonly Series[]
  height: number
  formatDate: (date: string) => string
}

/** A round number that is not below the highest value, and the lines up to it. */
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

/** Straight between the points: a curve would show values that never were. */
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

/** Labels at most this many, evenly spread, the last one included. */
export function labelIndexes(length: number, most: number): number[] {
  if (length === 0) return []
  const every = Math.ceil(length / most)
  return Array.from(
    { length: Math.ceil(length / every) },
    (_, at) => length - 1 - at * every,
  ).reverse()
}
