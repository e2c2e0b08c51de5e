import { describe, expect, it } from '@jest/globals'
import { createRandom } from '@throughline/testkit/seeded-random'
import { buildWorld } from './build-world.js'
import { installsOf, worldClicksOf } from './episode.js'
import { SCENARIOS } from './scenarios/all-scenarios.js'
import { MINUTES_TO_INSTALL } from './tables/habits.js'
import { truthsOf } from './truth.js'
import { drawRange } from './weighted.js'

describe('a world', () => {
  it('is the same for the same seed, and another for another seed', () => {
    const world = buildWorld({ installs: 200, seed: 7 })
    expect(buildWorld({ installs: 200, seed: 7 })).toEqual(world)
    expect(buildWorld({ installs: 200, seed: 8 })).not.toEqual(world)
  })

  it('has every scenario, enough installs, and half of them organic', () => {
    const world = buildWorld({ installs: 2_000, seed: 1 })
    expect(new Set(world.map(({ scenario }) => scenario))).toEqual(
      new Set(SCENARIOS.map(({ id }) => id)),
    )
    const truths = world.flatMap((episode) => [...truthsOf(episode).values()])
    const organic = truths.filter(({ isOrganic }) => isOrganic).length
    expect(truths.length).toBeGreaterThanOrEqual(2_000)
    expect(organic / truths.length).toBeGreaterThanOrEqual(0.5)
    expect(organic / truths.length).toBeLessThan(0.65)
  })

  it('has as many people in projects of two hours as in those of a day', () => {
    const installs = buildWorld({ installs: 2_000, seed: 2 }).flatMap(installsOf)
    const daily = installs.filter(({ project }) => project === 'daily').length
    expect(daily / installs.length).toBeGreaterThan(0.4)
    expect(daily / installs.length).toBeLessThan(0.6)
  })

  it('has row weights that sum to the market', () => {
    const total = SCENARIOS.reduce((sum, { marketShare }) => sum + marketShare, 0)
    expect(total).toBeCloseTo(100)
  })

  it('has the published share of installs within an hour and a day of the click', () => {
    const random = createRandom(4)
    const minutes = Array.from({ length: 20_000 }, () => drawRange(random, MINUTES_TO_INSTALL))
    const share = (most: number) => minutes.filter((one) => one <= most).length / minutes.length
    expect(share(60)).toBeCloseTo(0.75, 1)
    expect(share(24 * 60)).toBeCloseTo(0.94, 1)
  })

  it('shares no address, click or install between two episodes', () => {
    const world = buildWorld({ installs: 300, seed: 3 })
    const seen = new Set<string>()
    for (const episode of world) {
      const own = new Set([
        ...episode.events.map(({ address }) => address),
        ...worldClicksOf(episode).map(({ id }) => id),
        ...installsOf(episode).map(({ id }) => id),
      ])
      for (const name of own) {
        expect(seen.has(name)).toBe(false)
        seen.add(name)
      }
    }
  })
})
