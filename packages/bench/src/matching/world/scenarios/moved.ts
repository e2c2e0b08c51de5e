import type { EpisodeEvent } from '../episode.js'
import { samplePerson } from '../person.js'
import { bystanders, install, laterThan, worldClick, type Place } from '../place.js'
import type { Scenario } from './scenario.js'

export const PRIVATE_RELAY: Scenario = {
  id: 'private_relay',
  title: 'iCloud Private Relay: Safari and the app have different addresses',
  share: 3,
  marketShare: 3,
  make: (place) => {
    const { random, culture } = place
    const [relay, home] = [place.ipv4(), place.ipv4()]
    const person = samplePerson(random, culture, { platform: 'ios', browser: 'safari' })
    const stranger = samplePerson(random, culture, { platform: 'ios', browser: 'safari' })
    return [
      worldClick(place, stranger, { address: relay, atMinutes: -3 }),
      ...moved(place, { person, from: relay, to: home }),
      ...bystanders(place, { address: home, aroundMinutes: 5 }),
    ]
  },
}

export const WIFI_TO_CELLULAR: Scenario = {
  id: 'wifi_to_cellular',
  title: 'Wi-Fi at the click, cellular at the install',
  share: 3,
  marketShare: 4,
  make: (place) => {
    const { random, culture } = place
    const cell = place.ipv4()
    const person = samplePerson(random, culture)
    return [
      ...moved(place, { person, from: place.ipv4(), to: cell }),
      worldClick(place, samplePerson(random, culture), { address: cell, atMinutes: 1 }),
      ...bystanders(place, { address: cell, aroundMinutes: 5 }),
    ]
  },
}

export const IPV4_TO_IPV6: Scenario = {
  id: 'ipv4_to_ipv6',
  title: 'IPv4 at the click, IPv6 at the install',
  share: 1.5,
  marketShare: 1.5,
  make: (place) => {
    const person = samplePerson(place.random, place.culture)
    const home = place.ipv4()
    return [
      ...moved(place, { person, from: home, to: place.ipv6() }),
      ...bystanders(place, { address: home, aroundMinutes: 5 }),
    ]
  },
}

interface Move {
  person: ReturnType<typeof samplePerson>
  from: string
  to: string
}

function moved(place: Place, { person, from, to }: Move): EpisodeEvent[] {
  const own = worldClick(place, person, { address: from, atMinutes: 0 })
  return [own, install(place, person, { address: to, atMinutes: laterThan(place, 0), after: own })]
}
