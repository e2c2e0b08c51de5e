import { describe, expect, it } from '@jest/globals'
import type { Outcome } from './installation.js'
import { usualPromises } from './usual-promises.js'

const kept: Outcome = {
  accepted: 2,
  visitors: 2,
  due: 0,
  refused: 0,
  internalErrors: [],
  expected: 2,
  delivered: 2,
  lost: [],
  attempts: 2,
  duplicates: 0,
  duplicated: [],
  doubledEvents: [],
  early: [],
  unsigned: 0,
  changedBodies: [],
  wrong: [],
  latencyMs: { p50: 1, p99: 1, max: 1 },
  states: { succeeded: 2 },
  failed: [],
  skipped: 0,
  missing: [],
  doublyRecorded: 0,
  miscounted: 0,
  recoveryMs: [],
}
type Verified = Parameters<typeof usualPromises>[0]
const installation: Verified = { endpoints: [{ path: '/hook-1' }], apis: [], workers: [] }

function broken(more: Partial<Outcome>, ended: Partial<Verified> = {}): string[] {
  return usualPromises({ ...installation, ...ended }, { ...kept, ...more })
    .filter(({ isKept }) => !isKept)
    .map(({ promise }) => promise)
}

describe('the promises of every scenario', () => {
  it('hold where nothing was found', () => {
    expect(broken({})).toEqual([])
  })

  it('are broken by a visitor who was never accepted, and by a run without visitors', () => {
    expect(broken({ visitors: 3 })).toEqual(['each visitor is accepted in the end'])
    expect(broken({ visitors: 0, accepted: 0 })).toContain('each visitor is accepted in the end')
  })

  it('are broken by a delivery to the failed receiver, not by one to a hostile one', () => {
    expect(broken({ failed: ['v1 at /hook-1'] })).toEqual([
      'no delivery to a healthy receiver fails',
    ])
    expect(broken({ failed: ['v1 at /slow-body', 'v1 at /hook-10'] })).toEqual([])
  })

  it('are broken by a 500, not by other rejected requests', () => {
    expect(broken({ refused: 1, internalErrors: ['install of v1'] })).toEqual([
      'no request returns 500',
    ])
    expect(broken({ refused: 1 })).toEqual([])
  })

  it('are broken by deliveries that are still due', () => {
    expect(broken({ due: 1 })).toEqual(['no delivery is due at the end'])
  })

  it('are broken by a process that exited by itself', () => {
    expect(broken({}, { apis: [{ unasked: ['api-1: 1'] }] })).toEqual([
      'no process exits unexpectedly',
    ])
  })
})
