import { describe, expect, it } from '@jest/globals'
import { decideByCode } from './decide-by-code.js'
import type { CandidateVerdict, ClickCandidate, MatchInput } from './match-types.js'
import {
  makeClick,
  makeInstall,
  minutesAgo,
  OTHER_IPHONE,
  TEST_MODEL,
  verdictsOf,
} from './test-fixtures.js'

const DAY = 24 * 60

const decide = (candidates: ClickCandidate[], input: Partial<MatchInput> = {}) =>
  decideByCode(TEST_MODEL, makeInstall({ codeLinkId: 1, ...input }), candidates)

describe('a code without a token', () => {
  it('claims the only visitor’s newest click with the measured confidence of codes', () => {
    const decision = decide([
      makeClick({ name: 'me-old', visitorId: 'me', minutes: 30 }),
      makeClick({ name: 'me-new', visitorId: 'me', minutes: 3 }),
    ])
    expect(decision).toMatchObject({
      matched: true,
      matchType: 'clipboard',
      confidence: 0.9,
      linkId: 1,
      explanation: { step: 'code', notes: ['visitors: 1'] },
    })
    expect(decision.supersededClickIds).toHaveLength(1)
    expect(verdictsOf(decision)).toEqual(['superseded', 'claimed'])
  })

  it.each<[CandidateVerdict, Partial<ClickCandidate> & { minutes?: number }]>([
    ['other_link', { linkId: 2 }],
    ['other_address', { sameAddress: false }],
    ['recorded_by_app', { source: 'sdk' }],
    ['other_platform', { platform: 'android' }],
    ['consumed', { consumedAt: minutesAgo(0) }],
    ['outside_window', { minutes: 121 }],
    ['other_device', { signals: OTHER_IPHONE }],
    [
      'other_device',
      { signals: { ...OTHER_IPHONE, screenWidth: 390, screenHeight: 844, timeZone: 'Asia/Tokyo' } },
    ],
  ])('claims no click that is %s, and keeps the link', (verdict, overrides) => {
    const decision = decide([makeClick(overrides)])
    expect(decision).toMatchObject({ matched: false, reason: 'no_candidate', linkId: 1 })
    expect(verdictsOf(decision)).toEqual([verdict])
  })

  it('claims a click whose browser reports another region, or none', () => {
    const region = makeClick({ signals: { ...makeInstall().signals, languages: ['de-AT'] } })
    expect(decide([region]).matched).toBe(true)
    const { languages, timeZone } = { languages: null, timeZone: null }
    const little = makeClick({ signals: { ...makeInstall().signals, languages, timeZone } })
    expect(decide([little]).matched).toBe(true)
  })

  it('claims no click of two visitors, but one if the other’s is excluded', () => {
    const [mine, theirs] = [makeClick({ name: 'mine' }), makeClick({ name: 'theirs', minutes: 40 })]
    const decision = decide([mine, theirs])
    expect(decision).toMatchObject({ matched: false, reason: 'no_candidate', linkId: 1 })
    expect(decision.explanation.notes).toEqual(['visitors: 2', 'another_visitor_of_the_link'])
    expect(verdictsOf(decision)).toEqual(['not_chosen', 'not_chosen'])
    expect(decide([mine, { ...theirs, platform: 'android' }]).clickId).toBe(mine.clickId)
    expect(decide([mine, { ...theirs, consumedAt: minutesAgo(0) }]).clickId).toBe(mine.clickId)
  })

  it('counts each click without a device report as a visitor', () => {
    const clicks = ['a', 'b'].map((name) => makeClick({ name, visitorId: null }))
    expect(decide(clicks).explanation.notes).toContain('another_visitor_of_the_link')
  })

  it('claims nothing if more than 8 visitors of any link share the address', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        makeClick({ name: `v${n}`, linkId: 2, platform: 'android', consumedAt: minutesAgo(0) }),
      )
    expect(decide([makeClick(), ...others(7)]).matched).toBe(true)
    const beyondCap = decide([makeClick(), ...others(8)])
    expect(beyondCap).toMatchObject({ matched: false, reason: 'no_candidate' })
    expect(beyondCap.explanation.notes).toEqual(['visitors: 9'])
    expect(verdictsOf(beyondCap)[0]).toBe('crowded_address')
  })

  it('claims nothing in a shared range', () => {
    const decision = decide([makeClick()], { isAddressShared: true })
    expect(decision).toMatchObject({ reason: 'no_candidate', linkId: 1 })
    expect(decision.explanation.notes).toEqual(['shared_range', 'visitors: 1'])
  })

  it.each([
    ['installedAt', 10 * DAY, 'installed_before_click'],
    ['beganAt', 10 * DAY, 'installed_before_click'],
    ['installedAt', 23 * 60, null],
  ] as const)(
    'ends by the age of the app: its %s %i minutes ago gives %s',
    (name, minutes, reason) => {
      const none = { installedAt: null, beganAt: null, referrerClickAt: null }
      const decision = decide([makeClick()], { times: { ...none, [name]: minutesAgo(minutes) } })
      expect(decision).toMatchObject({ reason, linkId: 1 })
    },
  )
})
