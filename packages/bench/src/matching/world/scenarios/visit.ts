import type { EpisodeEvent, WorldClick } from '../episode.js'
import type { Person } from '../person.js'
import {
  bystanders,
  install,
  laterThan,
  worldClick,
  type InstallOptions,
  type Place,
  type ClickOptions,
} from '../place.js'
import { HOME_SHARE } from '../tables/habits.js'

export interface VisitOptions {
  person: Person
  worldClick?: Omit<ClickOptions, 'address' | 'atMinutes'> | undefined
  install?: Omit<InstallOptions, 'address' | 'atMinutes' | 'carries'> | undefined
  carry?: (own: WorldClick) => InstallOptions['carries']
}

export function visit(place: Place, options: VisitOptions): EpisodeEvent[] {
  const { random } = place
  const { person } = options
  const address = random.chance(0.7) ? place.ipv4() : place.ipv6()
  const atMinutes = laterThan(place, 0)
  const own = worldClick(place, person, { ...options.worldClick, address, atMinutes: 0 })
  const home = random.chance(HOME_SHARE) ? { first: person, clickMinutes: 0 } : undefined
  const carries = options.carry?.(own)
  return [
    own,
    ...bystanders(place, { address, home, aroundMinutes: middleOf(place, atMinutes) }),
    install(place, person, {
      ...options.install,
      ...(carries === undefined ? {} : { carries }),
      address,
      atMinutes,
      after: own,
    }),
  ]
}

/** The middle between a click at 0 and its install, or the middle of the window if the install is later. */
export function middleOf({ windowMinutes }: Place, installMinutes: number): number {
  return Math.min(installMinutes, windowMinutes) / 2
}
