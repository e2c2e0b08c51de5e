const OTHER = 'other'
const UNKNOWN = 'unknown'

type Row<Figure extends string> = Record<Figure, number> & { value: string }

/**
 * Returns the most frequent values of a dimension, then `other` for the rest and `unknown` for records without a value,
 * so that the rows add up to the total.
 */
export function topValues<Figure extends string>(
  rows: readonly Row<Figure>[],
  total: Record<Figure, number>,
  { figures, limit }: { figures: readonly Figure[]; limit: number },
): Row<Figure>[] {
  const named = rows.filter(({ value }) => value !== OTHER && value !== UNKNOWN)
  const shown = named.slice(0, limit)
  const sum = (some: readonly Row<Figure>[], figure: Figure) =>
    some.reduce((all, row) => all + row[figure], 0)
  const rowOf = (value: string, of: (figure: Figure) => number) =>
    // The keys are exactly the figures, which fromEntries cannot express.
    ({ value, ...Object.fromEntries(figures.map((name) => [name, of(name)])) }) as Row<Figure>
  const rest = rows.filter((row) => row.value === OTHER).concat(named.slice(limit))
  const known = rows.filter(({ value }) => value !== UNKNOWN)
  return [
    ...shown,
    rowOf(OTHER, (figure) => sum(rest, figure)),
    rowOf(UNKNOWN, (figure) => total[figure] - sum(known, figure)),
  ].filter(
    ({ value, ...row }) =>
      (value !== OTHER && value !== UNKNOWN) || Object.values(row).some((count) => count !== 0),
  )
}
