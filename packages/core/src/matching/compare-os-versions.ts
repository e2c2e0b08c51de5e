import type { MatchPlatform, Outcome } from './match-types.js'

type Version = readonly [major: number, minor: number | null]

/** Compares the first two numbers if both report them. Versions that browsers fake are not comparable. */
export function compareOsVersions(
  platform: MatchPlatform,
  app: string | null,
  browser: string | null,
): Outcome {
  const [own, reported] = [readVersion(app), readVersion(browser)]
  if (own === null || reported === null) return 'not_comparable'
  if (isEqual(own, reported)) return 'agrees'
  if (platform === 'ios' && isStandIn(own, reported)) return 'not_comparable'
  return 'differs'
}

export function osVersionBucket(version: string | null): string {
  const read = readVersion(version)
  if (read === null) return ''
  const [major, minor] = read
  return minor === null ? String(major) : `${major}.${minor}`
}

function readVersion(text: string | null): Version | null {
  const [, major, minor] = /^(\d{1,4})(?:\.(\d{1,4}))?(?:\.\d{1,4}){0,2}$/.exec(text ?? '') ?? []
  return major === undefined ? null : [Number(major), minor === undefined ? null : Number(minor)]
}

function isEqual([major, minor]: Version, [otherMajor, otherMinor]: Version): boolean {
  return major === otherMajor && (minor === null || otherMinor === null || minor === otherMinor)
}

/** The first iOS whose browsers report an older version, 18.6 or 18.7. */
const FIRST_FROZEN_IOS = 26

/** The last minor version with its own Safari: iOS 16.7 and 18.7 report that of 16.6 and 18.6. */
const LAST_OWN_SAFARI = 6

function isStandIn([major, minor]: Version, [browserMajor, browserMinor]: Version): boolean {
  const isFrozen =
    major >= FIRST_FROZEN_IOS && browserMajor === 18 && (browserMinor === 6 || browserMinor === 7)
  const isLateSafari =
    major === browserMajor && browserMinor === LAST_OWN_SAFARI && (minor ?? 0) > LAST_OWN_SAFARI
  return isFrozen || isLateSafari
}
