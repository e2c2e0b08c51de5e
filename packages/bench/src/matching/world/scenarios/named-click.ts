import type { EpisodeEvent, WorldClick } from '../episode.js'
import { samplePerson } from '../person.js'
import { bystanders, install, laterThan, worldClick, type Place } from '../place.js'
import { HOME_SHARE } from '../tables/habits.js'
import { IPADS } from '../tables/phones.js'
import { drawWeighted } from '../weighted.js'
import type { Scenario } from './scenario.js'

export const PLAY_REFERRER: Scenario = {
  id: 'play_referrer',
  title: 'Android, Play referrer with the click token',
  share: 6,
  marketShare: 24,
  make: (place) => named(place, 'referrer'),
}

export const CLIPBOARD: Scenario = {
  id: 'clipboard',
  title: 'iOS, link from the clipboard after a tap',
  share: 3,
  marketShare: 2,
  make: (place) => named(place, 'clipboard'),
}

const MINUTES_OF_A_DAY = 24 * 60

/** The token outlives the window and a change of networks. */
function named(place: Place, carrier: 'referrer' | 'clipboard'): EpisodeEvent[] {
  const { random, culture } = place
  const person = samplePerson(random, culture, {
    platform: carrier === 'referrer' ? 'android' : 'ios',
  })
  const address = place.ipv4()
  const own = worldClick(place, person, { address, atMinutes: 0 })
  const atMinutes = random.chance(0.2)
    ? random.integer(1, 5) * MINUTES_OF_A_DAY
    : laterThan(place, 0)
  const later = random.chance(0.3) ? place.ipv6() : address
  const home = random.chance(HOME_SHARE) ? { first: person, clickMinutes: 0 } : undefined
  const carries = carry(own, carrier)
  return [
    own,
    ...bystanders(place, { address, aroundMinutes: 0, home }),
    install(place, person, { address: later, atMinutes, carries, after: own }),
  ]
}

function carry(clicked: WorldClick, kind: 'referrer' | 'clipboard') {
  return { kind, worldClickId: clicked.id } as const
}

export const ONE_CLICK_TWO_INSTALLS: Scenario = {
  id: 'one_click_two_installs',
  title: 'One click, two installs: phone and tablet, or a referrer that is sent again',
  share: 1,
  marketShare: 0.5,
  make: (place) => (place.random.chance(0.5) ? phoneAndTablet(place) : replayedReferrer(place)),
}

/** The tablet has the same system, languages and address, and no click. */
function phoneAndTablet(place: Place): EpisodeEvent[] {
  const person = samplePerson(place.random, place.culture, { platform: 'ios', browser: 'safari' })
  const address = place.ipv4()
  const own = worldClick(place, person, { address, atMinutes: 0 })
  const first = install(place, person, { address, atMinutes: laterThan(place, 0), after: own })
  const onTablet = { ...person, phone: drawWeighted(place.random, IPADS) }
  return [own, first, install(place, onTablet, { address, atMinutes: first.atMinutes + 3 })]
}

function replayedReferrer(place: Place): EpisodeEvent[] {
  const person = samplePerson(place.random, place.culture, { platform: 'android' })
  const address = place.ipv4()
  const own = worldClick(place, person, { address, atMinutes: 0 })
  const carries = carry(own, 'referrer')
  const atMinutes = laterThan(place, 0)
  const first = install(place, person, { address, atMinutes, carries, after: own })
  const again = { address, atMinutes: first.atMinutes + 1, carries }
  return [own, first, install(place, person, again)]
}

export const SAME_INSTALL_TWICE: Scenario = {
  id: 'same_install_twice',
  title: 'The same install id sent to two processes at the same time',
  share: 1,
  marketShare: 0.2,
  make: (place) => {
    const { random, culture } = place
    const person = samplePerson(random, culture, { platform: 'android' })
    const address = place.ipv4()
    const own = worldClick(place, person, { address, atMinutes: 0 })
    const atMinutes = laterThan(place, 0)
    const carries = carry(own, 'referrer')
    return [own, install(place, person, { address, atMinutes, carries, calls: 2, after: own })]
  },
}
