import { inLanes } from '../simulate/in-lanes.js'
import { simulateClick, type SimulatedClick } from '../simulate/simulate-click.js'
import type { MatchingInstallation } from '../simulate/installation.js'
import type { Install } from '../world/episode.js'
import { samplePerson } from '../world/person.js'
import { install, worldClick, type Place } from '../world/place.js'

export interface Probe {
  worldClick: SimulatedClick
  install: Install
  isCrowded: boolean
}

const LANES = 8

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
      worldClick: await simulateClick(installation, worldClick(place, person, where)),
      install: install(place, person, { ...where, atMinutes: 1, beganAtMinutes: 1 }),
      isCrowded: address !== undefined,
    }
  })
}
