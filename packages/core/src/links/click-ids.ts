import { decodeComponent, pickParameters, type RawPair } from './raw-query.js'
import { isCleanText } from '@throughline/contracts/text'

/** The ad networks' click ids, in the order of docs/api-contract.md, "Click ids". */
export const CLICK_ID_NAMES = [
  'gclid',
  'gbraid',
  'fbclid',
  'ttclid',
  'twclid',
  'li_fat_id',
  'wbraid',
  'msclkid',
  'dclid',
] as const

export type ClickIdName = (typeof CLICK_ID_NAMES)[number]
export type ClickIds = Record<ClickIdName, string | null>

export const MAX_CLICK_ID_LENGTH = 2048

export function noClickIds(): ClickIds {
  return { ...NONE }
}

// The names are exactly the keys of ClickIds, which fromEntries cannot express.
const NONE = Object.fromEntries(CLICK_ID_NAMES.map((name) => [name, null])) as ClickIds

/** Reads the click ids of a query. `+` stays `+`, the first non-empty value wins, and an unusable value is omitted. */
export function readClickIds(query: string | RawPair[]): ClickIds {
  return pickParameters(query, NONE, { isUsable, decode: decodeComponent })
}

function isUsable(value: string): boolean {
  return value !== '' && value.length <= MAX_CLICK_ID_LENGTH && isCleanText(value)
}
