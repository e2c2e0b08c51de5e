import { describe, expect, it } from '@jest/globals'
import { createRandom } from '@throughline/testkit/seeded-random'
import type { Outcome } from '../verify-match.js'
import type { Episode, Install } from '../world/episode.js'
import { samplePerson } from '../world/person.js'
import { createPlace, install, worldClick } from '../world/place.js'
import { truthsOf } from '../world/truth.js'
import { aimsOf } from './aims.js'
import { percent } from './corpus-report.js'
import { calibrationOf } from './calibration.js'
import { bestWithin } from './curves.js'
import type { VerifiedInstall } from './verified-install.js'
import { summarize } from './summarize.js'

const place = createPlace({ random: createRandom(9), index: 0, sharedIpClicks: 1, farmClicks: 1 })
const address = place.ipv4()
const anna = samplePerson(place.random, place.culture)
const ben = samplePerson(place.random, place.culture)
const own = worldClick(place, anna, { address, atMinutes: 0 })
const annas = install(place, anna, { address, atMinutes: 2, carries: { kind: 'nothing' } })
const bens = install(place, ben, { address, atMinutes: 3, carries: { kind: 'nothing' } })
const episode: Episode = { scenario: 'organic', startMinutes: 0, events: [own, annas, bens] }
const truths = truthsOf(episode)

function verified(one: Install, outcome: Outcome): VerifiedInstall {
  const isMatched = outcome === 'matched' || outcome === 'false'
  const truth = truths.get(one.id)
  if (truth === undefined) throw new Error('an install of no episode')
  return {
    scenario: 'organic',
    install: one,
    truth,
    isScored: true,
    isClickTaken: false,
    outcome,
    isSameLink: false,
    best: null,
    decision: {
      installId: one.id,
      isMatched,
      matchType: null,
      confidence: 0,
      reason: isMatched ? null : 'below_threshold',
      clickId: null,
      consumedClickIds: [],
      attributions: 0,
      events: 0,
      best: null,
    },
    tookMs: 4,
    isOnce: true,
  }
}

const NO_DUMP = { clicks: [], installs: [] }

const summaryOf = (...installs: VerifiedInstall[]) =>
  summarize([{ world: [episode], verified: installs, dump: NO_DUMP }])

describe('the summary', () => {
  it('counts people, clicks, outcomes and reasons of each row', () => {
    const { rows } = summaryOf(verified(annas, 'missed'), verified(bens, 'false'))
    expect(rows.find(({ scenario }) => scenario === 'organic')).toMatchObject({
      people: 2,
      clicks: 1,
      installs: 2,
      organic: 1,
      missed: 1,
      false: 1,
      falseOrganic: 1,
      missedReasons: { below_threshold: 1 },
      unmatchedReasons: {},
      p50Ms: 4,
    })
  })

  it('compares the service with the rules on the same installs', () => {
    const { curves } = summaryOf(verified(annas, 'matched'), verified(bens, 'unmatched'))
    expect(curves[0]?.usual).toMatchObject({
      own: { installs: 1, matched: 1 },
      organic: { installs: 1, false: 0 },
      matches: 1,
      falseMatches: 0,
    })
    // This rule has no single use: it chooses the newest click of the address for both installs.
    expect(curves.at(-1)?.usual).toMatchObject({
      own: { installs: 1, matched: 1 },
      organic: { installs: 1, false: 1 },
      matches: 2,
      falseMatches: 1,
    })
  })

  it('draws a rule along its limits, and finds its best within a share of false matches', () => {
    const best = (posterior: number, isOwn: boolean) => ({ posterior, isOwn })
    const { curves } = summaryOf(
      { ...verified(annas, 'matched'), best: best(0.9, true) },
      { ...verified(bens, 'unmatched'), best: best(0.6, false) },
    )
    const [own, , , , newest] = curves
    const falseAt = (limit: number) =>
      own?.points.find((point) => point.limit === limit)?.figures.organic.false
    expect([falseAt(0.5), falseAt(0.7)]).toEqual([1, 0])
    expect(own && bestWithin(own, 0.005)).toMatchObject({ own: { matched: 1 } })
    // Two minutes after the click is the own install, after three minutes the other one.
    expect(newest && bestWithin(newest, 0.005)).toMatchObject({ own: { matched: 1 } })
    expect(newest?.points.find(({ limit }) => limit === 2)?.figures).toMatchObject({
      own: { matched: 1 },
      organic: { false: 0 },
    })
  })
})

describe('the targets', () => {
  const many = (count: number, one: VerifiedInstall) => Array.from({ length: count }, () => one)
  const rightOnes = many(2_000, verified(annas, 'matched'))
  const refused = many(2_000, verified(bens, 'unmatched'))
  const reached = (installs: VerifiedInstall[]) =>
    aimsOf(installs).map(({ isReached }) => isReached)

  it('are decided by the end of the interval, not by the share', () => {
    const wrong = (count: number) => many(count, verified(bens, 'false'))
    expect(reached([...rightOnes, ...refused, ...wrong(2)]).slice(0, 2)).toEqual([true, true])
    // 0.45 % of the organic installs, but up to 0.85 %; 0.45 % of the matches, up to 0.85 %.
    expect(reached([...rightOnes, ...refused, ...wrong(9)]).slice(0, 2)).toEqual([false, true])
    const half = [...many(510, verified(annas, 'matched')), ...many(490, verified(annas, 'missed'))]
    expect(reached(half)[3]).toBe(false)
    expect(reached([...half, ...many(100, verified(annas, 'matched'))])[3]).toBe(true)
  })

  it('count correlated installs in a row of their own', () => {
    const soon: VerifiedInstall = { ...verified(bens, 'false'), scenario: 'correlated_organic' }
    const [, , row] = aimsOf([...refused, soon])
    expect(row).toMatchObject({ rate: { hits: 1, of: 1 }, weighted: null, isReached: false })
  })

  it('are weighted by the market: a rare row of many installs counts little', () => {
    const rare: VerifiedInstall = { ...verified(bens, 'false'), scenario: 'forged_token' }
    const [organic] = aimsOf([...many(100, verified(bens, 'unmatched')), ...many(100, rare)])
    expect(organic?.rate).toEqual({ hits: 100, of: 200 })
    const weighted = organic?.weighted?.rate ?? { hits: NaN, of: NaN }
    // A market share of 0.1 against 8.
    expect(weighted.hits / weighted.of).toBeCloseTo(0.1 / 8.1)
    expect(organic?.failures).toEqual([{ scenario: 'forged_token', count: 100 }])
  })

  it('count all tokens, and separately those whose click was still available', () => {
    const named = (outcome: Outcome, isClickTaken: boolean): VerifiedInstall => ({
      ...verified(annas, outcome),
      isScored: false,
      isClickTaken,
      truth: { ...verified(annas, outcome).truth, way: 'token' },
    })
    const byToken = (...installs: VerifiedInstall[]) =>
      aimsOf(installs)
        .slice(4, 6)
        .map(({ rate }) => rate)
    expect(byToken(named('missed', true), named('matched', false))).toEqual([
      { hits: 1, of: 2 },
      { hits: 1, of: 1 },
    ])
    expect(byToken(named('missed', false))[1]).toEqual({ hits: 0, of: 1 })
  })
})

describe('the calibration', () => {
  const stated = (posterior: number, right: number, of: number): VerifiedInstall[] =>
    Array.from({ length: of }, (_, index) => ({
      ...verified(annas, 'missed'),
      best: { posterior, isOwn: index < right },
    }))

  it('compares stated with measured probabilities, in bins of at least 300', () => {
    const bins = calibrationOf([
      ...stated(0.93, 465, 500),
      ...stated(0.75, 150, 400),
      ...stated(0.61, 10, 20),
      ...stated(0.55, 160, 290),
    ])
    expect(bins.map(({ stated: mean, right, isWithin }) => ({ mean, right, isWithin }))).toEqual([
      { mean: expect.closeTo(0.5539, 3), right: { hits: 170, of: 310 }, isWithin: true },
      { mean: expect.closeTo(0.75), right: { hits: 150, of: 400 }, isWithin: false },
      { mean: expect.closeTo(0.93), right: { hits: 465, of: 500 }, isWithin: true },
    ])
  })

  it('is empty where no probability was stated', () => {
    expect(calibrationOf([verified(annas, 'matched')])).toEqual([])
  })
})

describe('a share', () => {
  it('has the significant digits', () => {
    expect([percent(0, 9), percent(9, 9), percent(1, 3), percent(1, 800), percent(0, 0)]).toEqual([
      '0 %',
      '100 %',
      '33.3 %',
      '0.13 %',
      '–',
    ])
  })
})
