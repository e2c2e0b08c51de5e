import { describe, expect, it } from '@jest/globals'
import type { ClientEntry } from '@throughline/testkit/event-log/entries'
import { overlaps } from './outages.js'

const outage = { from: 10_000, to: 25_000 }
const common = { install: 'v1', api: 0 }

function met(from: number, to: number, kind: 'accepted' | 'clicked' | 'HANGS' = 'HANGS') {
  const times = { at: to, ms: to - from }
  const entry: ClientEntry =
    kind === 'HANGS'
      ? { kind: 'refused', ...common, ...times, step: 'click', code: kind, isReused: true }
      : { kind, ...common, ...times }
  return overlaps([entry], [outage])
}

describe('requests in an outage', () => {
  it('count for the part of their duration that lies in it', () => {
    expect(met(12_000, 13_500)).toEqual([{ ms: 1_500, code: 'HANGS' }])
    expect(met(12_000, 13_500, 'accepted')).toEqual([{ ms: 1_500, code: null }])
    expect(met(12_000, 13_500, 'clicked')).toEqual([{ ms: 1_500, code: null }])
  })

  it('count from its beginning when they started before it, and to its end when they outlast it', () => {
    expect(met(9_000, 19_000)).toMatchObject([{ ms: 9_000 }])
    expect(met(24_000, 34_000)).toMatchObject([{ ms: 1_000 }])
    expect(met(9_000, 34_000)).toMatchObject([{ ms: 15_000 }])
  })

  it('exclude those that ended before it or began after it', () => {
    expect([...met(8_000, 9_999), ...met(25_001, 26_000)]).toEqual([])
  })
})
