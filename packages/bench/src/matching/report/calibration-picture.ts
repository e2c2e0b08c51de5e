import { exactInterval } from '../statistics/intervals.js'
import { TOLERANCE, type CalibrationBin } from './calibration.js'
import { percent } from './corpus-report.js'
import { drawSvg, line, path, round, text, tick } from './svg.js'

const PLOT = { left: 64, right: 528, top: 62, bottom: 526 }

/** Plots measured shares with intervals against stated probabilities. The diagonal is exact; the band is ± 3 %. */
export function drawCalibration(bins: readonly CalibrationBin[]): string {
  return drawSvg({
    width: 560,
    height: 580,
    title: 'Stated and measured probability of the likeliest click',
    description: bins.map(describe).join(' '),
    style: STYLE,
    body: [...band(), ...axes(), ...bins.map(drawBin)].join('\n'),
  })
}

const STYLE = {
  light:
    '\n.band{fill:#e8f1f3}.ideal{stroke:#59636e}.bar{stroke:#0b6e7f;stroke-width:2}.dot{fill:#0b6e7f}.off .bar{stroke:#c8401f}.off .dot{fill:#c8401f}',
  dark: '.band{fill:#13262b}.ideal{stroke:#9198a1}.bar{stroke:#3fb8cc}.dot{fill:#3fb8cc}.off .bar{stroke:#ff7b5a}.off .dot{fill:#ff7b5a}',
}

function xOf(share: number): number {
  return PLOT.left + share * (PLOT.right - PLOT.left)
}

function yOf(share: number): number {
  return PLOT.bottom - share * (PLOT.bottom - PLOT.top)
}

function band(): string[] {
  const [low, high] = [TOLERANCE, 1 - TOLERANCE]
  const corners = [
    [0, 0],
    [0, low],
    [high, 1],
    [1, 1],
    [1, high],
    [low, 0],
  ] as const
  return [
    path(
      'band',
      corners.map(([x, y]) => [xOf(x), yOf(y)] as const),
    ),
    line('ideal', [xOf(0), yOf(0)], [xOf(1), yOf(1)]),
  ]
}

function axes(): string[] {
  const shares = [0, 0.2, 0.4, 0.6, 0.8, 1]
  return [
    ...shares.flatMap((share) => [
      line('grid', [PLOT.left, yOf(share)], [PLOT.right, yOf(share)]),
      text({ x: PLOT.left - 8, y: yOf(share) + 4, className: 'note end' }, tick(share)),
      text({ x: xOf(share), y: PLOT.bottom + 18, className: 'note middle' }, tick(share)),
    ]),
    line('axis', [PLOT.left, PLOT.bottom], [PLOT.right, PLOT.bottom]),
    text(
      { x: PLOT.right, y: PLOT.bottom + 38, className: 'note end' },
      'stated, the mean of a bin',
    ),
    text(
      { x: PLOT.left + 6, y: PLOT.top - 8, className: 'note' },
      'measured, with its interval of 95 %; band: ± 3 points',
    ),
  ]
}

function drawBin(bin: CalibrationBin, index: number, bins: readonly CalibrationBin[]): string {
  const { stated, right, isWithin } = bin
  const { low, high } = exactInterval(right)
  const [x, y] = at(bin)
  const neighbours = [bins[index - 1], bins[index + 1]].flatMap((one) => (one ? [at(one)] : []))
  const hasRoom = neighbours.every(([, other]) => Math.abs(other - y) >= LABEL_HEIGHT)
  const label = hasRoom && y < PLOT.bottom - LABEL_HEIGHT ? labelOf(stated, right.of, y) : ''
  return `<g${isWithin ? '' : ' class="off"'}>${line('bar', [x, yOf(low)], [x, yOf(high)])}<circle class="dot" cx="${round(x)}" cy="${round(y)}" r="4"/>${label}</g>`
}

/** Bins that are closer together have no label; the table has their numbers. */
const LABEL_HEIGHT = 18

function at({ stated, right }: CalibrationBin): readonly [number, number] {
  return [xOf(stated), yOf(right.hits / right.of)]
}

/** Places a label away from the diagonal, on the side with space. */
function labelOf(stated: number, decisions: number, y: number): string {
  const x = xOf(stated)
  const content = `n ${decisions.toLocaleString('en-US')}`
  return stated > 0.75
    ? text({ x: x - 8, y: y - 2, className: 'note end' }, content)
    : text({ x: x + 8, y: y + 16, className: 'note' }, content)
}

function describe({ stated, right }: CalibrationBin): string {
  return `Stated ${percent(stated, 1)}: measured ${percent(right.hits, right.of)} of ${right.of}.`
}
