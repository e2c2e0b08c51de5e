import { describe, expect, it } from '@jest/globals'
import { createRandom } from '@throughline/testkit/seeded-random'
import type { EpisodeEvent } from './episode.js'
import { drawPerson } from './person.js'
import { createPlace, install, tap } from './place.js'
import { truthsOf } from './truth.js'

const place = createPlace({ random: createRandom(5), index: 0, crowdTaps: 1, farmTaps: 1 })
const address = place.ipv4()
const anna = drawPerson(place.random, place.culture)
const ben = drawPerson(place.random, place.culture)

const truths = (...events: EpisodeEvent[]) => [...truthsOf({ events }).values()]

describe('the truth of an install', () => {
  it('is the newest own tap inside the window', () => {
    const older = tap(place, anna, { address, atMinutes: 0 })
    const newer = tap(place, anna, { address, atMinutes: 5 })
    const others = tap(place, ben, { address, atMinutes: 9 })
    const own = install(place, anna, { address, atMinutes: 10 })
    expect(truths(older, newer, others, own)).toEqual([
      { tapId: newer.id, isOrganic: false, isDeterministic: false },
    ])
  })

  it('is nothing outside the window, and that is not organic', () => {
    const own = tap(place, anna, { address, atMinutes: 0 })
    for (const atMinutes of [-1, 121])
      expect(truths(own, install(place, anna, { address, atMinutes }))).toMatchObject([
        { tapId: null, isOrganic: false },
      ])
  })

  it('is nothing for whoever tapped nothing, or something of another project', () => {
    const own = tap(place, anna, { address, atMinutes: 0 })
    const bens = install(place, ben, { address, atMinutes: 1 })
    const ofGame = install(place, anna, { address, atMinutes: 1, project: 'game' })
    expect(truths(own, bens, ofGame)).toMatchObject([
      { tapId: null, isOrganic: true },
      { tapId: null, isOrganic: true },
    ])
  })

  it('is a click once: a second install of the same person has none', () => {
    const own = tap(place, anna, { address, atMinutes: 0 })
    const both = [1, 2].map((atMinutes) => install(place, anna, { address, atMinutes }))
    expect(truths(own, ...both)).toMatchObject([{ tapId: own.id }, { tapId: null }])
  })

  it('is what a token names, after any time', () => {
    const own = tap(place, anna, { address, atMinutes: 0 })
    const carries = { kind: 'referrer', tapId: own.id } as const
    const late = install(place, anna, { address, atMinutes: 9_000, carries })
    expect(truths(own, late)).toMatchObject([{ tapId: own.id, isDeterministic: true }])
  })
})
