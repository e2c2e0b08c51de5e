import { describe, expect, it } from '@jest/globals'
import { createRandom } from '@throughline/testkit/seeded-random'
import type { EpisodeEvent } from './episode.js'
import { samplePerson } from './person.js'
import { createPlace, install, worldClick } from './place.js'
import { truthsOf } from './truth.js'

const place = createPlace({ random: createRandom(5), index: 0, sharedIpClicks: 1, farmClicks: 1 })
const address = place.ipv4()
const anna = samplePerson(place.random, place.culture)
const ben = samplePerson(place.random, place.culture)

const truths = (...events: EpisodeEvent[]) => [...truthsOf({ events }).values()]

describe('the true click of an install', () => {
  it('is the newest own click inside the window', () => {
    const older = worldClick(place, anna, { address, atMinutes: 0 })
    const newer = worldClick(place, anna, { address, atMinutes: 5 })
    const others = worldClick(place, ben, { address, atMinutes: 9 })
    const own = install(place, anna, { address, atMinutes: 10 })
    expect(truths(older, newer, others, own)).toEqual([
      { worldClickId: newer.id, acceptedWorldClickIds: [], isOrganic: false, way: 'signals' },
    ])
  })

  it('is null outside the window, which is not organic', () => {
    const own = worldClick(place, anna, { address, atMinutes: 0 })
    for (const atMinutes of [-1, 121])
      expect(truths(own, install(place, anna, { address, atMinutes }))).toMatchObject([
        { worldClickId: null, isOrganic: false },
      ])
  })

  it('is null for a visitor without a click, or for a link of another project', () => {
    const own = worldClick(place, anna, { address, atMinutes: 0 })
    const bens = install(place, ben, { address, atMinutes: 1 })
    const ofGame = install(place, anna, { address, atMinutes: 1, project: 'game' })
    expect(truths(own, bens, ofGame)).toMatchObject([
      { worldClickId: null, isOrganic: true },
      { worldClickId: null, isOrganic: true },
    ])
  })

  it('respects the window of the project', () => {
    const own = worldClick(place, anna, { address, atMinutes: 0, project: 'daily' })
    const after = (atMinutes: number) =>
      truths(own, install(place, anna, { address, atMinutes, project: 'daily', after: own }))
    expect(after(23 * 60)).toMatchObject([{ worldClickId: own.id }])
    expect(after(25 * 60)).toMatchObject([{ worldClickId: null, isOrganic: false }])
  })

  it('is null if consent is rejected, the app was installed before, or the request is embedded', () => {
    const own = worldClick(place, anna, { address, atMinutes: 0 })
    const token = { kind: 'referrer', worldClickId: own.id } as const
    const at = { address, atMinutes: 1 }
    const refused = install(place, anna, { ...at, consent: false, carries: token })
    const updated = install(place, anna, { ...at, beganAtMinutes: -2_000 })
    for (const one of [refused, updated])
      expect(truths(own, one)).toMatchObject([{ worldClickId: null, isOrganic: false }])
    const image = worldClick(place, anna, { address, atMinutes: 0, embeddedAs: 'image' })
    expect(truths(image, install(place, anna, at))).toMatchObject([
      { worldClickId: null, isOrganic: true },
    ])
  })

  it("is, for a code, only the person's own click of its link", () => {
    const first = worldClick(place, anna, { address, atMinutes: 0, link: 1 })
    const last = worldClick(place, anna, { address, atMinutes: 1, link: 2 })
    const carries = { kind: 'code', worldClickId: first.id, platform: 'ios' } as const
    const annas = install(place, anna, { address, atMinutes: 3, carries })
    const bens = install(place, ben, { address, atMinutes: 2, carries })
    expect(truths(first, last, annas)).toMatchObject([{ worldClickId: first.id, way: 'code' }])
    expect(truths(first, last, bens)).toMatchObject([{ worldClickId: null, isOrganic: true }])
  })

  it("may come from the person's other browser on the same link", () => {
    const visitorId = '019ca8c0-0000-4000-8000-000000000001'
    const inApp = worldClick(place, { ...anna, visitorId }, { address, atMinutes: 0, link: 1 })
    const other = worldClick(place, { ...anna, visitorId }, { address, atMinutes: 1, link: 2 })
    const last = worldClick(place, anna, { address, atMinutes: 2, link: 1 })
    expect(
      truths(inApp, other, last, install(place, anna, { address, atMinutes: 3 })),
    ).toMatchObject([{ worldClickId: last.id, acceptedWorldClickIds: [inApp.id] }])
  })

  it('is used once: a second install of the same person has none', () => {
    const own = worldClick(place, anna, { address, atMinutes: 0 })
    const both = [1, 2].map((atMinutes) => install(place, anna, { address, atMinutes }))
    expect(truths(own, ...both)).toMatchObject([{ worldClickId: own.id }, { worldClickId: null }])
  })

  it('is the one that a token names, after any time', () => {
    const own = worldClick(place, anna, { address, atMinutes: 0 })
    const carries = { kind: 'referrer', worldClickId: own.id } as const
    const late = install(place, anna, { address, atMinutes: 9_000, carries })
    expect(truths(own, late)).toMatchObject([{ worldClickId: own.id, way: 'token' }])
  })
})
