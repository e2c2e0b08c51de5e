import { areaPath, linePath } from './scale.js'

const WIDTH = 100
const HEIGHT = 28

/** A small line chart beside the total of its series. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const top = Math.max(1, ...values)
  const points = values.map((value, index) => ({
    x: values.length < 2 ? WIDTH / 2 : (index / (values.length - 1)) * WIDTH,
    y: HEIGHT - 2 - (value / top) * (HEIGHT - 4),
  }))
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <path d={areaPath(points, HEIGHT)} fill="var(--series)" opacity={0.14} />
      <path
        d={linePath(points)}
        fill="none"
        stroke="var(--series)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  )
}
