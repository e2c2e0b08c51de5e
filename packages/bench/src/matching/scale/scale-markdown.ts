import { describeRun } from '../report/describe-run.js'
import { count, table } from '../report/table.js'
import type { Waits } from './measure-matches.js'
import { scaleAimsOf, type ScaleReport, type SizeCosts } from './scale-report.js'

/** The figures of a run as the document shows them. */
export function toScaleMarkdown(report: ScaleReport): string {
  const { machine, seed, seconds, fillSeconds, sizes, plans } = report
  const most = count(sizes.at(-1)?.visits ?? 0)
  return [
    `Seed ${seed}, in ${Math.round(seconds)} s, ${Math.round(fillSeconds)} s of them to write the visits, ${describeRun(machine)}. Each middle is of ${sizes[0]?.bare.quiet.calls ?? 0} installs at addresses of few, or of ${sizes[0]?.bare.crowded.calls ?? 0} at crowded ones.`,
    '',
    ...table(HEADS, sizes.flatMap(rowsOf)),
    '',
    ...table(
      ['Aim', 'Reached', ''],
      scaleAimsOf(report).map(({ text, reached, isReached }) => [
        text,
        reached,
        isReached ? 'reached' : 'missed',
      ]),
    ),
    '',
    `PostgreSQL's plan of the candidate query with ${most} open visits, at an address of few:`,
    '',
    ...block(plans.quiet),
    '',
    'At a crowded address:',
    '',
    ...block(plans.crowded),
  ].join('\n')
}

const HEADS = ['Open visits', '', 'p50', 'p99', 'at a crowded address, p50', 'p99']

function rowsOf({ visits, bare, http }: SizeCosts): string[][] {
  return [
    [count(visits), 'read and decision', ...cellsOf(bare.quiet), ...cellsOf(bare.crowded)],
    ['', 'POST installs', ...cellsOf(http.quiet), ...cellsOf(http.crowded)],
  ]
}

function cellsOf({ p50Ms, p99Ms }: Waits): string[] {
  return [`${p50Ms.toFixed(2)} ms`, `${p99Ms.toFixed(2)} ms`]
}

function block(lines: readonly string[]): string[] {
  return ['```', ...lines, '```']
}
