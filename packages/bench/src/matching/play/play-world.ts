import type { Episode } from '../world/episode.js'
import { inLanes } from './in-lanes.js'
import { playEpisode, type PlayedEpisode } from './play-episode.js'
import type { MatchingInstallation } from './installation.js'

export interface PlaySettings {
  /** Episodes that are played at the same time. */
  lanes: number
  /** Told after each episode. */
  progress: (done: { episodes: number; installs: number }) => void
}

/** Plays all episodes, some at a time. */
export function playWorld(
  installation: MatchingInstallation,
  world: readonly Episode[],
  { lanes, progress }: PlaySettings,
): Promise<PlayedEpisode[]> {
  const done = { episodes: 0, installs: 0 }
  return inLanes(world, lanes, async (episode) => {
    const played = await playEpisode(installation, episode)
    done.episodes += 1
    done.installs += played.installs.length
    progress(done)
    return played
  })
}
