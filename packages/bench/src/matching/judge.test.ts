import { describe, expect, it } from '@jest/globals'
import { isSameLink, isScored, judge } from './judge.js'

const truth = (tapId: string | null) => ({
  tapId,
  isOrganic: tapId === null,
  isDeterministic: false,
})

describe('the outcome of an install', () => {
  it('is a match by the own click alone', () => {
    expect(judge(truth('own'), { id: 'own' })).toBe('matched')
    expect(judge(truth('own'), { id: 'other' })).toBe('false')
    expect(judge(truth(null), { id: 'other' })).toBe('false')
  })

  it('without a match is a miss only where there was a click to find', () => {
    expect(judge(truth('own'), null)).toBe('missed')
    expect(judge(truth(null), null)).toBe('unmatched')
  })

  it('is scored unless a tap is carried over', () => {
    expect(isScored({ carries: { kind: 'organic_referrer' } })).toBe(true)
    expect(isScored({ carries: { kind: 'referrer', tapId: 'a' } })).toBe(false)
  })

  it('has the same link only in the same project', () => {
    const own = { link: 1, project: 'shop' } as const
    expect(isSameLink(own, own)).toBe(true)
    expect(isSameLink(own, { ...own, project: 'game' })).toBe(false)
    expect(isSameLink(own, { ...own, link: 2 })).toBe(false)
    expect(isSameLink(undefined, own)).toBe(false)
  })
})
