import type { Machine } from '../../machine.js'
import { describeRun } from '../report/describe-run.js'
import { count, table } from '../report/table.js'
import type { MatchCosts, Waits } from './measure-matches.js'

export interface SizeCosts extends MatchCosts {
  visits: number
}

export interface ScaleAim {
  text: string
  reached: string
  isReached: boolean
}

export interface ScaleReport {
  machine: Machine
  seed: number
  seconds: number
  fillSeconds: number
  sizes: SizeCosts[]
  /** PostgreSQL's plan of the candidate query with the most visits, by kind of address. */
  plans: { quiet: string[]; crowded: string[] }
}

/** Maximum change of a median from the one with the fewest visits, in either direction. */
const MOST_CHANGE = 0.2

/**
 * Whether a match takes the same time at all sizes, at addresses with few visits. Crowded ones get more candidates.
 */
export function scaleAimsOf({ sizes }: Pick<ScaleReport, 'sizes'>): ScaleAim[] {
  if (sizes.length < 2) return []
  return [
    flatness('Read and decision', sizes, ({ bare }) => bare.quiet.p50Ms),
    flatness('POST installs', sizes, ({ http }) => http.quiet.p50Ms),
  ]
}

function flatness(
  what: string,
  [first, ...others]: SizeCosts[],
  p50Of: (costs: SizeCosts) => number,
): ScaleAim {
  const changes = others.map((costs) => (first ? p50Of(costs) / p50Of(first) - 1 : Number.NaN))
  return {
    text: `${what}: p50 within 20 % of that with the fewest visits`,
    reached: changes.map(signedPercent).join(', '),
    isReached: changes.every((change) => Math.abs(change) <= MOST_CHANGE),
  }
}

function signedPercent(change: number): string {
  return `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(0)} %`
}

export function toScaleMarkdown(report: ScaleReport): string {
  const { machine, seed, seconds, fillSeconds, sizes, plans } = report
  const most = count(sizes.at(-1)?.visits ?? 0)
  return [
    `Seed ${seed}, in ${Math.round(seconds)} s, ${Math.round(fillSeconds)} s of them to write the visits, ${describeRun(machine)}. Each median is over ${sizes[0]?.bare.quiet.calls ?? 0} installs at addresses with few visits, or ${sizes[0]?.bare.crowded.calls ?? 0} at crowded addresses.`,
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
    `PostgreSQL's plan of the candidate query with ${most} open visits, at an address with few visits:`,
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
