import type { AppDevice } from './app-side.js'
import type { BrowserSide } from './browser-side.js'
import type { Platform } from './person.js'

/** The two projects of the corpus; one person may use the apps of both. */
export type ProjectName = 'shop' | 'game'

/** A person opens a link and its loading page reports the visit. */
export interface Tap {
  kind: 'tap'
  id: string
  personId: string
  visitorId: string
  project: ProjectName
  platform: Platform
  /** Which of the project's links. */
  link: number
  address: string
  browser: BrowserSide
  /** Since the episode's start. */
  atMinutes: number
  /** Clicks just like it by other visitors that follow at even distances over an hour, as a click farm makes them. */
  copies: number
}

/** What the store or the clipboard carries over to the app. */
export type Carried =
  | { kind: 'nothing' }
  /** What Play tells when the ad's own referrer was lost. */
  | { kind: 'organic_referrer' }
  | { kind: 'referrer' | 'clipboard'; tapId: string }

/** A person opens the app for the first time. */
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
  /** The call is made so often, at the same time, with the same install id. */
  calls: number
}

export type EpisodeEvent = Tap | Install

/** A small world of its own: its addresses are nobody else's, so that episodes may run side by side. */
export interface Episode {
  scenario: string
  /** When it begins on the clock that all episodes share. */
  startMinutes: number
  /** In the order in which they happen. */
  events: readonly EpisodeEvent[]
}

export function tapsOf({ events }: Pick<Episode, 'events'>): Tap[] {
  return events.filter((event) => event.kind === 'tap')
}

export function installsOf({ events }: Pick<Episode, 'events'>): Install[] {
  return events.filter((event) => event.kind === 'install')
}
