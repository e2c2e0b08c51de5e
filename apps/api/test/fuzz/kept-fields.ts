import { isDeepStrictEqual } from 'node:util'
import type { Fields, KnownRecord } from './tenant.js'

/** Fields that no caller writes, so that sending them changes nothing. */
const READ_ONLY = new Set([
  'id',
  'project_id',
  'secret',
  'token',
  'created_at',
  'updated_at',
  'created_by',
  'version',
  'short_url',
  'link_host',
  'clicked_count',
  'installs',
  'campaign_name',
  'last_used_at',
  'verification',
  'verified_at',
  'grace_ends_at',
  'user_id',
])

/** Fields that change by themselves or with other records. */
const CHANGING = new Set([
  'version',
  'updated_at',
  'clicked_count',
  'installs',
  'campaign_name',
  'last_used_at',
  'verification',
  'verified_at',
  'grace_ends_at',
  'default_link_host',
  'checked_at',
  'problem',
  'status',
  'hints',
  'secret',
  'token',
  'project_key',
  'former_keys',
])

/** The value that a record shows for a field without a value. */
const DERIVED = new Set([
  'actual_url',
  'ios_url',
  'android_url',
  'min_confidence',
  'deliver_sdk_tests',
])

const TIMES = new Set(['expires_at'])
const OTHER_NAMES = [
  ['is_deep_link', 'is_deeplink'],
  ['url', 'actual_url'],
] as const

/** A link's fields under the names of its record. */
export function plainNames(sent: Fields): Fields {
  const plain = { ...sent }
  for (const [alias, name] of OTHER_NAMES) {
    if (sent[alias] !== undefined) plain[name] ??= sent[alias]
  }
  return plain
}

/** Merges two requests about one record: fields that the later one omits stay, also in nested objects. */
export function mergeSent(before: Fields, later: Fields): Fields {
  const merged: Fields = { ...before }
  for (const [name, value] of Object.entries(later)) {
    const kept = before[name]
    merged[name] = isObject(kept) && isObject(value) ? mergeSent(kept, value) : value
  }
  return merged
}

/** The fields of a record that differ from what was sent for them, with both values. */
export function lostFields(sent: Fields, record: Fields): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    if (READ_ONLY.has(name) || !Object.hasOwn(record, name)) return []
    if (value === null && DERIVED.has(name)) return []
    return lost(name, value, record[name])
  })
}

function lost(name: string, sent: unknown, stored: unknown): string[] {
  if (isObject(sent) && isObject(stored)) {
    const missing = Object.entries(sent).flatMap(([key, value]) =>
      value === null || Object.hasOwn(stored, key) ? [] : [`${name}.${key} is missing`],
    )
    return [...missing, ...lostFields(sent, stored).map((text) => `${name}.${text}`)]
  }
  if (typeof sent === 'number' && isSameNumber(sent, stored)) return []
  if (isDeepStrictEqual(expected(name, sent), TIMES.has(name) ? timeOf(stored) : stored)) return []
  return [`${name}: sent ${JSON.stringify(sent)}, stored ${JSON.stringify(stored)}`]
}

/** Some columns have single precision. */
function isSameNumber(sent: number, stored: unknown): boolean {
  return typeof stored === 'number' && Math.abs(sent - stored) <= 1e-6 * Math.abs(sent)
}

function expected(name: string, sent: unknown): unknown {
  if (TIMES.has(name)) return timeOf(sent)
  const isTexts = Array.isArray(sent) && sent.every((item) => typeof item === 'string')
  return isTexts ? [...new Set(sent)] : sent
}

const timeOf = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : value)

/** The differences between two readings of a record without a write in between. */
export function changedFields(before: Fields, after: Fields): string[] {
  return Object.entries(before).flatMap(([name, value]) =>
    CHANGING.has(name) || DERIVED.has(name) || isDeepStrictEqual(value, after[name])
      ? []
      : [`${name}: was ${JSON.stringify(value)}, is ${JSON.stringify(after[name])}`],
  )
}

/** Everything that is wrong in one reading of a record. */
export function faultsOf(known: KnownRecord, read: Fields): string[] {
  return [...lostFields(known.sent, read), ...changedFields(known.answered, read)]
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
