import { DIMENSIONS } from '@throughline/contracts/stats'

export { DIMENSIONS }

export type Dimension = (typeof DIMENSIONS)[number]

/** Null if unknown. `platform` is always known. */
export type ClickProfile = Record<Dimension, string | null>

const SEPARATOR = '\t'
const MAX_LENGTH = 100

/** Formats the profile as text, with a tab between the values. Unknown values are empty. */
export function formatProfile(profile: Readonly<Partial<ClickProfile>>): string {
  let text = clean(profile.country)
  for (const dimension of REST) text += SEPARATOR + clean(profile[dimension])
  return text
}

const [, ...REST] = DIMENSIONS

/** A profile must not contain its separator. */
const CONTROLS = /[\0-\x1f\x7f]+/g
/** Without the flag g: a global expression keeps `lastIndex` between calls of `test`. */
const CONTROL = /[\0-\x1f\x7f]/

function clean(value: string | null | undefined): string {
  if (!value) return ''
  const text = value.length > MAX_LENGTH ? cut(value) : value
  return CONTROL.test(text) ? text.replace(CONTROLS, ' ') : text
}

/** PostgreSQL rejects half of a surrogate pair. */
function cut(value: string): string {
  return value.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, '')
}

/** `iOS 17`, `Android 14`; null for an unknown version and for other platforms. */
export function phoneOs(platform: string, version: string | null): string | null {
  const name = PHONES[platform]
  const major = version === null ? undefined : /^\d+/.exec(version)?.[0]
  return name === undefined || major === undefined ? null : `${name} ${major}`
}

const PHONES: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' }

/** Returns the host of a Referer header without `www.`, the app's name for `android-app://`, or null. */
export function referrerHost(referer: string | null): string | null {
  if (referer === null) return null
  const host = HOST.exec(referer)?.[1]?.toLowerCase()
  return host === undefined ? null : host.replace(/^www\./, '')
}

const HOST = /^(?:https?|android-app):\/\/([A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*)(?=[:/?#]|$)/
