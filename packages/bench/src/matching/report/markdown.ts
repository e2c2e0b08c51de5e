import { aimsOf, percent, type CorpusReport } from './corpus-report.js'
import { describeRun } from './describe-run.js'
import type { RowFigures, RuleFigures } from './summarize.js'
import { count, table } from './table.js'

/** The figures of a run as the document shows them. */
export function toMarkdown(report: CorpusReport): string {
  return [
    runSentence(report),
    '',
    '![What each rule makes of the same installs](pictures/matching.svg)',
    '',
    '### The aims',
    '',
    ...table(
      ['Aim', 'Reached', ''],
      aimsOf(report).map(({ text, reached, isReached }) => [
        text,
        reached,
        isReached ? 'reached' : 'missed',
      ]),
    ),
    '',
    '### By rule, where signals alone decide',
    '',
    ...table(RULE_HEADS, report.rules.map(ruleCells)),
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

const RULE_HEADS = [
  'Rule',
  'Own click given',
  'None given',
  'Another’s given',
  'Organic installs given a click',
  'False among matches',
]

function ruleCells({ name, own, organic, matches, falseMatches }: RuleFigures): string[] {
  return [
    name,
    percent(own.matched, own.installs),
    percent(own.missed, own.installs),
    percent(own.false, own.installs),
    `${percent(organic.false, organic.installs)} (${organic.false} of ${count(organic.installs)})`,
    `${percent(falseMatches, matches)} (${falseMatches} of ${count(matches)})`,
  ]
}

const ROW_HEADS = [
  'Scenario',
  'People',
  'Clicks',
  'Installs',
  'Organic',
  'Matched',
  'Rightly none',
  'Missed',
  'False',
  'Why missed',
  'p50',
]

function rowCells(row: RowFigures, all: number): string[] {
  const { title, people, clicks, installs, organic, matched, unmatched, missed, p50Ms } = row
  return [
    title,
    count(people),
    count(clicks),
    `${count(installs)} (${percent(installs, all)})`,
    ...[organic, matched, unmatched, missed].map(count),
    falseCell(row),
    reasonsCell(row.missedReasons),
    Number.isNaN(p50Ms) ? '' : `${p50Ms.toFixed(1)} ms`,
  ]
}

/** Told apart: an organic install that is given a click, and a mix-up whose link is right all the same. */
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
    sum(({ people }) => people),
    sum(({ clicks }) => clicks),
    sum(({ installs }) => installs),
    sum(({ organic }) => organic),
    sum(({ matched }) => matched),
    sum(({ unmatched }) => unmatched),
    sum(({ missed }) => missed),
    sum((row) => row.false),
    '',
    '',
  ]
}
