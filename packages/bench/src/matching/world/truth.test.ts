import { describe, expect, it } from '@jest/globals'
import { createRandom } from '@throughline/testkit/seeded-random'
import type { EpisodeEvent } from './episode.js'
import { samplePerson } from './person.js'
import { createPlace, install, tap } from './place.js'
import { truthsOf } from './truth.js'

const place = createPlace({ random: createRandom(5), index: 0, sharedIpTaps: 1, farmTaps: 1 })
const address = place.ipv4()
const anna = samplePerson(place.random, place.culture)
const ben = samplePerson(place.random, place.culture)

const truths = (...events: EpisodeEvent[]) => [...truthsOf({ events }).values()]

describe('the truth of an install', () => {
  it('is the newest own tap inside the window', () => {
    const older = tap(place, anna, { address, atMinutes: 0 })
    const newer = tap(place, anna, { address, atMinutes: 5 })
    const others = tap(place, ben, { address, atMinutes: 9 })
    const own = install(place, anna, { address, atMinutes: 10 })
    expect(truths(older, newer, others, own)).toEqual([
      { tapId: newer.id, acceptedTapIds: [], isOrganic: false, way: 'signals' },
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

  it('is as long open as the project’s window is', () => {
    const own = tap(place, anna, { address, atMinutes: 0, project: 'daily' })
    const after = (atMinutes: number) =>
      truths(own, install(place, anna, { address, atMinutes, project: 'daily', after: own }))
    expect(after(23 * 60)).toMatchObject([{ tapId: own.id }])
    expect(after(25 * 60)).toMatchObject([{ tapId: null, isOrganic: false }])
  })

  it('is nothing where consent is refused, where the app was there before, or for an embedded request', () => {
    const own = tap(place, anna, { address, atMinutes: 0 })
    const token = { kind: 'referrer', tapId: own.id } as const
    const at = { address, atMinutes: 1 }
    const refused = install(place, anna, { ...at, consent: false, carries: token })
    const updated = install(place, anna, { ...at, beganAtMinutes: -2_000 })
    for (const one of [refused, updated])
      expect(truths(own, one)).toMatchObject([{ tapId: null, isOrganic: false }])
    const image = tap(place, anna, { address, atMinutes: 0, embeddedAs: 'image' })
    expect(truths(image, install(place, anna, at))).toMatchObject([
      { tapId: null, isOrganic: true },
    ])
  })

  it('of a code is the own click of its link, and nobody else’s', () => {
    const first = tap(place, anna, { address, atMinutes: 0, link: 1 })
    const last = tap(place, anna, { address, atMinutes: 1, link: 2 })
    const carries = { kind: 'code', tapId: first.id, platform: 'ios' } as const
    const annas = install(place, anna, { address, atMinutes: 3, carries })
    const bens = install(place, ben, { address, atMinutes: 2, carries })
    expect(truths(first, last, annas)).toMatchObject([{ tapId: first.id, way: 'code' }])
    expect(truths(first, last, bens)).toMatchObject([{ tapId: null, isOrganic: true }])
  })

  it('accepts the person’s other browser on the same link', () => {
    const visitorId = '019ca8c0-0000-4000-8000-000000000001'
    const inApp = tap(place, { ...anna, visitorId }, { address, atMinutes: 0, link: 1 })
    const other = tap(place, { ...anna, visitorId }, { address, atMinutes: 1, link: 2 })
    const last = tap(place, anna, { address, atMinutes: 2, link: 1 })
    expect(
      truths(inApp, other, last, install(place, anna, { address, atMinutes: 3 })),
    ).toMatchObject([{ tapId: last.id, acceptedTapIds: [inApp.id] }])
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
    expect(truths(own, late)).toMatchObject([{ tapId: own.id, way: 'token' }])
  })
})
