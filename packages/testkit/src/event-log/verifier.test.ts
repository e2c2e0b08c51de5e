import { describe, expect, it } from '@jest/globals'
import type { ClientEntry, ReceiverEntry } from './entries.js'
import { firstArrivalAfter, verify, percentiles } from './verifier.js'

const accepted = (install: string, at = 1_000): ClientEntry => ({
  kind: 'accepted',
  install,
  at,
  ms: 5,
  api: 0,
})

const arrival = (more: Partial<ReceiverEntry> = {}): ReceiverEntry => ({
  endpoint: '/a',
  webhookId: '1',
  deliveryId: 'd1',
  eventId: 'e1',
  attempt: 1,
  trigger: 'auto',
  install: 'v1',
  timestamp: 1,
  at: 1_100,
  answeredAt: 1_150,
  status: 204,
  secret: 0,
  bodyHash: 'b1',
  ...more,
})

const verified = (receiver: ReceiverEntry[], client = [accepted('v1')], endpoints = ['/a']) =>
  verify({ client, receiver, endpoints, retryBaseMs: 1_000 })

describe('the verifier', () => {
  it('reports nothing for one delivery that arrived', () => {
    expect(verified([arrival()])).toEqual({
      accepted: 1,
      refused: 0,
      internalErrors: [],
      expected: 1,
      delivered: 1,
      lost: [],
      attempts: 1,
      duplicates: 0,
      duplicated: [],
      doubledEvents: [],
      early: [],
      unsigned: 0,
      changedBodies: [],
      wrong: [],
      latencyMs: { p50: 100, p99: 100, max: 100 },
    })
  })

  it('reports as lost what an endpoint never accepted', () => {
    const client = [accepted('v1'), accepted('v2')]
    const { lost, delivered } = verified([arrival()], client, ['/a', '/b'])
    expect(lost).toEqual(['v1 at /b', 'v2 at /a', 'v2 at /b'])
    expect(delivered).toBe(1)
  })

  it.each([
    ['answered 500', { status: 500 }],
    ['signed by nobody', { secret: -1 }],
    ['sent by hand', { trigger: 'replay' }],
  ])('does not take for delivered what was %s', (_, more) => {
    expect(verified([arrival(more)]).lost).toEqual(['v1 at /a'])
  })

  it('names requests that got a 500, not those that got a 503 or an error of the connection', () => {
    const refused = (code: string): ClientEntry => ({
      kind: 'refused',
      install: 'v1',
      step: 'click',
      at: 900,
      ms: 5,
      api: 0,
      code,
      isReused: false,
    })
    const client = [refused('500'), refused('503'), refused('ECONNREFUSED'), accepted('v1')]
    const { internalErrors, refused: rejected } = verified([arrival()], client)
    expect([internalErrors, rejected]).toEqual([['click of v1'], 3])
  })

  it('counts requests after a 2xx as duplicates, but not those before it', () => {
    const attempts = [
      arrival({ status: 500, at: 1_000, answeredAt: 1_000 }),
      arrival({ attempt: 2, at: 2_000 }),
      arrival({ attempt: 2, at: 3_000 }),
    ]
    expect(verified(attempts)).toMatchObject({ duplicates: 1, duplicated: ['d1'] })
  })

  it('names the delivery of a duplicate once for each repetition', () => {
    const attempts = [1_000, 2_000, 3_000].map((at) => arrival({ at }))
    expect(verified(attempts).duplicated).toEqual(['d1', 'd1'])
  })

  it('names a delivery whose bytes differ between attempts', () => {
    const other = { deliveryId: 'd2', bodyHash: 'b2' }
    expect(verified([arrival(), arrival(), arrival(other)]).changedBodies).toEqual([])
    const byHand = arrival({ trigger: 'resend', bodyHash: 'b2' })
    expect(verified([arrival(), byHand]).changedBodies).toEqual(['d1'])
  })

  it('names an install that one endpoint received in two deliveries', () => {
    const receiver = [arrival(), arrival({ deliveryId: 'd2', at: 1_200 })]
    expect(verified(receiver)).toMatchObject({ doubledEvents: ['v1 at /a'], duplicates: 0 })
  })

  it.each([
    [2, 1_999, [{ deliveryId: 'd1', attempt: 2, byMs: 1 }]],
    [2, 2_000, []],
    // Not a retry: the previous attempt was never recorded.
    [1, 1_001, []],
  ])('classifies attempt %d at %d ms after a failure at 1000', (attempt, at, early) => {
    const receiver = [
      arrival({ status: 500, at: 990, answeredAt: 1_000 }),
      arrival({ attempt, at }),
    ]
    expect(verified(receiver).early).toEqual(early)
  })

  it('expects four times the delay after the second attempt', () => {
    const receiver = [
      arrival({ attempt: 2, status: 500, at: 1_000, answeredAt: 1_000 }),
      arrival({ attempt: 3, at: 4_500 }),
    ]
    expect(verified(receiver).early).toEqual([{ deliveryId: 'd1', attempt: 3, byMs: 500 }])
  })
})

describe('the figures', () => {
  it('use the nearest rank, and are 0 without values', () => {
    expect(percentiles([3, 1, 2])).toEqual({ p50: 2, p99: 3, max: 3 })
    expect(percentiles([])).toEqual({ p50: 0, p99: 0, max: 0 })
  })

  it('contain the time from a moment to the first request after it', () => {
    const receiver = [arrival({ at: 50 }), arrival({ at: 170 }), arrival({ at: 120 })]
    expect([firstArrivalAfter(receiver, 100), firstArrivalAfter(receiver, 200)]).toEqual([20, null])
  })
})
