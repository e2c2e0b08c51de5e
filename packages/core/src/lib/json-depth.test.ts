import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { jsonDepthExceeds } from './json-depth.js'

describe('jsonDepthExceeds', () => {
  const exceeds = (text: string, max: number) => jsonDepthExceeds(Buffer.from(text), max)

  it.each([
    ['1', 0, false],
    ['[]', 0, true],
    ['[]', 1, false],
    ['[[],[],[]]', 2, false],
    ['{"a":{"b":[1]}}', 2, true],
    ['{"a":{"b":[1]}}', 3, false],
    ['"[[[["', 0, false],
    [String.raw`"\"[[["`, 0, false],
    [String.raw`"\\"[`, 0, true],
    ['"unterminated [[[', 0, false],
    ['"ends in a backslash \\', 0, false],
    ['{"é[":"{"}', 1, false],
  ])('returns for %s with a limit of %d: %s', (text, max, expected) => {
    expect(exceeds(text, max)).toBe(expected)
  })

  it('survives a million brackets', () => {
    expect(exceeds('['.repeat(1_000_000), 1_000_000)).toBe(false)
    expect(exceeds('['.repeat(1_000_001), 1_000_000)).toBe(true)
  })

  it('agrees with the depth of any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const depth = depthOf(JSON.parse(text))
        expect(exceeds(text, depth)).toBe(false)
        if (depth > 0) expect(exceeds(text, depth - 1)).toBe(true)
      }),
    )
  })
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
