/** The frame of every picture: a light or dark background, without external resources. */
export interface Picture {
  width: number
  height: number
  title: string
  /** The text alternative. */
  description: string
  /** Further CSS rules, for light and dark pages. */
  style: { light: string; dark: string }
  body: string
}

export function drawSvg({ width, height, title, description, style, body }: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeXml(title)}</title>
<desc id="desc">${escapeXml(description)}</desc>
<style>${LIGHT}${style.light}
@media (prefers-color-scheme:dark){${DARK}${style.dark}}
</style>
<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${text({ x: 24, y: 34, className: 'title' }, title)}
${body}
</svg>
`
}

const LIGHT = `
text{font:13px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1f2328}
.title{font-size:16px;font-weight:600}.note{font-size:12px;fill:#59636e}
.card{fill:#ffffff;stroke:#d1d9e0}.grid{stroke:#e4e8ec}.axis{stroke:#59636e}.aim{stroke:#59636e;stroke-dasharray:2 4}
.end{text-anchor:end}.middle{text-anchor:middle}
`
const DARK = `
text{fill:#e6edf3}.note{fill:#9198a1}.card{fill:#0d1117;stroke:#3d444d}.grid{stroke:#262c34}.axis,.aim{stroke:#9198a1}
`

export interface At {
  x: number
  y: number
  className?: string
}

export function text({ x, y, className }: At, content: string): string {
  const attribute = className === undefined ? '' : ` class="${className}"`
  return `<text${attribute} x="${round(x)}" y="${round(y)}">${escapeXml(content)}</text>`
}

type Point = readonly [x: number, y: number]

export function line(className: string, [x1, y1]: Point, [x2, y2]: Point): string {
  return `<line class="${className}" x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}"/>`
}

export function path(className: string, points: readonly Point[]): string {
  if (points.length === 0) return ''
  const steps = points.map(([x, y]) => `${round(x)} ${round(y)}`)
  return `<path class="${className}" d="M${steps.join('L')}"/>`
}

export function tick(share: number): string {
  return `${round(share * 100)} %`
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escapeXml(raw: string): string {
  return raw.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
