import { describe, expect, it } from '@jest/globals'
import { createRandom } from '@throughline/testkit/seeded-random'
import type { Outcome } from '../judge.js'
import type { Episode, Install } from '../world/episode.js'
import { drawPerson } from '../world/person.js'
import { createPlace, install, tap } from '../world/place.js'
import { truthsOf } from '../world/truth.js'
import { aimsOf, percent } from './corpus-report.js'
import type { JudgedInstall } from './judged-install.js'
import { summarize } from './summarize.js'

const place = createPlace({ random: createRandom(9), index: 0, crowdTaps: 1, farmTaps: 1 })
const address = place.ipv4()
const anna = drawPerson(place.random, place.culture)
const ben = drawPerson(place.random, place.culture)
const own = tap(place, anna, { address, atMinutes: 0 })
const annas = install(place, anna, { address, atMinutes: 2, carries: { kind: 'nothing' } })
const bens = install(place, ben, { address, atMinutes: 3, carries: { kind: 'nothing' } })
const episode: Episode = { scenario: 'organic', startMinutes: 0, events: [own, annas, bens] }
const truths = truthsOf(episode)

function judged(one: Install, outcome: Outcome): JudgedInstall {
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
    },
    tookMs: 4,
    isOnce: true,
  }
}

describe('the summary', () => {
  it('counts people, clicks, outcomes and reasons of each row', () => {
    const { rows } = summarize([
      { world: [episode], judged: [judged(annas, 'missed'), judged(bens, 'false')] },
    ])
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

  it('puts the service beside the rules, on the same installs', () => {
    const { rules } = summarize([
      { world: [episode], judged: [judged(annas, 'matched'), judged(bens, 'unmatched')] },
    ])
    expect(rules[0]).toMatchObject({
      own: { installs: 1, matched: 1 },
      organic: { installs: 1, false: 0 },
      matches: 1,
      falseMatches: 0,
    })
    // Single use is none of its: the newest click of the address is given to both.
    expect(rules.at(-1)).toMatchObject({
      own: { installs: 1, matched: 1 },
      organic: { installs: 1, false: 1 },
      matches: 2,
      falseMatches: 1,
    })
  })

  it('says which aims were missed', () => {
    const reached = (outcome: Outcome) =>
      aimsOf(
        summarize([
          { world: [episode], judged: [judged(annas, 'matched'), judged(bens, outcome)] },
        ]),
      ).map(({ isReached }) => isReached)
    expect(reached('unmatched')).toEqual([true, true, true, true, true])
    expect(reached('false')).toEqual([false, false, true, true, true])
  })
})

describe('installs that a token decides', () => {
  const named = (outcome: Outcome, isClickTaken: boolean): JudgedInstall => ({
    ...judged(annas, outcome),
    ...{ isScored: false, isClickTaken },
    truth: { ...judged(annas, outcome).truth, way: 'token' },
  })

  it('are counted all, and those alone whose click was still to be had', () => {
    const summary = summarize([
      { world: [episode], judged: [named('missed', true), named('matched', false)] },
    ])
    expect(summary).toMatchObject({
      deterministic: { installs: 2, right: 1 },
      deterministicOfOpen: { installs: 1, right: 1 },
    })
    expect(aimsOf(summary).map(({ isReached }) => isReached)).toEqual([
      ...[true, true, false, true, true],
    ])
    const missed = summarize([{ world: [episode], judged: [named('missed', false)] }])
    expect(missed.deterministicOfOpen).toEqual({ installs: 1, right: 0 })
  })
})

describe('a share', () => {
  it('has the digits that matter', () => {
    expect([percent(0, 9), percent(9, 9), percent(1, 3), percent(1, 800), percent(0, 0)]).toEqual([
      '0 %',
      '100 %',
      '33.3 %',
      '0.13 %',
      '–',
    ])
  })
})
