import type { EpisodeEvent } from '../episode.js'
import { samplePerson, type Person } from '../person.js'
import { install, laterThan, worldClick, type Place } from '../place.js'
import { CULTURES } from '../tables/cultures.js'
import { drawWeighted } from '../weighted.js'
import type { Scenario } from './scenario.js'

export const SHARED_EXIT: Scenario = {
  id: 'shared_exit',
  title: 'VPN exit or NAT66: many people with the same complete IPv6 address (VPN: also IPv4)',
  share: 3,
  marketShare: 1.5,
  make: (place) => {
    const { random, culture } = place
    const isVpn = random.chance(0.6)
    const address = isVpn && random.chance(0.3) ? place.ipv4() : place.ipv6()
    // A VPN exit has people of many countries; a NAT network belongs to one building.
    const sampleOther = () => samplePerson(random, isVpn ? drawWeighted(random, CULTURES) : culture)
    const others = isVpn ? random.integer(1, 14) : random.integer(1, 5)
    return strangers(place, { address, sampleOther, others, installs: random.integer(1, 3) })
  },
}

export const SPARSE_CARRIER_NAT: Scenario = {
  id: 'sparse_carrier_nat',
  title: 'Carrier’s NAT with many people and few clicks',
  share: 4,
  marketShare: 5,
  make: (place) => {
    const { random, culture } = place
    const address = place.ipv4()
    const sampleOther = () => samplePerson(random, culture)
    const others = random.integer(0, 5)
    return strangers(place, { address, sampleOther, others, installs: random.integer(1, 3) })
  },
}

interface UnknownHosts {
  address: string
  sampleOther: () => Person
  others: number
  installs: number
}

/** One person clicks and installs; others click or install at any time of the window. */
function strangers(
  place: Place,
  { address, sampleOther, others, installs }: UnknownHosts,
): EpisodeEvent[] {
  const { random, windowMinutes } = place
  const person = sampleOther()
  const moment = () => (random.next() - 0.4) * windowMinutes
  const at = { address, isExit: true }
  const own = worldClick(place, person, { ...at, atMinutes: 0 })
  return [
    own,
    install(place, person, { ...at, atMinutes: laterThan(place, 0), after: own }),
    ...Array.from({ length: others }, () =>
      worldClick(place, sampleOther(), { ...at, atMinutes: moment() }),
    ),
    ...Array.from({ length: installs }, () =>
      install(place, sampleOther(), { ...at, atMinutes: moment() }),
    ),
  ]
}
