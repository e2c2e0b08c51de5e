import { describe, expect, it } from '@jest/globals'
import type { ReceiverEntry } from '@throughline/testkit/event-log/entries'
import { inFlightAtStops, onlyInFlightTwice } from './in-flight.js'

describe('duplicates', () => {
  const verified = (duplicated: string[], inFlight: string[]) =>
    onlyInFlightTwice('only these', duplicated, inFlight)

  it('are allowed for deliveries in flight', () => {
    expect(verified(['a'], ['b', 'a'])).toMatchObject({ isKept: true, found: '1 of 2' })
    expect(verified([], []).isKept).toBe(true)
  })

  it('are not allowed for others, however many were in flight', () => {
    expect(verified(['c'], ['a', 'b'])).toMatchObject({ isKept: false, found: '1 others: c' })
  })

  it('are allowed as often as the delivery was in flight', () => {
    expect(verified(['a', 'a'], ['a', 'b']).isKept).toBe(false)
    expect(verified(['a', 'a'], ['a', 'a']).isKept).toBe(true)
  })
})

describe('what was in flight when the database stopped', () => {
  const arrival = (deliveryId: string, at: number) => ({ deliveryId, at }) as ReceiverEntry
  const stop = { from: 1_000, gone: 1_100, leased: ['a', 'b'] }

  it('is what was leased, and what arrived until its last claim was sent', () => {
    const arrivals = [
      arrival('before', 999),
      arrival('b', 1_050),
      arrival('claimed between', 1_000),
      arrival('last claim', 2_600),
      arrival('after', 2_601),
    ]
    expect(inFlightAtStops([stop], arrivals)).toEqual(['a', 'b', 'claimed between', 'last claim'])
  })

  it('is counted for each stop separately', () => {
    expect(inFlightAtStops([stop, { ...stop, from: 9_000, gone: 9_100 }], [])).toHaveLength(4)
  })
})
