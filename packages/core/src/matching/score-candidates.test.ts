import { describe, expect, it } from '@jest/globals'
import type { ClickCandidate, MatchInput } from './match-types.js'
import { hasOwnAddress, scoreCandidates } from './score-candidates.js'
import { makeClick, makeInstall, OTHER_IPHONE, PIXEL, TEST_MODEL } from './test-fixtures.js'
import { totalWeight, weighSignals } from './weigh-click.js'

const score = (
  open: ClickCandidate[],
  { nearby = open, ...input }: Partial<MatchInput> & { nearby?: ClickCandidate[] } = {},
) => scoreCandidates(TEST_MODEL, makeInstall(input), { open, nearby })

const others = (count: number) =>
  Array.from({ length: count }, (_, n) => makeClick({ name: `v${n}`, platform: 'android' }))

const best = (...given: Parameters<typeof score>) => score(...given).ranked[0]?.score ?? 0

describe('the probability of a click', () => {
  it('is density × Π m/u over the sum with "none of them"', () => {
    const { ranked, noneScore } = score([makeClick()])
    // screen 0.98/0.1, version 0.98/0.4, zone 0.99/0.9, language 0.98/0.6, region 0.98/0.9
    const ratio = (0.98 / 0.1) * (0.98 / 0.4) * (0.99 / 0.9) * (0.98 / 0.6) * (0.98 / 0.9)
    const [own, none] = [(0.5 / 5) * ratio, 0.02 / 5]
    expect(ranked[0]?.weight).toBeCloseTo(Math.log2(ratio), 2)
    expect(noneScore).toBeCloseTo(none / (own + none), 4)
    expect(ranked[0]?.score).toBe(0.99)
  })

  it('falls with age, with each visitor at the address, and in a shared range', () => {
    const at = (minutes: number) => best([makeClick({ minutes })])
    expect(at(31)).toBeGreaterThan(at(100))
    expect(at(3)).toBeGreaterThan(at(31))
    const own = makeClick({ minutes: 31 })
    const results = [0, 3, 7].map((count) => best([own], { nearby: [own, ...others(count)] }))
    expect(results).toEqual([...results].sort((a, b) => b - a))
    expect(new Set(results).size).toBe(3)
    expect(best([own], { isAddressShared: true })).toBeLessThan(best([own]))
  })

  it('is highest for the equal phone, and shared by identical ones', () => {
    const [own, other] = [makeClick(), makeClick({ name: 'other', signals: OTHER_IPHONE })]
    const { ranked, noneScore } = score([other, own])
    expect(ranked.map(({ click }) => click)).toEqual([own, other])
    const sum = ranked.reduce((total, each) => total + each.score, noneScore)
    expect(sum).toBeCloseTo(1, 1)
    const twins = score([own, makeClick({ name: 'twin' })]).ranked.map((each) => each.score)
    expect(twins[0]).toBe(twins[1])
    expect(twins[0]).toBeLessThanOrEqual(0.5)
  })

  it('is empty without clicks', () => {
    expect(score([])).toEqual({ ranked: [], noneScore: 1 })
  })
})

describe('the weight of a signal', () => {
  const weigh = (outcome: 'agrees' | 'differs', bucket: string) => {
    const compared = { signal: 'screen', outcome, bucket } as const
    return weighSignals(TEST_MODEL, 'ios', [compared])[0]?.weight
  }

  it('is log2 (m/u) of the value, or of other values in the same context', () => {
    expect(weigh('agrees', '390x844')).toBeCloseTo(Math.log2(0.98 / 0.1), 3)
    expect(weigh('agrees', 'same_model')).toBeCloseTo(Math.log2(0.98 / 0.95), 3)
    expect(weigh('differs', '390x844')).toBeCloseTo(Math.log2(0.02 / 0.9), 3)
    const version = { signal: 'os_version', outcome: 'agrees', bucket: 'same_device:17.4' } as const
    expect(weighSignals(TEST_MODEL, 'ios', [version])[0]?.weight).toBeCloseTo(
      Math.log2(0.98 / 0.4),
      3,
    )
  })

  it('is finite for a table of zeros and ones, and 0 for signals that are not comparable', () => {
    const { screen, ...rest } = TEST_MODEL.signals.ios
    const certain = { ...rest, screen: { ...screen, same: 1, different: { other: 0 } } }
    const model = { signals: { ios: certain, android: certain } }
    for (const outcome of ['agrees', 'differs', 'not_comparable'] as const) {
      const bucket = outcome === 'not_comparable' ? null : '1x1'
      const [signal] = weighSignals(model, 'ios', [{ signal: 'screen', outcome, bucket }])
      expect(Number.isFinite(signal?.weight)).toBe(true)
      if (outcome === 'not_comparable') expect(signal).toMatchObject({ weight: 0, maxWeight: 0 })
    }
  })

  it('is additive', () => {
    expect(totalWeight([{ weight: 1.5 }, { weight: -0.25 }])).toBe(1.25)
  })

  it('is higher for a model than for a screen', () => {
    const android = { platform: 'android', signals: PIXEL } as const
    const [scored] = score([makeClick(android)], android).ranked
    const of = (name: string) => scored?.signals.find(({ signal }) => signal === name)?.weight ?? 0
    expect(of('model')).toBeGreaterThan(of('screen'))
  })
})

describe('a whole IPv6 address', () => {
  const v6 = { isAddressShared: false, isAddressV6: true }
  const whole = makeClick()
  const network = makeClick({ name: 'network', sameFullAddress: false })

  it.each([
    ['one visitor was seen on it', v6, [whole, network], true],
    ['two were seen on it', v6, [whole, makeClick({ name: 'two' })], false],
    ['it is in a shared range', { ...v6, isAddressShared: true }, [whole], false],
    ['it is IPv4', { ...v6, isAddressV6: false }, [whole], false],
  ])('can be one phone’s own where %s: %j', (_when, install, nearby, expected) => {
    expect(hasOwnAddress(install, nearby)).toBe(expected)
  })

  it('raises the probability only if it can', () => {
    const shared = makeClick({ name: 'two', platform: 'android' })
    const weightOf = (nearby: ClickCandidate[]) =>
      score([whole], { isAddressV6: true, nearby }).ranked[0]?.weight ?? 0
    expect(weightOf([whole])).toBeGreaterThan(weightOf([whole, shared]) + 5)
  })
})
