import { describe, expect, it } from '@jest/globals'
import { moment } from './timestamp.js'

const textsOf = (value: unknown) =>
  moment.safeParse(value).error?.issues.map((issue) => issue.message)
const SHAPE = 'must be a time such as 2026-03-01T09:30:00Z'
const RANGE = 'must be from 1970 to 9998'

describe('a timestamp of a request', () => {
  it.each([
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T11:30:00.123456+02:00', '2026-03-01T09:30:00.123Z'],
  ])('is read with its offset: %s', (text, expected) => {
    expect(moment.parse(text).toISOString()).toBe(expected)
  })

  it.each([
    ['tomorrow', SHAPE],
    ['', SHAPE],
    ['2026-02-30T00:00:00Z', SHAPE],
    ['2026-03-01T09:30:00', SHAPE],
    [`2026-03-01T09:30:00.${'0'.repeat(40)}Z`, SHAPE],
    [5, SHAPE],
    [null, SHAPE],
    ['1969-12-31T23:59:59Z', RANGE],
    ['9999-01-01T00:00:00Z', RANGE],
  ])('is rejected with one text: %p', (value, text) => {
    expect(textsOf(value)).toEqual([text])
  })
})
