/** Prints a result: one line of JSON, or a table of names and values. */
export function printResult(result: object, isJson: boolean): void {
  if (isJson) {
    console.log(JSON.stringify(result))
    return
  }
  const width = Math.max(...Object.keys(result).map((name) => name.length))
  for (const [name, value] of Object.entries(result) as [string, unknown][]) {
    console.log(
      `${name.padEnd(width)}  ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
  }
}

/** Aligns rows of cells, the first of which are the headings. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => (cells[column] ?? '').length)),
  )
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Prints rows with column headings, or a line that says that there are none. */
export function printTable<Row>(
  rows: readonly Row[],
  columns: Record<string, (row: Row) => unknown>,
): void {
  if (rows.length === 0) {
    console.log('none')
    return
  }
  const cells = rows.map((row) => Object.values(columns).map((read) => cellOf(read(row))))
  for (const line of tableLines([Object.keys(columns), ...cells])) console.log(line)
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function printError(error: unknown, isJson: boolean): void {
  const message = error instanceof Error ? error.message : String(error)
  console.error(isJson ? JSON.stringify({ error: message }) : `error: ${message}`)
}
