import { decodeComponent, pickParameters, type RawPair } from './raw-query.js'
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

export function noUtm(): UtmFields {
  return { ...NONE }
}

/** Resolves each UTM field: from the campaign, then the link, then the query; empty values do not override. */
export function resolveUtm({ campaign, link, incoming }: UtmSources): UtmFields {
  const fields = { ...NONE }
  for (const name of UTM_NAMES)
    fields[name] = campaign?.[name] || link?.[name] || incoming?.[name] || null
  return fields
}

/** Reads the UTM fields of a query. The first non-empty value wins, `+` is a space, an unusable value is omitted. */
export function readUtm(query: string | RawPair[]): UtmFields {
  const decode = (text: string) => decodeComponent(text.replaceAll('+', ' '))
  return pickParameters(query, NONE, { isUsable, decode })
}

export function isUtmName(name: string): name is UtmName {
  return UTM_NAMES.some((known) => known === name)
}

function isUsable(value: string): boolean {
  return value !== '' && value.length <= MAX_UTM_LENGTH && isCleanText(value)
}

// The names are exactly the keys of UtmFields, which fromEntries cannot express.
const NONE = Object.fromEntries(UTM_NAMES.map((name) => [name, null])) as UtmFields
