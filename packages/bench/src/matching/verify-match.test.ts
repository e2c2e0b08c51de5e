import { describe, expect, it } from '@jest/globals'
import { isSameLink, verifyMatch } from './verify-match.js'

const truth = (worldClickId: string | null) => ({
  worldClickId,
  acceptedWorldClickIds: ['same link'],
  isOrganic: worldClickId === null,
  way: 'signals' as const,
})

describe('the outcome of an install', () => {
  it("is correct only with the install's own click", () => {
    expect(verifyMatch(truth('own'), { id: 'own' })).toBe('matched')
    expect(verifyMatch(truth('own'), { id: 'same link' })).toBe('matched')
    expect(verifyMatch(truth('own'), { id: 'other' })).toBe('false')
    expect(verifyMatch(truth(null), { id: 'other' })).toBe('false')
  })

  it('is a miss only where there was a click to find', () => {
    expect(verifyMatch(truth('own'), null)).toBe('missed')
    expect(verifyMatch(truth(null), null)).toBe('unmatched')
  })

  it('knows the same link only in the same project', () => {
    const own = { link: 1, project: 'shop' } as const
    expect(isSameLink(own, own)).toBe(true)
    expect(isSameLink(own, { ...own, project: 'game' })).toBe(false)
    expect(isSameLink(own, { ...own, link: 2 })).toBe(false)
    expect(isSameLink(undefined, own)).toBe(false)
  })
})
