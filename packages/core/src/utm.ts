import { decodeComponent, splitRawQuery } from './raw-query.js'
import { isCleanText } from '@throughline/contracts/text'

export const UTM_NAMES = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const

export type UtmName = (typeof UTM_NAMES)[number]
export type UtmFields = Record<UtmName, string | null>

const MAX_UTM_LENGTH = 512

export type UtmSources = {
  campaign?: Partial<UtmFields> | null
  link?: Partial<UtmFields> | null
  incoming?: Partial<UtmFields> | null
}

/** No UTM at all. */
export function noUtm(): UtmFields {
  return pick(() => null)
}

/**
 * Decides each UTM field by itself: the campaign's, else the link's, else the incoming query's.
 * Neither null nor an empty text overrides (contract §5).
 */
export function resolveUtm({ campaign, link, incoming }: UtmSources): UtmFields {
  return pick((name) => campaign?.[name] || link?.[name] || incoming?.[name] || null)
}

/**
 * Reads the UTM fields of a query string; the first that is not empty wins. As forms write them,
 * `+` is a space. A value that is too long or cannot be stored is absent.
 */
export function readUtm(rawQuery: string): UtmFields {
  const pairs = splitRawQuery(rawQuery).map(([name, value]): [string, string] => [
    decodeComponent(name),
    decodeComponent(value.replaceAll('+', ' ')),
  ])
  return pick(
    (wanted) => pairs.find(([name, value]) => name === wanted && isUsable(value))?.[1] ?? null,
  )
}

export function isUtmName(name: string): name is UtmName {
  return UTM_NAMES.some((known) => known === name)
}

function isUsable(value: string): boolean {
  return value !== '' && value.length <= MAX_UTM_LENGTH && isCleanText(value)
}

function pick(valueOf: (name: UtmName) => string | null): UtmFields {
  // The names are exactly the keys of UtmFields, which fromEntries cannot know.
  return Object.fromEntries(UTM_NAMES.map((name) => [name, valueOf(name)])) as UtmFields
}
