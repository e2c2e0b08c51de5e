import { describe, expect, it } from '@jest/globals'
import { labelsOf, shadowVerdict, type LabelledInstall } from './label-install.js'
import type { ClickCandidate, MatchSignals } from './match-types.js'
import { EMPTY_REFERRER, makeClick, makeInstall, NOW, PIXEL, TEST_MODEL } from './test-fixtures.js'

const OTHER: MatchSignals = { ...PIXEL, model: 'SM-S911B', osVersion: '15', screenWidth: 360 }

const input = makeInstall({
  platform: 'android',
  clickToken: { state: 'valid', clickId: 'own' },
  codeLinkId: 7,
  source: 'referrer',
  referrer: { ...EMPTY_REFERRER, hasUnknownCode: true, utmSource: 'news' },
  signals: PIXEL,
})

const click = (overrides: Parameters<typeof makeClick>[0] = {}): ClickCandidate =>
  makeClick({ platform: 'android', signals: PIXEL, minutes: 2, ...overrides })

const consumed = click({ consumedAt: NOW })
const labelled = (candidates: ClickCandidate[], claimed = consumed): LabelledInstall => ({
  input,
  claimed,
  candidates,
})
const verdict = (...args: Parameters<typeof labelled>) =>
  shadowVerdict(TEST_MODEL, labelled(...args))
const labels = (...args: Parameters<typeof labelled>) => labelsOf(TEST_MODEL, labelled(...args))

describe('the shadow verdict', () => {
  it('is right for the claimed click, which counts as claimable, whatever the referrer says', () => {
    expect(verdict([consumed])).toBe('right')
  })

  it('is right for another click of the same visitor', () => {
    expect(verdict([consumed, click({ name: 'newer', visitorId: 'own', minutes: 1 })])).toBe(
      'right',
    )
  })

  it('is wrong for another visitor’s click', () => {
    const own = click({ consumedAt: NOW, signals: OTHER })
    expect(verdict([own, click({ name: 'neighbour' })], own)).toBe('wrong')
    expect(verdict([click({ name: 'neighbour' })])).toBe('wrong')
  })

  it('is absent if signals choose no click: two alike, another address, a click claimed by another install', () => {
    expect(verdict([consumed, click({ name: 'twin' })])).toBe('silent')
    expect(verdict([])).toBe('silent')
    expect(verdict([click({ name: 'neighbour', consumedAt: NOW })])).toBe('silent')
  })
})

describe('a labelled install', () => {
  const same = ['model', 'screen', 'os_version', 'time_zone', 'language', 'region'].map(
    (signal) => ({
      signal,
      relation: 'same',
      bucket: 'other',
      agrees: true,
    }),
  )
  const age = { signal: 'age', relation: 'same', bucket: '5', agrees: true }

  it('has the age of its click, and the comparison of app and browser', () => {
    expect(labels([consumed])).toEqual([age, ...same])
  })

  it('has the comparison with others behind the address, by the install’s values', () => {
    const different = [
      { signal: 'model', bucket: 'pixel8', agrees: false },
      { signal: 'screen', bucket: '412x915', agrees: false },
      { signal: 'os_version', bucket: '14', agrees: false },
      { signal: 'time_zone', bucket: 'Europe/Berlin', agrees: true },
      { signal: 'language', bucket: 'de', agrees: true },
      { signal: 'region', bucket: 'de', agrees: true },
    ].map((one) => ({ ...one, relation: 'different' }))
    const observed = labels([consumed, click({ name: 'neighbour', signals: OTHER })])
    expect(observed).toEqual([age, ...same, ...different])
  })

  it('compares only with the newest click of each other visitor', () => {
    const others = ['n1', 'n2'].map((name) => click({ name, visitorId: 'neighbour' }))
    const observed = labels([consumed, ...others, click({ name: 'earlier', visitorId: 'own' })])
    expect(observed.filter(({ relation }) => relation === 'different')).toHaveLength(6)
  })

  it.each([
    ['outside the window', { minutes: 121 }],
    ['of another platform', { platform: 'ios' }],
    ['from another address', { sameAddress: false }],
  ])('compares with no click %s', (_name, columns) => {
    expect(labels([consumed, click({ name: 'neighbour', ...columns })])).toEqual([age, ...same])
  })

  it('has no comparison with others beyond the shared IP cap', () => {
    const beyondCap = Array.from({ length: 9 }, (_, n) => click({ name: `n${n}` }))
    expect(labels([consumed, ...beyondCap])).toEqual([age, ...same])
  })

  it('has no signals if the click came from another address, only its age', () => {
    expect(labels([])).toEqual([age])
  })

  it('has no age beyond a day', () => {
    const old = click({ minutes: 24 * 60 + 1 })
    expect(labels([], old)).toEqual([])
    expect(labels([], click({ minutes: 24 * 60 }))).toMatchObject([{ bucket: '1440' }])
  })
})
