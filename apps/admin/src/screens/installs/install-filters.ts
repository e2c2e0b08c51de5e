import type { paths } from '../../api/schema.js'
import type { Campaign } from '../../api/types.js'
import { common } from '../../texts/common.js'
import { matchTypes, reasons } from '../../texts/evidence.js'
import { installs as texts } from '../../texts/installs.js'
import { toMoments } from '../../ui/day-range.js'
import type { FilterField } from '../../ui/more-filters.js'

type ListQuery = NonNullable<paths['/api/installs']['get']['parameters']['query']>

export const FILTERS = [
  'result',
  'reason',
  'type',
  'platform',
  'country',
  'os',
  'sdk',
  'link',
  'campaign',
  'fingerprint',
  'test',
  'from',
  'to',
] as const

export type InstallSearch = Partial<Record<(typeof FILTERS)[number] | 'cursor', string>>

const COUNTRY = /^[A-Za-z]{2}$/

const ID = /^\d{1,9}$/

/** What the address says that the API understands; anything else is left out. */
export function toListQuery(filters: InstallSearch): ListQuery {
  const { platform, country, test, os, sdk, link, campaign, fingerprint, from, to } = filters
  return {
    ...toResult(filters),
    ...(platform === 'ios' || platform === 'android' ? { platform } : {}),
    ...(country !== undefined && COUNTRY.test(country) ? { country: country.toUpperCase() } : {}),
    ...(os === undefined ? {} : { os_version: os }),
    ...(sdk === undefined ? {} : { sdk_version: sdk }),
    ...(link === undefined ? {} : { link }),
    ...toCampaign(campaign),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(test === 'true' || test === 'false' ? { test } : {}),
    ...toMoments({ from, to }),
  }
}

function toCampaign(id: string | undefined): Pick<ListQuery, 'campaign'> {
  return id !== undefined && ID.test(id) ? { campaign: Number(id) } : {}
}

function toResult({ result, reason, type }: InstallSearch): ListQuery {
  const query: ListQuery = {}
  if (result === 'matched' || result === 'unmatched')
    query.matched = result === 'matched' ? 'true' : 'false'
  if (reason !== undefined && Object.hasOwn(reasons, reason))
    query.reason = reason as NonNullable<ListQuery['reason']>
  if (type !== undefined && Object.hasOwn(matchTypes, type))
    query.match_type = type as NonNullable<ListQuery['match_type']>
  return query
}

export function filterFields(campaigns: readonly Campaign[]): readonly FilterField[] {
  return [
    { name: 'type', label: texts.matchedBy, options: Object.entries(matchTypes) },
    { name: 'link', label: texts.link, placeholder: texts.linkHint },
    {
      name: 'campaign',
      label: texts.campaign,
      options: campaigns.map(({ id, name }) => [String(id), name]),
    },
    {
      name: 'country',
      label: texts.country,
      placeholder: texts.countryHint,
      pattern: COUNTRY.source,
    },
    { name: 'os', label: texts.osVersion, placeholder: texts.osVersionHint },
    { name: 'sdk', label: texts.sdkVersion, placeholder: texts.sdkVersionHint },
    { name: 'fingerprint', label: texts.fingerprint, placeholder: texts.fingerprintHint },
    { name: 'test', label: texts.tests, options: Object.entries(common.testFilter) },
  ]
}
