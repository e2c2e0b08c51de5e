import { aimsOf, percent, type CorpusReport } from './corpus-report.js'
import { reasonsCell } from './markdown.js'
import type { RowFigures } from './summarize.js'

/** The rows, the rules and the aims, for a terminal. */
export function printReport(report: CorpusReport, print: (line: string) => void): void {
  const heads = ['people', 'clicks', 'installs', 'organic', 'matched', 'none', 'missed', 'false']
  print(`\n${' '.repeat(TITLE)}${heads.map((head) => head.padStart(9)).join('')}   ms  no match`)
  for (const row of report.rows) print(lineOf(row))
  print(
    `\nWhere signals alone decide${' '.repeat(TITLE - 22)}own  missed  false  organic given  false of matches`,
  )
  for (const { name, own, organic, matches, falseMatches } of report.rules) {
    const shares = [own.matched, own.missed, own.false].map((part) => percent(part, own.installs))
    const given = percent(organic.false, organic.installs)
    print(
      `${name.padEnd(TITLE)}${shares.map((share) => share.padStart(8)).join('')}${given.padStart(12)}${percent(falseMatches, matches).padStart(16)}`,
    )
  }
  print('')
  for (const { text, reached, isReached } of aimsOf(report))
    print(`${isReached ? 'reached' : 'MISSED '}  ${text}: ${reached}`)
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
