import { percent, withInterval, type CorpusReport } from './corpus-report.js'
import { bestWithin } from './curves.js'
import { failuresCell, reasonsCell } from './markdown.js'
import type { RowFigures } from './summarize.js'

/** The rows, the rules and the aims, for a terminal. */
export function printReport(report: CorpusReport, print: (line: string) => void): void {
  const heads = ['people', 'clicks', 'installs', 'organic', 'matched', 'none', 'missed', 'false']
  print(`\n${' '.repeat(TITLE)}${heads.map((head) => head.padStart(9)).join('')}   ms  no match`)
  for (const row of report.rows) print(lineOf(row))
  print(
    `\nWhere signals alone decide${' '.repeat(TITLE - 22)}own   false  organic given  false of matches  own within 0.5 %`,
  )
  for (const curve of report.curves) {
    const { own, organic, matches, falseMatches } = curve.usual
    const best = bestWithin(curve, 0.005)?.own
    const cells = [
      percent(own.matched, own.installs).padStart(8),
      percent(own.false, own.installs).padStart(8),
      percent(organic.false, organic.installs).padStart(15),
      percent(falseMatches, matches).padStart(18),
      (best === undefined ? '–' : percent(best.matched, best.installs)).padStart(18),
    ]
    print(`${curve.name.padEnd(TITLE)}${cells.join('')}`)
  }
  print('')
  for (const { stated, right, isWithin } of report.calibration)
    print(
      `stated ${percent(stated, 1)}: measured ${withInterval(right)} of ${right.of}${isWithin ? '' : '  OFF'}`,
    )
  print('')
  for (const { text, rate, weighted, isReached, failures } of report.aims) {
    const market = weighted === null ? '' : `; market ${withInterval(weighted.rate)}`
    print(
      `${isReached ? 'reached' : 'MISSED '}  ${text}: ${withInterval(rate)}, ${rate.hits} of ${rate.of}${market}`,
    )
    if (!isReached) print(`         ${failuresCell(failures)}`)
  }
}

const TITLE = 54

function lineOf(row: RowFigures): string {
  const { people, clicks, installs, organic, matched, unmatched, missed } = row
  const figures = [people, clicks, installs, organic, matched, unmatched, missed, row.false]
  const reasons = [
    ...(missed > 0 ? [`missed: ${reasonsCell(row.missedReasons)}`] : []),
    ...(unmatched > 0 ? [`rightly: ${reasonsCell(row.unmatchedReasons)}`] : []),
  ]
  const cells = figures.map((figure) => String(figure).padStart(9)).join('')
  return `${row.title.slice(0, TITLE - 1).padEnd(TITLE)}${cells}${row.p50Ms.toFixed(1).padStart(6)}  ${reasons.join('; ')}`
}
