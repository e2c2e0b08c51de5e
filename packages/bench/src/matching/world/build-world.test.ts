import { describe, expect, it } from '@jest/globals'
import { buildWorld } from './build-world.js'
import { installsOf, tapsOf } from './episode.js'
import { SCENARIOS } from './scenarios/all-scenarios.js'
import { truthsOf } from './truth.js'

describe('a world', () => {
  it('is the same for the same seed, and another for another', () => {
    const world = buildWorld({ installs: 200, seed: 7 })
    expect(buildWorld({ installs: 200, seed: 7 })).toEqual(world)
    expect(buildWorld({ installs: 200, seed: 8 })).not.toEqual(world)
  })

  it('has every scenario, enough installs, and organic ones as half of them', () => {
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

  it('shares no address, tap or install between two episodes', () => {
    const world = buildWorld({ installs: 300, seed: 3 })
    const seen = new Set<string>()
    for (const episode of world) {
      const own = new Set([
        ...episode.events.map(({ address }) => address),
        ...tapsOf(episode).map(({ id }) => id),
        ...installsOf(episode).map(({ id }) => id),
      ])
      for (const name of own) {
        expect(seen.has(name)).toBe(false)
        seen.add(name)
      }
    }
  })
})
