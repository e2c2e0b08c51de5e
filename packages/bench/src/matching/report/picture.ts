import { percent } from './corpus-report.js'
import type { RuleFigures } from './summarize.js'

const WIDTH = 860
const ROW = 64
const TOP = 104
const LEFT = 24
/** Of the stacked bars, and of the single ones beside them. */
const BARS = { x: LEFT, width: 480 }
const SINGLES = { x: 572, width: 190 }

/**
 * A picture of what each rule makes of the same installs: stacked bars of those whose own click was there to find, and
 * beside them the share of organic installs that were given a click. It brings its own background, light or dark.
 */
export function drawPicture(rules: readonly RuleFigures[]): string {
  const height = TOP + rules.length * ROW + 16
  const title = 'What each rule makes of the same installs'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${title}</title>
<desc id="desc">${escapeXml(describe(rules))}</desc>
<style>${STYLE}</style>
<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
${text({ x: LEFT, y: 34, className: 'title' }, title)}
${text({ x: BARS.x, y: 62, className: 'head' }, 'Own click was there to find')}
${legend()}
${text({ x: SINGLES.x, y: 62, className: 'head' }, 'Organic installs given a click')}
${text({ x: SINGLES.x, y: 82, className: 'note' }, 'the whole width is 100 %')}
${rules.map((rule, index) => drawRule(rule, TOP + index * ROW)).join('\n')}
</svg>
`
}

const STYLE = `
text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1f2328}
.title{font-size:16px;font-weight:600}.head{font-weight:600}.note{font-size:12px;fill:#59636e}
.card{fill:#ffffff;stroke:#d1d9e0}.track{fill:#eff2f5}
.right{fill:#1f7a8c}.missed{fill:#b9c2cb}.false{fill:#c8401f}
.on-right,.on-false{fill:#ffffff;font-weight:600}.on-missed{fill:#1f2328}
@media (prefers-color-scheme:dark){
text{fill:#e6edf3}.note{fill:#9198a1}.card{fill:#0d1117;stroke:#3d444d}.track{fill:#212830}
.right{fill:#2a8fa3}.missed{fill:#4b535d}.false{fill:#d9532f}.on-missed{fill:#e6edf3}
}
`

function describe(rules: readonly RuleFigures[]): string {
  return rules
    .map(
      ({ name, own, organic }) =>
        `${name}: own click ${percent(own.matched, own.installs)}, none ${percent(own.missed, own.installs)}, another’s ${percent(own.false, own.installs)}; organic given a click ${percent(organic.false, organic.installs)}.`,
    )
    .join(' ')
}

const SEGMENTS = [
  { kind: 'right', label: 'own click given' },
  { kind: 'missed', label: 'refused or missed' },
  { kind: 'false', label: 'another’s given' },
] as const

function legend(): string {
  return SEGMENTS.map(({ kind, label }, index) => {
    const x = BARS.x + index * 148
    return `<rect class="${kind}" x="${x}" y="72" width="12" height="12" rx="2"/>${text({ x: x + 18, y: 82, className: 'note' }, label)}`
  }).join('')
}

function drawRule({ name, own, organic }: RuleFigures, y: number): string {
  const parts = { right: own.matched, missed: own.missed, false: own.false }
  let x = BARS.x
  const bars = SEGMENTS.map(({ kind }) => {
    const width = scaled(parts[kind], own.installs, BARS.width)
    const bar = segment({ kind, x, y: y + 20, width }, percent(parts[kind], own.installs))
    x += width
    return bar
  })
  const width = scaled(organic.false, organic.installs, SINGLES.width)
  const label = percent(organic.false, organic.installs)
  return `${text({ x: BARS.x, y: y + 12 }, name)}
${bars.join('')}
<rect class="track" x="${SINGLES.x}" y="${y + 20}" width="${SINGLES.width}" height="26" rx="2"/><rect class="false" x="${SINGLES.x}" y="${y + 20}" width="${width}" height="26" rx="2"/>${text({ x: SINGLES.x + SINGLES.width + 8, y: y + 38 }, label)}`
}

interface Segment {
  kind: string
  x: number
  y: number
  width: number
}

/** Narrower ones have no room for their label; the table has it. */
const LABEL_WIDTH = 54

function segment({ kind, x, y, width }: Segment, label: string): string {
  const bar = `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="26"/>`
  if (width < LABEL_WIDTH) return bar
  const className = `on-${kind}`
  return `${bar}${text({ x: x + 6, y: y + 18, className }, label)}`
}

function scaled(part: number, whole: number, width: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * width * 10) / 10
}

function text(
  { x, y, className }: { x: number; y: number; className?: string },
  content: string,
): string {
  const attribute = className === undefined ? '' : ` class="${className}"`
  return `<text${attribute} x="${x}" y="${y}">${escapeXml(content)}</text>`
}

function escapeXml(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
