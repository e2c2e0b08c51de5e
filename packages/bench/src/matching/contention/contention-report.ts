import { describeRun } from '../report/describe-run.js'
import { reasonsCell } from '../report/markdown.js'
import { count, table } from '../report/table.js'
import type { Machine } from '../../machine.js'
import type { RateResult } from './measure-rate.js'
import type { RaceResult } from './race.js'

/** How installs refer to the click: by its token, or only by equal signals. */
export type Way = 'referrer' | 'signals'

export interface ContentionReport {
  machine: Machine
  seed: number
  races: (RaceResult & { by: Way })[]
  rates: (RateResult & { by: Way })[]
}

/** Whether exactly one install has the click, in its response and in each table, and all others have a reason. */
export function hasOneWinner({ installs, winners, reasons, stored }: RaceResult): boolean {
  const { claims, attributions, events } = stored
  const explained = Object.values(reasons).reduce((sum, times) => sum + times, 0)
  return (
    [winners, claims, attributions, events].every((number) => number === 1) &&
    explained === installs - 1
  )
}

const NAMES: Record<Way, string> = { referrer: 'by its token', signals: 'by equal signals' }

export function toContentionMarkdown({ machine, seed, races, rates }: ContentionReport): string {
  return [
    `Seed ${seed}, ${describeRun(machine)}.`,
    '',
    ...table(
      [
        'Simultaneous installs for one click',
        'Winners',
        'Claims, attributions, events',
        'The others',
        '',
      ],
      races.map((race) => [
        `${race.installs} installs ${NAMES[race.by]}`,
        count(race.winners),
        Object.values(race.stored).map(count).join(', '),
        reasonsCell(race.reasons),
        hasOneWinner(race) ? 'one winner' : 'WRONG',
      ]),
    ),
    '',
    ...table(
      ['One API process, each install on a separate click', 'Installs/s', 'Matched', 'p50', 'p99'],
      rates.map(({ by, installs, matches, perSecond, p50Ms, p99Ms }) => [
        NAMES[by],
        count(Math.round(perSecond)),
        `${count(matches)} of ${count(installs)}`,
        `${p50Ms.toFixed(1)} ms`,
        `${p99Ms.toFixed(1)} ms`,
      ]),
    ),
  ].join('\n')
}
