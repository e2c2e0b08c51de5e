export type CsvValue = string | number | boolean | null | readonly string[]

/** Spreadsheets read a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u
const NEEDS_QUOTES = /[",\r\n]/

/**
 * Formats a line of RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe. Lists are
 * joined by commas.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : value.join(', ')
  const safe = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
