import { percent } from './corpus-report.js'
import type { Curve } from './curves.js'
import type { RuleFigures } from './rule-figures.js'
import { drawSvg, line, path, round, text, tick } from './svg.js'

const PLOT = { left: 64, right: 828, top: 62, bottom: 402 }
const LEGEND_TOP = 462
const LEGEND_ROW = 22
const LEAST = 0.0002
const TICKS = [0.001, 0.01, 0.1, 1]
const AIM = 0.005

/** Plots the found own clicks of each rule against the organic installs that it matches. Marks each usual limit. */
export function drawCurves(curves: readonly Curve[]): string {
  const height = LEGEND_TOP + curves.length * LEGEND_ROW + 6
  return drawSvg({
    width: 860,
    height,
    title: 'Own clicks found against organic installs given a click',
    description: curves.map(describe).join(' '),
    style: { light: STYLES.light, dark: STYLES.dark },
    body: [
      ...axes(),
      ...curves.toReversed().map((curve, n) => drawCurve(curve, curves.length - 1 - n)),
      ...curves.map(legend),
    ].join('\n'),
  })
}

const COLORS = [
  { light: '#0b6e7f', dark: '#3fb8cc', dash: '' },
  { light: '#8250df', dark: '#b392f0', dash: '' },
  { light: '#c8401f', dark: '#ff7b5a', dash: '7 4' },
  { light: '#9a6700', dark: '#d8a31a', dash: '2 4' },
  { light: '#59636e', dark: '#9198a1', dash: '10 4 2 4' },
]

const STYLES = {
  light: COLORS.map(({ light, dash }, n) => {
    const dashes = dash === '' ? '' : `;stroke-dasharray:${dash}`
    return `\n.c${n}{fill:none;stroke:${light};stroke-width:${n === 0 ? 3 : 2}${dashes}}.m${n}{fill:${light};stroke:#ffffff;stroke-width:1.5}`
  }).join(''),
  dark: COLORS.map(
    ({ dark }, n) => `.c${n}{stroke:${dark}}.m${n}{fill:${dark};stroke:#0d1117}`,
  ).join('\n'),
}

function axes(): string[] {
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1]
  return [
    ...shares.flatMap((share) => [
      line('grid', [PLOT.left, yOf(share)], [PLOT.right, yOf(share)]),
      text({ x: PLOT.left - 8, y: yOf(share) + 4, className: 'note end' }, tick(share)),
    ]),
    ...TICKS.flatMap((rate) => [
      line('grid', [xOf(rate), PLOT.top], [xOf(rate), PLOT.bottom]),
      text({ x: xOf(rate), y: PLOT.bottom + 18, className: 'note middle' }, tick(rate)),
    ]),
    text({ x: PLOT.left, y: PLOT.bottom + 18, className: 'note middle' }, '≤ 0.02 %'),
    line('axis', [PLOT.left, PLOT.bottom], [PLOT.right, PLOT.bottom]),
    line('aim', [xOf(AIM), PLOT.top], [xOf(AIM), PLOT.bottom]),
    text({ x: xOf(AIM) + 5, y: PLOT.top + 12, className: 'note' }, 'aim 0.5 %'),
    text(
      { x: PLOT.right, y: PLOT.bottom + 38, className: 'note end' },
      'organic installs given a click',
    ),
    text(
      { x: PLOT.left + 6, y: PLOT.top - 8, className: 'note' },
      'own clicks found, of those in the window',
    ),
  ]
}

function xOf(rate: number): number {
  const share = Math.log(Math.max(rate, LEAST) / LEAST) / Math.log(1 / LEAST)
  return PLOT.left + share * (PLOT.right - PLOT.left)
}

function yOf(share: number): number {
  return PLOT.bottom - share * (PLOT.bottom - PLOT.top)
}

function at({ own, organic }: RuleFigures): readonly [number, number] {
  return [xOf(shareOf(organic.false, organic.installs)), yOf(shareOf(own.matched, own.installs))]
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function drawCurve({ usual, points }: Curve, n: number): string {
  const [x, y] = at(usual)
  const marker = `<circle class="m${n}" cx="${round(x)}" cy="${round(y)}" r="${n === 0 ? 6 : 5}"/>`
  return `${path(
    `c${n}`,
    points.map(({ figures }) => at(figures)),
  )}${marker}`
}

function legend({ name, usual }: Curve, n: number): string {
  const y = LEGEND_TOP + n * LEGEND_ROW
  const { own, organic } = usual
  const figures = `${percent(own.matched, own.installs)} found, ${percent(organic.false, organic.installs)} of organic given`
  return `${line(`c${n}`, [PLOT.left, y - 4], [PLOT.left + 36, y - 4])}<circle class="m${n}" cx="${PLOT.left + 18}" cy="${y - 4}" r="4.5"/>${text({ x: PLOT.left + 46, y }, name)}${text({ x: PLOT.right, y, className: 'note end' }, figures)}`
}

function describe({ name, usual: { own, organic } }: Curve): string {
  return `${name}: at its usual limit ${percent(own.matched, own.installs)} of the own clicks found, ${percent(organic.false, organic.installs)} of the organic installs given a click.`
}
