import type { Random } from '@throughline/testkit/seeded-random'

/** Values with relative weights, of any sum. */
export type Weighted<Value> = readonly (readonly [Value, number])[]

/** @throws RangeError for an empty table */
export function drawWeighted<Value>(random: Random, table: Weighted<Value>): Value {
  const total = table.reduce((sum, [, weight]) => sum + weight, 0)
  let left = random.next() * total
  for (const [value, weight] of table) {
    left -= weight
    if (left < 0) return value
  }
  const last = table.at(-1)
  if (last === undefined) throw new RangeError('the table is empty')
  return last[0]
}

/** Draws a range by weight, then a number in it, evenly on a logarithmic scale. */
export function drawRange(
  random: Random,
  table: Weighted<readonly [from: number, to: number]>,
): number {
  const [from, to] = drawWeighted(random, table)
  return from * (to / from) ** random.next()
}

/** A UUIDv4, reproducible from the seed. */
export function drawUuid(random: Random): string {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}
