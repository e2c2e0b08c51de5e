import { describeRun } from '../report/describe-run.js'
import { reasonsCell } from '../report/markdown.js'
import { count, table } from '../report/table.js'
import { hasOneWinner, type ContentionReport, type Way } from './contention-report.js'

const NAMES: Record<Way, string> = { referrer: 'by its token', signals: 'by equal signals' }

/** The figures of a run as the document shows them. */
export function toContentionMarkdown({ machine, seed, races, rates }: ContentionReport): string {
  return [
    `Seed ${seed}, ${describeRun(machine)}.`,
    '',
    ...table(
      ['At once on one click', 'Winners', 'Claims, attributions, events', 'The others', ''],
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
      [
        'One API process, each install on a click of its own',
        'Installs/s',
        'Matched',
        'p50',
        'p99',
      ],
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
