import { describe, expect, it } from '@jest/globals'
import { findNearMisses, type NearClick } from './near-misses.js'
import type { MatchExplanation } from './match-types.js'

const DECIDED = new Date('2026-03-01T12:00:00Z')
const before = (minutes: number) => new Date(DECIDED.getTime() - minutes * 60_000)

/** A click that only its address excludes. */
const click = (clickId: string, overrides: Partial<NearClick> = {}): NearClick => ({
  clickId,
  linkId: 1,
  createdAt: before(10),
  source: 'link_host',
  platform: 'ios',
  uncountedReason: null,
  consumedAt: null,
  hasReport: true,
  isSameAddress: null,
  ...overrides,
})

function find(
  clicks: NearClick[],
  { step = 'signals', considered = [] as string[], limit = 20 } = {},
) {
  const verdictOf = (id: string) => (id === 'used' ? 'consumed' : 'not_chosen')
  const candidates = considered.map((clickId) => ({
    clickId,
    verdict: verdictOf(clickId),
  })) as MatchExplanation['candidates']
  const explanation = { step: step as MatchExplanation['step'], windowMinutes: 120, candidates }
  const install = { platform: 'ios', decidedAt: DECIDED, explanation }
  return findNearMisses(install, clicks, limit)
}

function list(...given: Parameters<typeof find>) {
  return find(...given).misses.map((miss) => [miss.click.clickId, miss.whyNot])
}

describe('near misses', () => {
  it.each<[string, Partial<NearClick>]>([
    ['embedded', { uncountedReason: 'embedded' }],
    ['recorded_by_app', { source: 'sdk' }],
    ['consumed', { consumedAt: before(5) }],
    ['other_platform', { platform: 'desktop' }],
    ['outside_window', { createdAt: before(121) }],
    ['no_landing_page', { hasReport: false }],
    ['other_address', { isSameAddress: false }],
  ])('have the reason %s', (reason, overrides) => {
    expect(list([click('a', { isSameAddress: true, ...overrides })])).toEqual([['a', [reason]]])
  })

  it('leave out candidates, and what no reason excludes', () => {
    const free = click('free', { isSameAddress: true })
    expect(list([click('seen'), free], { considered: ['seen'] })).toEqual([])
    expect(list([click('later', { isSameAddress: true, consumedAt: DECIDED })])).toEqual([])
  })

  it('come from another address if that is all that is left', () => {
    expect(list([click('reported')])).toEqual([['reported', ['other_address']]])
    const unreported = click('unreported', { hasReport: false })
    expect(list([unreported])).toEqual([['unreported', ['no_landing_page']]])
    // A code needs no device report.
    expect(list([unreported], { step: 'code' })).toEqual([['unreported', ['other_address']]])
  })

  it('begin with those that fewest reasons exclude, the newest first', () => {
    const clicks = [
      click('two', { platform: 'android', createdAt: before(1) }),
      click('old', { createdAt: before(90) }),
      click('new', { createdAt: before(20) }),
    ]
    expect(list(clicks).map(([id]) => id)).toEqual(['new', 'old', 'two'])
    expect(list(clicks, { limit: 2 }).map(([id]) => id)).toEqual(['new', 'old'])
  })

  it('count every click by its first reason, the unlisted and the compared ones too', () => {
    const clicks = [
      click('seen'),
      click('used'),
      click('free', { isSameAddress: true }),
      ...['a', 'b', 'c'].map((id) => click(id)),
      click('old', { createdAt: before(180), hasReport: false }),
    ]
    const { misses, byReason } = find(clicks, { considered: ['seen', 'used'], limit: 1 })
    expect(misses).toHaveLength(1)
    expect(byReason).toEqual([
      { reason: 'compared', count: 1 },
      { reason: 'consumed', count: 1 },
      { reason: 'outside_window', count: 1 },
      { reason: 'other_address', count: 3 },
      { reason: 'none', count: 1 },
    ])
  })
})
