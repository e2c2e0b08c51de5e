import { inLanes } from '../play/in-lanes.js'
import { playTap, type PlayedTap } from '../play/play-tap.js'
import type { MatchingInstallation } from '../play/installation.js'
import type { Install } from '../world/episode.js'
import { samplePerson } from '../world/person.js'
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
  installation: MatchingInstallation,
  place: Place,
  options: { count: number; address?: string },
): Promise<Probe[]> {
  const { address } = options
  return inLanes(Array.from({ length: options.count }), LANES, async () => {
    const person = samplePerson(place.random, place.culture)
    const where = { address: address ?? place.ipv4(), atMinutes: 0 }
    return {
      tap: await playTap(installation, tap(place, person, where)),
      install: install(place, person, { ...where, atMinutes: 1, beganAtMinutes: 1 }),
      isCrowded: address !== undefined,
    }
  })
}
