import { uuidFromBytes } from '@throughline/core/lib/ids'
import type { Random } from '@throughline/testkit/seeded-random'
import type { Weighted } from './catalog.js'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export function drawWeighted<T>(random: Random, values: Weighted<T>): T {
  let left = random.next() * values.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [value, weight] of values) {
    left -= weight
    if (left < 0) return value
  }
  const [last] = values.at(-1) ?? []
  if (last === undefined) throw new RangeError('the list of values is empty')
  return last
}

/** Returns a random whole number whose average is `mean`. */
export function drawCount(random: Random, mean: number): number {
  const wanted = mean * (0.75 + random.next() / 2)
  return Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0)
}

/** Returns a UUIDv7 of that time, or a UUIDv4 without a time. */
export function drawUuid(random: Random, at?: Date): string {
  const bytes = Buffer.alloc(16)
  for (let place = 0; place < 16; place += 4) bytes.writeUInt32BE(random.next() * 2 ** 32, place)
  if (at !== undefined) bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = (at === undefined ? 0x40 : 0x70) | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return uuidFromBytes(bytes)
}

export function drawBase36(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += random.integer(0, 2 ** 32 - 1).toString(36)
  return text.slice(0, length)
}
