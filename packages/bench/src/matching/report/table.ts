/** A table of Markdown, a line each. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)]
}

/** `20,766`. */
export function count(number: number): string {
  return number.toLocaleString('en-US')
}
