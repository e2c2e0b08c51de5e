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

export function printError(error: unknown, isJson: boolean): void {
  const message = error instanceof Error ? error.message : String(error)
  console.error(isJson ? JSON.stringify({ error: message }) : `error: ${message}`)
}
