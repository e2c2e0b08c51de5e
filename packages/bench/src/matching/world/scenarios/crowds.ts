import type { EpisodeEvent } from '../episode.js'
import { drawHousemate, drawPerson } from '../person.js'
import { install, laterThan, tap, type Place } from '../place.js'
import { HOUSEHOLD_TWIN_SHARE, TWIN_SHARE } from '../tables/habits.js'
import type { Scenario } from './scenario.js'

export const HOUSEHOLD: Scenario = {
  id: 'household',
  title: 'Household behind one address, two to five phones, some the same',
  share: 12,
  make: (place) => {
    const { random, culture } = place
    const first = drawPerson(random, culture)
    const others = Array.from({ length: random.integer(1, 4) }, () =>
      drawHousemate(random, culture, { first, twinShare: HOUSEHOLD_TWIN_SHARE }),
    )
    const address = place.ipv4()
    return [first, ...others].flatMap((person) => {
      const atMinutes = random.next() * 90
      const isTapping = random.chance(0.6)
      const isInstalling = random.chance(isTapping ? 0.5 : 0.6)
      return [
        ...(isTapping ? [tap(place, person, { address, atMinutes })] : []),
        ...(isInstalling
          ? [install(place, person, { address, atMinutes: laterThan(place, atMinutes) })]
          : []),
      ]
    })
  },
}

export const OFFICE: Scenario = {
  id: 'office',
  title: 'Office or campus behind one address, 200 clicks an hour',
  share: 8,
  make: (place) => {
    const address = place.ipv4()
    return crowd(place, { taps: place.crowdTaps, addressOf: () => address })
  },
}

export const CARRIER_NAT: Scenario = {
  id: 'carrier_nat',
  title: 'Carrier’s NAT: one IPv4 address for all, an IPv6 network for each phone',
  share: 8,
  make: (place) => {
    const shared = place.ipv4()
    const addressOf = () => (place.random.chance(0.65) ? place.ipv6() : shared)
    return crowd(place, { taps: Math.ceil(place.crowdTaps / 2), addressOf })
  },
}

interface Crowd {
  taps: number
  /** Asked once for each person, who keeps it. */
  addressOf: () => string
}

/** Of those who tap within an hour one in eight installs, and as many install who tapped nothing. */
function crowd(place: Place, { taps, addressOf }: Crowd): EpisodeEvent[] {
  const { random, culture } = place
  return Array.from({ length: taps }, (_, index) => {
    const atMinutes = (60 * index) / taps
    const [person, address] = [drawPerson(random, culture), addressOf()]
    const events: EpisodeEvent[] = [tap(place, person, { address, atMinutes })]
    if (index % 8 === 0)
      events.push(install(place, person, { address, atMinutes: laterThan(place, atMinutes) }))
    if (index % 8 === 4)
      events.push(install(place, drawPerson(random, culture), { address: addressOf(), atMinutes }))
    return events
  }).flat()
}

export const CLICK_FARM: Scenario = {
  id: 'click_farm',
  title: 'Click farm: thousands of clicks from one address, one real install',
  share: 0,
  make: (place) => {
    const { random, culture, farmTaps } = place
    const address = place.ipv4()
    const machine = drawPerson(random, culture, { platform: 'android', browser: 'chrome' })
    const person = drawPerson(random, culture)
    const strangers = [20, 35, 50].map((atMinutes) =>
      install(place, drawPerson(random, culture), { address, atMinutes }),
    )
    return [
      tap(place, machine, { address, atMinutes: 0, copies: farmTaps - 1 }),
      tap(place, person, { address, atMinutes: 30 }),
      ...strangers,
      install(place, person, { address, atMinutes: 33 }),
    ]
  },
}

export const ORGANIC: Scenario = {
  id: 'organic',
  title: 'Organic installs on addresses where others clicked',
  share: 0,
  make: (place) => {
    const { random, culture } = place
    const address = random.chance(0.8) ? place.ipv4() : place.ipv6()
    const resident = drawPerson(random, culture)
    const isHome = random.chance(0.5)
    const draw = () =>
      isHome
        ? drawHousemate(random, culture, { first: resident, twinShare: TWIN_SHARE })
        : drawPerson(random, culture)
    const tappers = [resident, ...Array.from({ length: random.integer(0, 3) }, draw)]
    const strangers = Array.from({ length: random.integer(1, 3) }, draw)
    return [
      ...tappers.map((one) => tap(place, one, { address, atMinutes: random.next() * 60 })),
      ...strangers.map((one) => install(place, one, { address, atMinutes: random.next() * 110 })),
    ]
  },
}
