import { describe, expect, it } from '@jest/globals'
import { decideInstallMatch } from './install-match.js'
import type { ClickCandidate, MatchInput, MatchSignals } from './match-types.js'

const now = new Date('2026-03-01T12:00:00Z')
const signals: MatchSignals = {
  osVersion: '17.4',
  model: null,
  screenWidth: 390,
  screenHeight: 844,
  pixelRatio: 3,
  languages: ['en-US'],
  timeZone: 'America/Chicago',
}
const install: MatchInput = {
  now,
  platform: 'ios',
  clickToken: { state: 'absent' },
  codeLinkId: null,
  source: null,
  windowMinutes: 120,
  consentMissing: false,
  installedAt: null,
  isAddressShared: false,
  isAddressOwn: false,
  signals,
}

/** Clicks of so many visitors on one link, a minute apart, the newest first. */
const visitors = (count: number, overrides: Partial<ClickCandidate> = {}): ClickCandidate[] =>
  Array.from({ length: count }, (_, index) => ({
    clickId: `019ca8c0-0000-7000-8000-${String(900 - index).padStart(12, '0')}`,
    linkId: 1,
    campaignId: null,
    platform: 'ios',
    createdAt: new Date(now.getTime() - index * 60_000),
    consumedAt: null,
    visitorId: `v${index}`,
    sameAddress: true,
    sameFullAddress: true,
    signals,
    ...overrides,
  }))

const otherPhone = { signals: { ...signals, screenWidth: 430, screenHeight: 932 } }

describe('a crowd behind one address', () => {
  it('begins with the ninth visitor and is refused, though all clicked one link', () => {
    expect(decideInstallMatch(install, visitors(8)).matched).toBe(true)
    const decision = decideInstallMatch(install, visitors(9))
    expect(decision).toMatchObject({ matched: false, reason: 'ambiguous', clickId: null })
    for (const candidate of decision.trace.candidates)
      expect(candidate).toMatchObject({ verdict: 'crowd', score: null, signals: null })
  })

  it('is refused though one phone alone is equal', () => {
    const [own, ...others] = visitors(12)
    if (own === undefined) throw new Error('no visitor')
    const unlike = others.map((click) => ({ ...click, ...otherPhone }))
    expect(decideInstallMatch(install, [own, ...unlike]).reason).toBe('ambiguous')
  })

  it('counts whom an install took already, and nobody twice', () => {
    const taken = visitors(9).map((click, n) => (n < 5 ? { ...click, consumedAt: now } : click))
    expect(decideInstallMatch(install, taken).reason).toBe('ambiguous')
    expect(decideInstallMatch(install, visitors(200, { visitorId: 'one' })).matched).toBe(true)
  })

  it('counts no old clicks, but those of other systems', () => {
    const [own, ...others] = visitors(30)
    if (own === undefined) throw new Error('no visitor')
    const old = others.map((click) => ({ ...click, createdAt: new Date(now.getTime() - 1e8) }))
    expect(decideInstallMatch(install, [own, ...old]).matched).toBe(true)
    const foreign = others.map((click) => ({ ...click, platform: 'android' }))
    expect(decideInstallMatch(install, [own, ...foreign]).reason).toBe('ambiguous')
  })

  it('of browsers without storage counts each click', () => {
    expect(decideInstallMatch(install, visitors(9, { visitorId: null })).reason).toBe('ambiguous')
  })

  it('in a /64 leaves the click of the whole address to be matched', () => {
    const [own, ...others] = visitors(20, { sameFullAddress: false })
    if (own === undefined) throw new Error('no visitor')
    const exact = { ...own, sameFullAddress: true }
    const decision = decideInstallMatch(install, [...others, exact])
    expect(decision.clickId).toBe(own.clickId)
    expect(decideInstallMatch(install, others).reason).toBe('ambiguous')
  })

  it('of ten thousand clicks is no accidental win', () => {
    const farm = visitors(200).map((click, index) => ({ ...click, visitorId: `farm${index}` }))
    expect(decideInstallMatch(install, farm).matched).toBe(false)
  })
})
