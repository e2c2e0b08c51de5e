import { describe, expect, it } from '@jest/globals'
import type { ClickFact, InstallFact } from './facts.js'
import {
  equalString as byEqualString,
  newestOfAddress as byNewestOfAddress,
  weightedSum as byWeightedSum,
  type Baseline,
} from './simple-rules.js'

const PHONE = {
  project: 'shop',
  address: '203.0.113.5',
  os: 'iOS',
  osVersion: '17.6.1',
  language: 'en-GB',
  timeZone: 'Europe/London',
  screen: '390x844',
} as const

const click = (worldClickId: string, change: Partial<ClickFact> = {}): ClickFact => ({
  ...PHONE,
  worldClickId,
  atMinutes: 0,
  ...change,
})
const install = (change: Partial<InstallFact> = {}): InstallFact => ({
  ...PHONE,
  installId: 'i',
  atMinutes: 5,
  ...change,
})

/** The click that a rule chooses for one install, by name, or null. */
const giving =
  (baseline: Baseline, usual: number) =>
  (clicks: readonly ClickFact[], one: InstallFact, limit = usual): string | null =>
    baseline({ clicks, installs: [one] })(limit).get(one.installId) ?? null

const equalString = giving(byEqualString, Infinity)
const weightedSum = giving(byWeightedSum, 70)
const newestOfAddress = giving(byNewestOfAddress, 60)

describe('equal strings', () => {
  it('return the oldest click with the same string, of any age', () => {
    const clicks = [click('oldest', { atMinutes: -9_000 }), click('newest')]
    expect(equalString(clicks, install())).toBe('oldest')
  })

  it('return the oldest click in the window, and none after the install', () => {
    const clicks = [click('old', { atMinutes: -50 }), click('new'), click('late', { atMinutes: 9 })]
    expect(equalString(clicks, install(), 30)).toBe('new')
    expect(equalString(clicks, install(), 1)).toBeNull()
  })

  it('return nothing when one part differs', () => {
    for (const change of [
      { address: '203.0.113.6' },
      { os: 'Android' as const },
      { osVersion: '18.6' },
      { screen: '393x852' },
      { project: 'game' },
    ])
      expect(equalString([click('a', change)], install())).toBeNull()
  })

  it('ignore languages and time zones', () => {
    expect(equalString([click('a', { language: 'fr', timeZone: 'UTC' })], install())).toBe('a')
  })
})

describe('the weighted sum', () => {
  it('accepts 70 and rejects 60', () => {
    const seventy = { language: 'fr', timeZone: 'UTC', screen: '1x1' }
    expect(weightedSum([click('a', seventy)], install())).toBe('a')
    const sixty = { osVersion: '18.6', language: 'fr' }
    expect(weightedSum([click('a', sixty)], install())).toBeNull()
  })

  it('matches without the version if all else agrees, and never without the address', () => {
    expect(weightedSum([click('a', { osVersion: '18.6' })], install())).toBe('a')
    expect(weightedSum([click('a', { address: '203.0.113.6' })], install())).toBeNull()
  })

  it('returns the highest sum, and of equal ones the newest, of any project', () => {
    const clicks = [
      click('old'),
      click('new', { project: 'game' }),
      click('less', { screen: '1x1' }),
    ]
    expect(weightedSum(clicks, install())).toBe('new')
  })

  it('reads the last 1,000 clicks only', () => {
    const others = Array.from({ length: 1_000 }, () => click('other', { address: '203.0.113.6' }))
    expect(weightedSum([click('own'), ...others.slice(1)], install())).toBe('own')
    expect(weightedSum([click('own'), ...others], install())).toBeNull()
  })
})

describe('the newest click of the address', () => {
  it('is the newest click within an hour, of any phone', () => {
    const clicks = [click('own'), click('other', { os: 'Android', atMinutes: 1 })]
    expect(newestOfAddress(clicks, install())).toBe('other')
  })

  it('is not matched after the hour, from another address or in another project', () => {
    expect(newestOfAddress([click('a')], install({ atMinutes: 60 }))).toBe('a')
    expect(newestOfAddress([click('a')], install({ atMinutes: 61 }))).toBeNull()
    expect(newestOfAddress([click('a', { address: '203.0.113.6' })], install())).toBeNull()
    expect(newestOfAddress([click('a', { project: 'game' })], install())).toBeNull()
  })
})
