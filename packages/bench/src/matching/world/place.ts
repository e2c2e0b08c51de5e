import type { Random } from '@throughline/testkit/seeded-random'
import { appDeviceOf, type AppDevice } from './app-side.js'
import { browserSideOf, type BrowserSide } from './browser-side.js'
import {
  WINDOW_MINUTES,
  type Carried,
  type EpisodeEvent,
  type Install,
  type ProjectName,
  type WorldClick,
} from './episode.js'
import { drawHousemate, samplePerson, type Person } from './person.js'
import { ORGANIC_REFERRERS, BROWSER_ADS, IN_APP_ADS } from './tables/ads.js'
import { CULTURES, type Culture } from './tables/cultures.js'
import {
  CORRELATED_MINUTES,
  CORRELATED_SHARE,
  LINKS,
  MINUTES_TO_INSTALL,
  MINUTES_TO_OPEN,
  NEW_ADDRESS_SHARE,
  TWIN_SHARE,
} from './tables/habits.js'
import { drawRange, drawUuid, drawWeighted } from './weighted.js'

/** The setting of an episode: what its people share, and addresses that no other place has. */
export interface Place {
  random: Random
  culture: Culture
  project: ProjectName
  windowMinutes: number
  /** Clicks per hour from one shared IP; fewer in a small corpus. */
  sharedIpClicks: number
  farmClicks: number
  ipv4: () => string
  /** An address in a separate /64. */
  ipv6: () => string
}

export interface PlaceSettings extends Pick<Place, 'random' | 'sharedIpClicks' | 'farmClicks'> {
  index: number
  project?: ProjectName
}

/** Maximum number of addresses of an episode: people behind one gateway have a /64 for each phone. */
const ADDRESSES = 1_024
/** 28.0.0.0, the first of three large public ranges without a hosting network. Hosting addresses would be no signal. */
const FIRST_IPV4 = 0x1c000000

export function createPlace({ index, project = 'shop', ...rest }: PlaceSettings): Place {
  let next = index * ADDRESSES
  return {
    ...rest,
    project,
    windowMinutes: WINDOW_MINUTES[project],
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

export interface ClickOptions {
  address: string
  atMinutes: number
  project?: ProjectName
  link?: number
  copies?: number
  /** All visitors through an exit have the same whole address. */
  isExit?: boolean
  isReported?: boolean
  /** The `Sec-Fetch-Dest` of an embedded request. */
  embeddedAs?: 'image' | 'iframe' | 'empty'
  browser?: (browser: BrowserSide) => BrowserSide
}

export function worldClick(place: Place, person: Person, options: ClickOptions): WorldClick {
  const { random } = place
  const browser = browserSideOf(random, person, options.embeddedAs)
  const id = drawUuid(random)
  return {
    kind: 'click',
    id,
    personId: person.id,
    visitorId: person.visitorId,
    project: options.project ?? place.project,
    platform: person.platform,
    link: options.link ?? drawWeighted(random, LINKS),
    address: options.isExit === true ? options.address : addressOf(person, options.address),
    query: queryOf(random, person, id),
    browser: options.browser?.(browser) ?? browser,
    isReported: options.isReported ?? options.embeddedAs === undefined,
    isEmbedded: options.embeddedAs !== undefined,
    atMinutes: options.atMinutes,
    copies: options.copies ?? 0,
  }
}

export interface InstallOptions {
  address: string
  atMinutes: number
  project?: ProjectName
  carries?: Carried
  calls?: number
  isExit?: boolean
  consent?: boolean
  /** The click that led here; the download began after it. */
  after?: Pick<WorldClick, 'atMinutes'>
  /** Set if the app was installed before. */
  beganAtMinutes?: number
  device?: (device: AppDevice) => AppDevice
}

export function install(place: Place, person: Person, options: InstallOptions): Install {
  const { random } = place
  const device = appDeviceOf(person)
  const owner = random.chance(NEW_ADDRESS_SHARE) ? { id: drawUuid(random) } : person
  return {
    kind: 'install',
    id: drawUuid(random),
    personId: person.id,
    project: options.project ?? place.project,
    platform: person.platform,
    address: options.isExit === true ? options.address : addressOf(owner, options.address),
    device: options.device?.(device) ?? device,
    carries: options.carries ?? nothingOf(random, person),
    atMinutes: options.atMinutes,
    beganAtMinutes: options.beganAtMinutes ?? beganAt(random, options),
    consent: options.consent ?? null,
    calls: options.calls ?? 1,
  }
}

/** Minimum share of the time from click to first opening that passes before the download begins. */
const DECIDING_SHARE = 0.2

function beganAt(
  random: Random,
  { atMinutes, after }: Pick<InstallOptions, 'atMinutes' | 'after'>,
): number {
  const began = atMinutes - drawRange(random, MINUTES_TO_OPEN)
  if (after === undefined || after.atMinutes > atMinutes) return began
  return Math.max(began, after.atMinutes + (atMinutes - after.atMinutes) * DECIDING_SHARE)
}

/** The address of one phone: phones share an IPv4 address, but only the /64 of an IPv6 address. */
function addressOf({ id }: Pick<Person, 'id'>, address: string): string {
  if (!address.includes(':')) return address
  const [own = ''] = id.split('-')
  const network = address.split(':').slice(0, 4).join(':')
  return `${network}:2${own.slice(0, 3)}:1:${own.slice(3, 5)}:1${own.slice(5)}`
}

/** Play returns a referrer even if the ad's was lost. */
function nothingOf(random: Random, { platform }: Person): Carried {
  if (platform === 'ios' || !random.chance(0.8)) return { kind: 'nothing' }
  return { kind: 'organic_referrer', referrer: drawWeighted(random, ORGANIC_REFERRERS) }
}

export function laterThan({ random }: Place, atMinutes: number): number {
  return atMinutes + drawRange(random, MINUTES_TO_INSTALL)
}

/** The time of an install by a housemate who was told about the app after the click. */
export function soonAfter({ random }: Place, clickMinutes: number): number {
  return clickMinutes + random.next() * CORRELATED_MINUTES
}

interface Surroundings {
  address: string
  aroundMinutes: number
  isExit?: boolean
  /** The first person of the home and the time of their click; undefined if the others are unrelated. */
  home?: { first: Person; clickMinutes: number } | undefined
}

/** Other people at an address: usually one who only clicks, and one who installs without a click. */
export function bystanders(place: Place, surroundings: Surroundings): EpisodeEvent[] {
  const { random, culture, windowMinutes } = place
  const { address, aroundMinutes, isExit = false, home } = surroundings
  const moment = () => aroundMinutes + (random.next() - 0.5) * (windowMinutes / 2)
  const sampleOther = () =>
    home === undefined
      ? samplePerson(random, culture)
      : drawHousemate(random, culture, { first: home.first, twinShare: TWIN_SHARE })
  const events: EpisodeEvent[] = []
  if (random.chance(0.5))
    events.push(worldClick(place, sampleOther(), { address, isExit, atMinutes: moment() }))
  if (random.chance(0.75)) {
    const isFollowing = home !== undefined && random.chance(CORRELATED_SHARE)
    const atMinutes = isFollowing ? soonAfter(place, home.clickMinutes) : moment()
    events.push(install(place, sampleOther(), { address, isExit, atMinutes }))
  }
  return events
}

/** The query of a click. `utm_content` identifies the click, so that its stored row can be found. */
function queryOf(random: Random, { browser }: Person, worldClickId: string): string {
  const ad = IN_APP_ADS[browser] ?? drawWeighted(random, BROWSER_ADS)
  const parameters = new URLSearchParams({ utm_content: worldClickId })
  if (ad !== null) {
    parameters.set('utm_source', ad.utmSource)
    parameters.set(ad.clickId, `id.${drawUuid(random)}`)
  }
  return parameters.toString()
}
