import type { StatsBody } from '@throughline/contracts/stats'
import { csvLine, type CsvValue } from '@throughline/core/lib/csv'
import type { Answer } from './route.js'

export const CSV_TYPES = ['application/json', 'text/csv']

/** Rows per read from the database, which bounds the memory of a download of any length. */
export const CSV_PAGE = 1_000

/** Streams rows as a file, with a header. */
export function csvAnswer<Row extends object>(
  name: string,
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<Row[]> | Iterable<Row[]>,
): Answer {
  return {
    status: 200,
    body: null,
    contentType: 'text/csv; charset=utf-8',
    headers: { 'Content-Disposition': `attachment; filename="${name}.csv"` },
    stream: linesOf(columns, pages),
  }
}

async function* linesOf<Row extends object>(
  columns: readonly (keyof Row & string)[],
  pages: AsyncIterable<Row[]> | Iterable<Row[]>,
): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const rows of pages) {
    // Rows contain only texts, numbers, booleans, lists of text and nulls.
    const lines = rows.map((row) => csvLine(columns.map((name) => row[name] as CsvValue)))
    if (lines.length > 0) yield lines.join('')
  }
}

/** Iterates over all pages of a list. `read` returns a page and the start of the next page, or null. */
export async function* eachPage<Row, Cursor>(
  read: (after: Cursor | null) => Promise<{ rows: Row[]; next: Cursor | null }>,
  start: Cursor | null,
): AsyncGenerator<Row[]> {
  let after = start
  do {
    const { rows, next } = await read(after)
    yield rows
    after = next
  } while (after !== null)
}

/** Writes the groups if present, otherwise the days. */
export function statsCsv(stats: StatsBody): Answer {
  const { groups, clicks_per_day: days, installs_per_day: installs } = stats
  if (groups !== undefined)
    return csvAnswer(
      `stats-by-${groups.by}`,
      ['value', 'clicks', 'installs', 'conversion'],
      [groups.data],
    )
  const rows = days.map((day, n) => ({
    date: day.date,
    clicks: day.count,
    daily_uniques: day.uniques,
    installs: installs[n]?.count ?? 0,
  }))
  return csvAnswer('stats', ['date', 'clicks', 'daily_uniques', 'installs'], [rows])
}
