import type { Episode } from '../world/episode.js'
import { inLanes } from './in-lanes.js'
import { simulateEpisode, type SimulatedEpisode } from './simulate-episode.js'
import type { MatchingInstallation } from './installation.js'

export interface SimulationSettings {
  lanes: number
  progress: (done: { episodes: number; installs: number }) => void
}

export function simulateWorld(
  installation: MatchingInstallation,
  world: readonly Episode[],
  { lanes, progress }: SimulationSettings,
): Promise<SimulatedEpisode[]> {
  const done = { episodes: 0, installs: 0 }
  return inLanes(world, lanes, async (episode) => {
    const simulated = await simulateEpisode(installation, episode)
    done.episodes += 1
    done.installs += simulated.installs.length
    progress(done)
    return simulated
  })
}
