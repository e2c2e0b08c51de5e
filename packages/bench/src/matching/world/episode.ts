import type { AppDevice } from './app-side.js'
import type { BrowserSide } from './browser-side.js'
import type { Platform } from './person.js'

/** `shop` and `daily` have the same mix of people; `game` is another app that some of them use. */
export type ProjectName = 'shop' | 'daily' | 'game'

/** Each project's window for signals and codes, in minutes: the default and the longest. */
export const WINDOW_MINUTES: Readonly<Record<ProjectName, number>> = {
  shop: 120,
  daily: 24 * 60,
  game: 120,
}

export interface WorldClick {
  kind: 'click'
  id: string
  personId: string
  visitorId: string
  project: ProjectName
  platform: Platform
  link: number
  address: string
  /** Click ids and UTM of the ad that was clicked, without `?`. */
  query: string
  browser: BrowserSide
  /** False if JavaScript is off, or if nobody sees the page. */
  isReported: boolean
  /** An embedded request (`Sec-Fetch-Dest`): a page loads the link as an image, a frame or from a script. */
  isEmbedded: boolean
  atMinutes: number
  /** Number of equal clicks by other visitors, evenly spread over an hour, as from a click farm. */
  copies: number
}

export type Carried =
  | { kind: 'nothing' }
  /** What Play tells when the ad's own referrer was lost. */
  | { kind: 'organic_referrer'; referrer: string }
  /** Another network's referrer, as a text. */
  | { kind: 'other_source'; referrer: string }
  | { kind: 'referrer' | 'clipboard'; worldClickId: string }
  /** The code of the click's link alone: the token was stripped, or somebody passed the link on. */
  | { kind: 'code'; worldClickId: string; platform: Platform }
  /** The click's token with a changed letter, with or without the link's code beside it. */
  | { kind: 'forged_token'; worldClickId: string; hasCode: boolean }

export interface Install {
  kind: 'install'
  /** As the app sends it. */
  id: string
  personId: string
  project: ProjectName
  platform: Platform
  address: string
  device: AppDevice
  carries: Carried
  atMinutes: number
  beganAtMinutes: number
  /** As the app reports it; null if it does not. */
  consent: boolean | null
  /** Number of concurrent calls with the same install id. */
  calls: number
}

export type EpisodeEvent = WorldClick | Install

/** A separate small world. Episodes share no addresses, so they can run concurrently. */
export interface Episode {
  scenario: string
  startMinutes: number
  events: readonly EpisodeEvent[]
}

export function worldClicksOf({ events }: Pick<Episode, 'events'>): WorldClick[] {
  return events.filter((event) => event.kind === 'click')
}

export function installsOf({ events }: Pick<Episode, 'events'>): Install[] {
  return events.filter((event) => event.kind === 'install')
}
