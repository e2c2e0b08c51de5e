import type { EpisodeEvent } from '../episode.js'
import { samplePerson } from '../person.js'
import { install, laterThan, worldClick, type Place } from '../place.js'
import type { Scenario } from './scenario.js'

export const OFFICE: Scenario = {
  id: 'office',
  title: 'Office or campus behind one address, 200 clicks an hour',
  share: 4,
  marketShare: 2,
  make: (place) => {
    const address = place.ipv4()
    return behindSharedIp(place, { worldClicks: place.sharedIpClicks, addressOf: () => address })
  },
}

export const CARRIER_NAT: Scenario = {
  id: 'carrier_nat',
  title: 'Carrier’s NAT: one IPv4 address for all phones, one IPv6 network for each',
  share: 5,
  marketShare: 3,
  make: (place) => {
    const shared = place.ipv4()
    const addressOf = () => (place.random.chance(0.65) ? place.ipv6() : shared)
    return behindSharedIp(place, { worldClicks: Math.ceil(place.sharedIpClicks / 2), addressOf })
  },
}

interface SharedIp {
  worldClicks: number
  addressOf: () => string
}

/** One in eight of the people who click within an hour installs, and as many install without a click. */
function behindSharedIp(place: Place, { worldClicks, addressOf }: SharedIp): EpisodeEvent[] {
  const { random, culture } = place
  return Array.from({ length: worldClicks }, (_, index) => {
    const atMinutes = (60 * index) / worldClicks
    const [person, address] = [samplePerson(random, culture), addressOf()]
    const own = worldClick(place, person, { address, atMinutes })
    const events: EpisodeEvent[] = [own]
    if (index % 8 === 0)
      events.push(
        install(place, person, { address, atMinutes: laterThan(place, atMinutes), after: own }),
      )
    if (index % 8 === 4)
      events.push(
        install(place, samplePerson(random, culture), { address: addressOf(), atMinutes }),
      )
    return events
  }).flat()
}

export const CLICK_FARM: Scenario = {
  id: 'click_farm',
  title: 'Click farm: thousands of clicks from one address, one real install',
  share: 0,
  marketShare: 0.1,
  make: (place) => {
    const { random, culture, farmClicks } = place
    const address = place.ipv4()
    const machine = samplePerson(random, culture, { platform: 'android', browser: 'chrome' })
    const person = samplePerson(random, culture)
    const strangers = [20, 35, 50].map((atMinutes) =>
      install(place, samplePerson(random, culture), { address, atMinutes }),
    )
    const own = worldClick(place, person, { address, atMinutes: 30 })
    return [
      worldClick(place, machine, { address, atMinutes: 0, copies: farmClicks - 1 }),
      own,
      ...strangers,
      install(place, person, { address, atMinutes: 33, after: own }),
    ]
  },
}
