import type { MatchSignals } from '@throughline/core/matching/match-types'
import { formatProfile, phoneOs, referrerHost } from '@throughline/core/links/click-profile'
import type { NewClick } from '@throughline/db/clicks/clicks'
import type { SampleVisit } from '@throughline/db/projects/insert-sample'
import type { Random } from '@throughline/testkit/seeded-random'
import {
  ANDROID_MODELS,
  ANDROID_VERSIONS,
  CHANNELS,
  COUNTRIES,
  IOS_SCREENS,
  IOS_VERSIONS,
  type SampleLink,
  type Weighted,
} from './catalog.js'
import {
  DAY_MS,
  drawBase36,
  drawCount,
  drawUuid,
  drawWeighted,
  HOUR_MS,
  MINUTE_MS,
} from './draw.js'

/** A link with its database ids. */
export interface StoredLink {
  link: SampleLink
  id: number
  campaignId: number | null
}

export interface SampleClick {
  row: NewClick
  at: Date
  link: SampleLink
  signals: MatchSignals
}

/** Covers today and the days before, all within the retention of hourly counts. */
export const SAMPLE_DAYS = 90

/** Relative traffic by hour of the day, UTC. */
const CLICKS_BY_HOUR = [
  1, 0.6, 0.4, 0.3, 0.5, 1.4, 3, 4.6, 5, 5.2, 5.4, 6, 6.2, 5.6, 5.4, 5.6, 6.4, 7.6, 9, 9.6, 8.4, 6,
  3.8, 2,
].map((weight, hour) => [hour, weight] as const)

/** Relative traffic by day of the week, starting on Sunday. */
const BY_WEEKDAY = [1.18, 0.92, 0.94, 0.96, 1.08, 1, 1.14]

const UNCOUNTED = [
  ['bot', 3],
  ['preview', 4],
  ['prefetch', 1],
] as const

/** Returns all clicks up to `until`, oldest first. The random numbers of a day do not depend on other days or links. */
export function drawClicks(
  random: Random,
  projectId: string,
  { links, until }: { links: readonly StoredLink[]; until: Date },
): SampleClick[] {
  const today = Math.floor(until.getTime() / DAY_MS) * DAY_MS
  const clicks = links.flatMap((stored) => {
    const [first, last] = stored.link.days
    const days = Array.from({ length: SAMPLE_DAYS }, (_, daysAgo) => daysAgo)
    return days
      .filter((daysAgo) => daysAgo <= first && daysAgo > last)
      .flatMap((daysAgo) => {
        const ofDay = random.fork(`${stored.link.code}/${daysAgo}`)
        const midnight = today - daysAgo * DAY_MS
        return drawDay(ofDay, { projectId, stored, midnight, daysAgo })
      })
  })
  clicks.push(...drawRecent(random.fork('recent'), { projectId, links, until }))
  return clicks.filter(({ at }) => at < until).sort((a, b) => (a.row.id < b.row.id ? -1 : 1))
}

/** Minutes before the end, so that there are recent clicks at any time of the day. */
const RECENT = [
  [27, 'ios'],
  [18, 'android'],
  [12, 'android'],
  [7, 'ios'],
  [4, 'android'],
] as const

function drawRecent(
  random: Random,
  { projectId, links, until }: { projectId: string; links: readonly StoredLink[]; until: Date },
): SampleClick[] {
  const popular = links.filter(({ link }) => link.channel === 'instagram')
  return RECENT.map(([minutes, platform]) => {
    const stored = random.pick(popular)
    const at = new Date(until.getTime() - minutes * MINUTE_MS)
    const platforms = [[platform, 1]] as const
    return drawClick(random, { projectId, stored, at, platforms, visitor: `recent/${minutes}` })
  })
}

interface Day {
  projectId: string
  stored: StoredLink
  midnight: number
  daysAgo: number
}

interface Visit {
  projectId: string
  stored: StoredLink
  at: Date
  platforms: Weighted<string>
  /** Identifies a visitor within a link. */
  visitor: string
}

/** Size of the visitor pool per click of a day. */
const VISITORS = 2.5

function drawDay(random: Random, day: Day): SampleClick[] {
  const weekday = new Date(day.midnight).getUTCDay()
  const { channel, clicksPerDay } = day.stored.link
  // Newsletter clicks peak on Thursday; all other sources grow slightly.
  const rhythm = channel === 'email' ? (weekday === 4 ? 3.6 : 0.55) : (BY_WEEKDAY[weekday] ?? 1)
  const growth = 1.25 - (0.5 * day.daysAgo) / SAMPLE_DAYS
  const count = drawCount(random, clicksPerDay * rhythm * growth)
  const { platforms } = CHANNELS[channel]
  return Array.from({ length: count }, () => {
    const hour = drawWeighted(random, CLICKS_BY_HOUR)
    const at = new Date(day.midnight + hour * HOUR_MS + random.integer(0, HOUR_MS - 1))
    // Some visitors return on the same day.
    const visitor = `${day.daysAgo}/${random.integer(0, Math.floor(VISITORS * count))}`
    return drawClick(random, { ...day, at, platforms, visitor })
  })
}

function drawClick(
  random: Random,
  { projectId, stored, at, platforms, visitor }: Visit,
): SampleClick {
  const { link } = stored
  const traits = CHANNELS[link.channel]
  const platform = drawWeighted(random, platforms)
  const signals = drawSignals(random, platform)
  const country = drawWeighted(random, COUNTRIES)
  const desktopOs = random.chance(0.6) ? 'Windows' : 'macOS'
  const browser = platform === 'desktop' ? 'Chrome' : (traits.inApp ?? browserOf(random, platform))
  const clickId = traits.clickId === null ? {} : { [traits.clickId]: drawBase36(random, 24) }
  const id = drawUuid(random, at)
  const row: NewClick = {
    id,
    projectId,
    linkId: stored.id,
    campaignId: stored.campaignId,
    source: 'link_host',
    platform,
    osVersion: signals.osVersion,
    deviceModel: signals.model,
    country,
    // No address and no user agent, because the product removes both after a day.
    ipPrefixHash: null,
    userAgent: null,
    referer: traits.referrer,
    params: clickId,
    visitorHash: Buffer.from(visitor),
    fbclidCapturedAt: traits.clickId === 'fbclid' ? Math.floor(at.getTime() / 1_000) : null,
    uncountedReason: random.chance(0.03) ? drawWeighted(random, UNCOUNTED) : null,
    profile: formatProfile({
      country,
      platform,
      browser,
      source: traits.utmSource,
      os: platform === 'desktop' ? desktopOs : phoneOs(platform, signals.osVersion),
      referrer: referrerHost(traits.referrer),
    }),
  }
  return { row, at, link, signals }
}

function browserOf(random: Random, platform: string): string {
  if (platform === 'ios') return random.chance(0.9) ? 'Safari' : 'Chrome'
  return random.chance(0.78) ? 'Chrome' : 'Samsung Internet for Android'
}

const NOTHING_REPORTED: MatchSignals = {
  osVersion: null,
  model: null,
  screenWidth: null,
  screenHeight: null,
  pixelRatio: null,
  languages: null,
  timeZone: null,
}

export function drawSignals(random: Random, platform: string): MatchSignals {
  if (platform === 'desktop') return NOTHING_REPORTED
  const isIos = platform === 'ios'
  const [screenWidth, screenHeight] = isIos ? drawWeighted(random, IOS_SCREENS) : [412, 915]
  return {
    osVersion: drawWeighted(random, isIos ? IOS_VERSIONS : ANDROID_VERSIONS),
    model: isIos ? null : drawWeighted(random, ANDROID_MODELS),
    screenWidth,
    screenHeight,
    pixelRatio: isIos ? 3 : 2.625,
    languages: [random.chance(0.7) ? 'de-DE' : 'en-GB'],
    timeZone: 'Europe/Berlin',
  }
}

/** As long as the service keeps device reports. */
const VISIT_DAYS = 8
/** The others left before the landing page had loaded. */
const REPORTS = 0.9

/** Returns what the landing pages of the latest clicks reported. Call it after the installs, which change clicks. */
export function drawVisits(
  random: Random,
  clicks: readonly SampleClick[],
  { until, compared }: { until: Date; compared: ReadonlySet<string> },
): SampleVisit[] {
  const since = until.getTime() - VISIT_DAYS * DAY_MS
  return clicks.flatMap(({ row, at, signals }) => {
    const own = random.fork(row.id)
    const hasLoaded = compared.has(row.id) || own.chance(REPORTS)
    const isReported = row.uncountedReason === null && row.platform !== 'desktop' && hasLoaded
    if (!isReported || at.getTime() < since) return []
    const createdAt = new Date(at.getTime() + REPORT_MS)
    const { id: clickId, linkId, platform } = row
    const signalsSent = { platform, ...reportOf(signals) }
    return [{ id: drawUuid(own, createdAt), clickId, linkId, signals: signalsSent, createdAt }]
  })
}

const REPORT_MS = 400

/** As the landing page writes it. */
function reportOf(signals: MatchSignals): SampleVisit['signals'] {
  const { osVersion, model, screenWidth, screenHeight, pixelRatio, languages, timeZone } = signals
  const report = {
    os_version: osVersion,
    model,
    screen_width: screenWidth,
    screen_height: screenHeight,
    pixel_ratio: pixelRatio,
    languages: languages && [...languages],
    time_zone: timeZone,
  }
  const entries = Object.entries(report)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
