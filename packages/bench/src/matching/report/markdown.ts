import type { Aim } from './aims.js'
import type { CalibrationBin } from './calibration.js'
import { percent, withInterval, type CorpusReport } from './corpus-report.js'
import { bestWithin, type Curve } from './curves.js'
import { describeRun } from './describe-run.js'
import type { RowFigures } from './summarize.js'
import { count, table } from './table.js'

export function toMarkdown(report: CorpusReport): string {
  return [
    runSentence(report),
    '',
    '### The aims',
    '',
    'Each share has a 95 % interval (Clopper and Pearson). An aim is reached if the worse end of the interval reaches it. The column “Market” weighs each row by its share of the market.',
    '',
    ...table(
      ['Aim', 'Corpus', 'n', 'Market', '', 'Failures are mostly in'],
      report.aims.map(aimCells),
    ),
    '',
    byCodeSentence(report),
    '',
    '### By rule, where signals alone decide',
    '',
    '![Own clicks found against organic installs given a click](pictures/matching-curves.svg)',
    '',
    'The table shows each rule at its usual limit, which the picture marks. The last column is at the best limit that matches at most 0.5 % of the organic installs:',
    '',
    ...table(RULE_HEADS, report.curves.map(ruleCells)),
    '',
    '### Stated and measured probability',
    '',
    ...calibrationLines(report.calibration),
    '',
    '### By scenario',
    '',
    ...table(ROW_HEADS, [
      ...report.rows.map((row) => rowCells(row, report.installs)),
      totalCells(report.rows),
    ]),
  ].join('\n')
}

function runSentence(report: CorpusReport): string {
  const { machine, seeds, episodes, installs, organic, clicks, callMs, lanes, seconds } = report
  return (
    `${count(installs)} installs (${count(organic)} organic, ${percent(organic, installs)}) and ${count(clicks)} clicks in ${count(episodes)} episodes, ` +
    `${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}, in ${Math.round(seconds)} s, ${lanes} episodes at a time, ${describeRun(machine)}. ` +
    `A call that decides an install took ${callMs.p50.toFixed(1)} ms (p99 ${callMs.p99.toFixed(1)} ms) under that load.`
  )
}

function aimCells({ text, rate, interval, weighted, isReached, failures }: Aim): string[] {
  return [
    text,
    withInterval(rate, interval),
    `${count(rate.hits)} of ${count(rate.of)}`,
    weighted === null ? '' : withInterval(weighted.rate, weighted.interval),
    isReached ? 'reached' : 'missed',
    isReached ? '' : failuresCell(failures),
  ]
}

/** `household 12; correlated organic 3`. */
function failuresCell(failures: Aim['failures']): string {
  return failures
    .map(({ scenario, count: times }) => `${scenario.replaceAll('_', ' ')} ${count(times)}`)
    .join('; ')
}

function byCodeSentence({ byCode }: CorpusReport): string {
  const { matched, unmatched, missed, false: others } = byCode
  const rate = { hits: matched, of: matched + others }
  return `Installs with a link’s code and no genuine token: ${count(matched)} were matched to their own click, ${count(missed)} missed it, ${count(unmatched)} were rightly not matched, and ${count(others)} were matched to another person’s click. ${withInterval(rate)} of the matches by a code are right.`
}

const RULE_HEADS = [
  'Rule',
  'Own click matched',
  'Another person’s click matched',
  'Organic installs given a click',
  'False among matches',
  'Own click matched, organic at most 0.5 %',
]
const MOST_ORGANIC = 0.005

function ruleCells(curve: Curve): string[] {
  const { name, usual } = curve
  const { own, organic, matches, falseMatches } = usual
  const best = bestWithin(curve, MOST_ORGANIC)
  const share = (hits: number, of: number) => withInterval({ hits, of })
  return [
    name,
    share(own.matched, own.installs),
    share(own.false, own.installs),
    `${share(organic.false, organic.installs)}, ${count(organic.false)} of ${count(organic.installs)}`,
    `${share(falseMatches, matches)}, ${count(falseMatches)} of ${count(matches)}`,
    best === null ? 'at no limit' : share(best.own.matched, best.own.installs),
  ]
}

function calibrationLines(bins: readonly CalibrationBin[]): string[] {
  if (bins.length === 0) return ['No probability was stated.']
  return [
    '![Stated and measured probability of the likeliest click](pictures/matching-calibration.svg)',
    '',
    'The table covers the likeliest candidate of every decision by signals, matched or not. It compares the probability that the service stated for it with how often it was the install’s own click.',
    '',
    ...table(
      ['Stated', 'Mean', 'Measured', 'Decisions', 'Within 3 points'],
      bins.map(({ from, to, stated, right, isWithin }) => [
        `${percent(from, 1)} to ${percent(to, 1)}`,
        percent(stated, 1),
        withInterval(right),
        count(right.of),
        isWithin ? 'yes' : 'no',
      ]),
    ),
  ]
}

const ROW_HEADS = [
  'Scenario',
  'Installs',
  'Market',
  'People',
  'Clicks',
  'Organic',
  'Matched',
  'Rightly unmatched',
  'Missed',
  'False',
  'Why missed',
]

function rowCells(row: RowFigures, all: number): string[] {
  const { title, marketShare, people, clicks, installs } = row
  const { organic, matched, unmatched, missed } = row
  return [
    title,
    `${count(installs)} (${percent(installs, all)})`,
    `${marketShare} %`,
    ...[people, clicks, organic, matched, unmatched, missed].map(count),
    falseCell(row),
    reasonsCell(row.missedReasons),
  ]
}

/** Separates matched organic installs, and wrong clicks of the right link, from other false matches. */
function falseCell({ false: all, falseOrganic, falseSameLink }: RowFigures): string {
  const notes = [
    ...(falseOrganic > 0 ? [`${falseOrganic} organic`] : []),
    ...(falseSameLink > 0 ? [`${falseSameLink} of the same link`] : []),
  ]
  return notes.length === 0 ? count(all) : `${count(all)} (${notes.join(', ')})`
}

export function reasonsCell(reasons: Record<string, number>): string {
  return Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, times]) => `${reason} ${times}`)
    .join(', ')
}

function totalCells(rows: readonly RowFigures[]): string[] {
  const sum = (pick: (row: RowFigures) => number) =>
    count(rows.reduce((total, row) => total + pick(row), 0))
  return [
    '**Together**',
    sum(({ installs }) => installs),
    '100 %',
    sum(({ people }) => people),
    sum(({ clicks }) => clicks),
    sum(({ organic }) => organic),
    sum(({ matched }) => matched),
    sum(({ unmatched }) => unmatched),
    sum(({ missed }) => missed),
    sum((row) => row.false),
    '',
  ]
}
