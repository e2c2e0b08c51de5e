import { createRandom, type Random } from '@throughline/testkit/seeded-random'
import { installsOf, type Episode } from './episode.js'
import { createPlace } from './place.js'
import { SCENARIOS } from './scenarios/all-scenarios.js'
import { CLICK_FARM } from './scenarios/shared-ips.js'
import { ORGANIC } from './scenarios/homes.js'
import type { Scenario } from './scenarios/scenario.js'
import { DAY_WINDOW_SHARE } from './tables/habits.js'
import { truthsOf } from './truth.js'

export interface WorldSettings {
  installs: number
  seed: number
}

/** Over all scenarios. With this rate the corpus spans a day at its usual size. */
const INSTALLS_PER_HOUR = 250
/** Below this size, an address with 200 clicks an hour would dominate the corpus. */
const SMALL_CORPUS = 1_000

export function buildWorld({ installs, seed }: WorldSettings): Episode[] {
  const random = createRandom(seed)
  const sharedIpClicks = installs < SMALL_CORPUS ? 16 : 200
  const farmClicks = Math.min(10_000, Math.max(300, installs * 2))
  const spanMinutes = Math.max(60, (installs / INSTALLS_PER_HOUR) * 60)
  const episodes: Episode[] = []
  const add = (scenario: Scenario): InstallCounts => {
    const index = episodes.length
    const own = random.fork(`${scenario.id}/${index}`)
    const project = own.chance(DAY_WINDOW_SHARE) ? 'daily' : 'shop'
    const place = createPlace({ random: own, index, project, sharedIpClicks, farmClicks })
    const events = scenario.make(place).toSorted((a, b) => a.atMinutes - b.atMinutes)
    const episode = { scenario: scenario.id, startMinutes: own.next() * spanMinutes, events }
    episodes.push(episode)
    return installCountsOf(episode)
  }
  const total = { installs: 0, organic: 0 }
  for (const scenario of SCENARIOS.filter((one) => one !== ORGANIC)) {
    const wanted = scenario === CLICK_FARM ? 1 : Math.max(1, (scenario.share / 100) * installs)
    grow(total, { add: () => add(scenario), isEnough: (grown) => grown.installs >= wanted })
  }
  const isEnough = () => total.installs >= installs && total.organic * 2 >= total.installs
  grow(total, { add: () => add(ORGANIC), isEnough })
  return shuffled(random, episodes)
}

interface InstallCounts {
  installs: number
  organic: number
}

interface Growth {
  add: () => InstallCounts
  isEnough: (grown: InstallCounts) => boolean
}

function grow(total: InstallCounts, { add, isEnough }: Growth): void {
  const grown = { installs: 0, organic: 0 }
  do {
    const added = add()
    for (const counts of [grown, total]) {
      counts.installs += added.installs
      counts.organic += added.organic
    }
  } while (!isEnough(grown))
}

function installCountsOf(episode: Episode): InstallCounts {
  const truths = [...truthsOf(episode).values()]
  return {
    installs: installsOf(episode).length,
    organic: truths.filter(({ isOrganic }) => isOrganic).length,
  }
}

/** Distributes the large episodes over the run. */
function shuffled(random: Random, episodes: readonly Episode[]): Episode[] {
  return episodes
    .map((episode) => ({ episode, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ episode }) => episode)
}
