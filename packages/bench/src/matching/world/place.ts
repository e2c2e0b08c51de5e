import type { Random } from '@throughline/testkit/seeded-random'
import { appDeviceOf, type AppDevice } from './app-side.js'
import { browserSideOf, type BrowserSide } from './browser-side.js'
import type { Carried, EpisodeEvent, Install, ProjectName, Tap } from './episode.js'
import { drawPerson, type Person } from './person.js'
import { CULTURES, type Culture } from './tables/cultures.js'
import { LINKS, MINUTES_TO_INSTALL, NEW_ADDRESS_SHARE } from './tables/habits.js'
import { drawUuid, drawWeighted } from './weighted.js'

/** Where an episode happens: what its people share, and addresses that no other place has. */
export interface Place {
  random: Random
  culture: Culture
  /** Of a crowd, how many taps in an hour; smaller in a small corpus. */
  crowdTaps: number
  /** Of a click farm, how many taps in an hour. */
  farmTaps: number
  /** A further public IPv4 address. */
  ipv4: () => string
  /** An address in a /64 of its own. */
  ipv6: () => string
}

export interface PlaceSettings extends Pick<Place, 'random' | 'crowdTaps' | 'farmTaps'> {
  /** Of the episode, from 0 on. */
  index: number
}

/** Addresses of an episode, at most: a crowd behind one gateway has a /64 for each phone. */
const ADDRESSES = 1_024
/** 20.0.0.0, the first of a large public range. */
const FIRST_IPV4 = 0x14000000

export function createPlace({ index, ...rest }: PlaceSettings): Place {
  let next = index * ADDRESSES
  return {
    ...rest,
    culture: drawWeighted(rest.random, CULTURES),
    ipv4: () => {
      const number = FIRST_IPV4 + next++
      return [24, 16, 8, 0].map((bits) => (number >>> bits) & 255).join('.')
    },
    ipv6: () => {
      const network = next++
      const part = (number: number) => number.toString(16)
      return `2600:${part(network >>> 16)}:${part(network & 0xffff)}:1:${part(rest.random.integer(1, 0xffff))}:0:0:${part(rest.random.integer(1, 0xffff))}`
    },
  }
}

export interface TapWishes {
  address: string
  atMinutes: number
  project?: ProjectName
  link?: number
  copies?: number
  /** Changes what the browser says. */
  browser?: (browser: BrowserSide) => BrowserSide
}

export function tap({ random }: Place, person: Person, wishes: TapWishes): Tap {
  const browser = browserSideOf(random, person)
  return {
    kind: 'tap',
    id: drawUuid(random),
    personId: person.id,
    visitorId: person.visitorId,
    project: wishes.project ?? 'shop',
    platform: person.platform,
    link: wishes.link ?? drawWeighted(random, LINKS),
    address: addressOf(person, wishes.address),
    browser: wishes.browser?.(browser) ?? browser,
    atMinutes: wishes.atMinutes,
    copies: wishes.copies ?? 0,
  }
}

export interface InstallWishes {
  address: string
  atMinutes: number
  project?: ProjectName
  carries?: Carried
  calls?: number
  /** Changes what the app says. */
  device?: (device: AppDevice) => AppDevice
}

export function install({ random }: Place, person: Person, wishes: InstallWishes): Install {
  const device = appDeviceOf(person)
  return {
    kind: 'install',
    id: drawUuid(random),
    personId: person.id,
    project: wishes.project ?? 'shop',
    platform: person.platform,
    address: addressOf(
      random.chance(NEW_ADDRESS_SHARE) ? { id: drawUuid(random) } : person,
      wishes.address,
    ),
    device: wishes.device?.(device) ?? device,
    carries: wishes.carries ?? nothingOf(random, person),
    atMinutes: wishes.atMinutes,
    calls: wishes.calls ?? 1,
  }
}

/** A phone's own address where it is: phones share an IPv4 address, and of IPv6 only the /64. */
function addressOf({ id }: Pick<Person, 'id'>, address: string): string {
  if (!address.includes(':')) return address
  const [own = ''] = id.split('-')
  const network = address.split(':').slice(0, 4).join(':')
  return `${network}:2${own.slice(0, 3)}:1:${own.slice(3, 5)}:1${own.slice(5)}`
}

/** Play tells something even where it has lost the ad. */
function nothingOf(random: Random, { platform }: Person): Carried {
  return { kind: platform === 'android' && random.chance(0.8) ? 'organic_referrer' : 'nothing' }
}

/** A moment after a tap, with seconds. */
export function laterThan({ random }: Place, atMinutes: number): number {
  return atMinutes + drawWeighted(random, MINUTES_TO_INSTALL) * (0.75 + random.next() / 2)
}

/**
 * Others at an address while something happens there: mostly somebody who taps and installs nothing, and somebody who
 * installs without a tap.
 */
export function bystanders(
  place: Place,
  { address, aroundMinutes }: { address: string; aroundMinutes: number },
): EpisodeEvent[] {
  const { random, culture } = place
  const moment = () => aroundMinutes + random.next() * 60 - 30
  const events: EpisodeEvent[] = []
  if (random.chance(0.5))
    events.push(tap(place, drawPerson(random, culture), { address, atMinutes: moment() }))
  if (random.chance(0.75))
    events.push(install(place, drawPerson(random, culture), { address, atMinutes: moment() }))
  return events
}
