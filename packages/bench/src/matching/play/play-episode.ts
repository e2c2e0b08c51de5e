import { ageClicks, type Ages } from './age-clicks.js'
import { copyClick } from './copy-click.js'
import { playInstall, type PlayedInstall } from './play-install.js'
import { playTap, type PlayedTap } from './play-tap.js'
import type { Site } from './site.js'
import { copyMinutes } from '../world/copy-minutes.js'
import type { Episode, Tap } from '../world/episode.js'

/** What came of an episode. */
export interface PlayedEpisode {
  episode: Episode
  installs: PlayedInstall[]
  clicks: PlayedClick[]
  /** Whose tap each click is; a copy's is that of its pattern. */
  tapOfClick: Map<string, Tap>
}

/** Taps and installs in their order, each install with the clicks before it at their true age. */
export async function playEpisode(site: Site, episode: Episode): Promise<PlayedEpisode> {
  const taps = new Map<string, PlayedTap>()
  const clicks: PlayedClick[] = []
  const installs: PlayedInstall[] = []
  for (const event of episode.events) {
    if (event.kind === 'tap') {
      const played = await playTap(site, event)
      taps.set(event.id, played)
      clicks.push(...(await clicksOf(site, played)))
    } else {
      await ageClicks(site.pool, agesAt(clicks, event.atMinutes))
      installs.push(await playInstall(site, event, taps))
    }
  }
  const tapOfClick = new Map(clicks.map(({ clickId, tap }) => [clickId, tap]))
  return { episode, installs, clicks, tapOfClick }
}

/** A click as it is stored; of a tap with copies there are several. */
export interface PlayedClick {
  clickId: string
  tap: Tap
  atMinutes: number
  isCopy: boolean
}

async function clicksOf({ pool }: Site, { tap, clickId }: PlayedTap): Promise<PlayedClick[]> {
  const { copies, atMinutes } = tap
  const copied = await copyClick(pool, { clickId, copies })
  return [
    { clickId, tap, atMinutes, isCopy: false },
    ...copied.map((id, index) => ({
      clickId: id,
      tap,
      atMinutes: atMinutes + copyMinutes(index, copies),
      isCopy: true,
    })),
  ]
}

/** Long enough ago for no window: where a copy's time has not come yet, it is to be found by nobody. */
const NOT_YET_MINUTES = 10 * 24 * 60

function agesAt(clicks: readonly PlayedClick[], nowMinutes: number): Ages {
  const ageOf = ({ atMinutes }: PlayedClick) =>
    atMinutes <= nowMinutes ? nowMinutes - atMinutes : NOT_YET_MINUTES
  return { clickIds: clicks.map(({ clickId }) => clickId), ageMinutes: clicks.map(ageOf) }
}
