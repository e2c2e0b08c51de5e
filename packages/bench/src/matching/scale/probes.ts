import { inLanes } from '../play/in-lanes.js'
import { playTap, type PlayedTap } from '../play/play-tap.js'
import type { Site } from '../play/site.js'
import type { Install } from '../world/episode.js'
import { drawPerson } from '../world/person.js'
import { install, tap, type Place } from '../world/place.js'

/** A click whose install has not come yet. */
export interface Probe {
  tap: PlayedTap
  install: Install
  isCrowded: boolean
}

const LANES = 8

/** People who have tapped at addresses of their own, or at one that is given. */
export function makeProbes(
  site: Site,
  place: Place,
  wishes: { count: number; address?: string },
): Promise<Probe[]> {
  const { address } = wishes
  return inLanes(Array.from({ length: wishes.count }), LANES, async () => {
    const person = drawPerson(place.random, place.culture)
    const where = { address: address ?? place.ipv4(), atMinutes: 0 }
    return {
      tap: await playTap(site, tap(place, person, where)),
      install: install(place, person, { ...where, atMinutes: 1, beganAtMinutes: 1 }),
      isCrowded: address !== undefined,
    }
  })
}
