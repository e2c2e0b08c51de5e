import type { ReplayCandidate, ReplayInstall, Signals } from '../../replay/candidate.js'

/** The points of one signal and its maximum; 0 of 0 if the signal is not comparable. */
export interface Points {
  points: number
  of: number
}

const SKIPPED: Points = { points: 0, of: 0 }
const OTHER_DEVICE_COST = 25

export function comparePoints(install: ReplayInstall, click: ReplayCandidate): Points[] {
  const [app, browser] = [install.signals, click.signals]
  return [
    { points: click.sameFullAddress ? 40 : 25, of: 40 },
    compareScreens(app, browser),
    compareLanguages(app.languages, browser.languages),
    compareTimeZones(app.timeZone, browser.timeZone),
    compareOsVersions(install.platform, app.osVersion, browser.osVersion),
    compareModels(app.model, browser.model),
  ]
}

function either(isEqual: boolean, points: number): Points {
  return { points: isEqual ? points : -OTHER_DEVICE_COST, of: points }
}

type Screen = Pick<Signals, 'screenWidth' | 'screenHeight' | 'pixelRatio'>

function compareScreens(a: Screen, b: Screen): Points {
  const [one, other] = [sidesOf(a), sidesOf(b)]
  if (one === null || other === null) return SKIPPED
  const isNear = (x: number, y: number) => Math.abs(Math.round(x) - Math.round(y)) <= 1
  const isEqual = isNear(one.short, other.short) && isNear(one.long, other.long)
  return either(isEqual && !hasOtherRatio(a.pixelRatio, b.pixelRatio), 15)
}

function sidesOf({ screenWidth: a, screenHeight: b }: Screen) {
  if (!isLength(a) || !isLength(b)) return null
  return { short: Math.min(a, b), long: Math.max(a, b) }
}

function hasOtherRatio(a: number | null, b: number | null): boolean {
  return isLength(a) && isLength(b) && Math.abs(a - b) > 0.02 * Math.max(a, b)
}

function isLength(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && value > 0
}

type Languages = readonly string[] | null

function compareLanguages(a: Languages, b: Languages): Points {
  const [one, other] = [(a ?? []).flatMap(readTag), (b ?? []).flatMap(readTag)]
  if (one[0] === undefined || other[0] === undefined) return SKIPPED
  const shared = [one[0], other[0]].find(({ language }) =>
    [one, other].every((tags) => tags.some((tag) => tag.language === language)),
  )
  if (shared === undefined) return { points: 0, of: 10 }
  const regionsOf = (tags: readonly Tag[]) =>
    tags.flatMap((tag) => (tag.language === shared.language && tag.region ? [tag.region] : []))
  const [regions, otherRegions] = [regionsOf(one), regionsOf(other)]
  if (regions.length === 0 || otherRegions.length === 0) return { points: 10, of: 10 }
  return { points: regions.some((region) => otherRegions.includes(region)) ? 15 : 10, of: 15 }
}

interface Tag {
  language: string
  region: string | null
}

function readTag(text: string): Tag[] {
  const [primary = '', ...subtags] = text.split('-')
  if (!/^[a-z]{2,3}$/i.test(primary)) return []
  const region = subtags.find((subtag) => /^([a-z]{2}|\d{3})$/i.test(subtag))
  return [{ language: primary.toLowerCase(), region: region?.toUpperCase() ?? null }]
}

function compareTimeZones(app: string | null, browser: string | null): Points {
  if (!app || !browser) return SKIPPED
  const [own, browserValue] = [canonicalZone(app), canonicalZone(browser)]
  if (own === browserValue) return { points: 10, of: 10 }
  return browserValue === 'UTC' ? SKIPPED : either(false, 10)
}

const zones = new Map<string, string>()

/** Cached, because Intl takes 0.1 ms per zone and a corpus repeats few zones. */
function canonicalZone(name: string): string {
  const known = zones.get(name)
  if (known !== undefined) return known
  const zone = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  zones.set(name, zone)
  return zone
}

type Version = readonly [major: number, minor: number | null]

function compareOsVersions(
  platform: 'ios' | 'android',
  app: string | null,
  browser: string | null,
): Points {
  const [own, browserValue] = [readVersion(app), readVersion(browser)]
  if (own === null || browserValue === null) return SKIPPED
  const isEqual =
    own[0] === browserValue[0] &&
    (own[1] === null || browserValue[1] === null || own[1] === browserValue[1])
  if (!isEqual && platform === 'ios' && isStandIn(own, browserValue)) return SKIPPED
  return either(isEqual, 10)
}

function readVersion(text: string | null): Version | null {
  const [, major, minor] = /^(\d{1,4})(?:\.(\d{1,4}))?(?:\.\d{1,4}){0,2}$/.exec(text ?? '') ?? []
  return major === undefined ? null : [Number(major), minor === undefined ? null : Number(minor)]
}

/** Versions that browsers report instead of the true one: since iOS 26, and Safari on iOS 16 and 18. */
function isStandIn([major, minor]: Version, [browserMajor, browserMinor]: Version): boolean {
  const isFrozen = major >= 26 && browserMajor === 18 && (browserMinor === 6 || browserMinor === 7)
  return isFrozen || (major === browserMajor && browserMinor === 6 && (minor ?? 0) > 6)
}

function compareModels(app: string | null, browser: string | null): Points {
  const [own, browserValue] = [lettersOf(app), lettersOf(browser)]
  if (own === '' || browserValue === '') return SKIPPED
  return either(own.endsWith(browserValue) || browserValue.endsWith(own), 10)
}

function lettersOf(model: string | null): string {
  return (model ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
