export interface TimeScale {
  /** How far before the install an age stands: 0 at the install, 1 at the other end. */
  at: (seconds: number) => number
  /** Round ages in minutes, the smallest first. */
  ticks: number[]
}

/** The least space between two ticks, as a part of the whole; the words at the end of the window are longer. */
const TICK_SPACE = 0.15
const WINDOW_SPACE = 0.24
const ROUND_MINUTES = [1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440, 2_880, 5_760, 10_080, 43_200]
/** With this part of the span, the last minutes are as wide as the first hours. */
const STRETCH = 150
const MARGIN = 1.06

/** A time line that ends at an install, on which a click of the last minute and one of yesterday can be told apart. */
export function timeScale(
  ages: readonly number[],
  { windowMinutes }: { windowMinutes: number | null },
): TimeScale {
  const oldest = Math.max(0, ...ages) / 60
  const window = windowMinutes ?? 0
  const span = Math.max(window * MARGIN, oldest * MARGIN, 2)
  const unit = span / STRETCH
  const at = (seconds: number) =>
    Math.min(Math.log1p(Math.max(seconds, 0) / 60 / unit) / Math.log1p(STRETCH), 1)
  return { at, ticks: chooseTicks(span, window, (minutes) => at(minutes * 60)) }
}

/** The end of the window first, then as many as have room. */
function chooseTicks(span: number, window: number, at: (minutes: number) => number): number[] {
  const ticks = window > 0 ? [window] : []
  const spaceTo = (other: number) => (other === window ? WINDOW_SPACE : TICK_SPACE)
  const isFree = (minutes: number) =>
    at(minutes) > TICK_SPACE &&
    ticks.every((other) => Math.abs(at(other) - at(minutes)) >= spaceTo(other))
  for (const minutes of [...ROUND_MINUTES].reverse())
    if (minutes <= span && isFree(minutes)) ticks.push(minutes)
  return ticks.sort((one, other) => one - other)
}
