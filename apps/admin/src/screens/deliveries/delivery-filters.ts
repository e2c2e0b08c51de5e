import type { paths } from '../../api/schema.js'
import type { Campaign, Delivery } from '../../api/types.js'
import { attempts } from '../../texts/delivery.js'
import { deliveries as texts } from '../../texts/deliveries.js'
import { common } from '../../texts/common.js'
import { toMoments } from '../../ui/day-range.js'
import type { FilterField } from '../../ui/more-filters.js'

type ListQuery = NonNullable<paths['/api/deliveries']['get']['parameters']['query']>

export const MORE_FILTERS = [
  'status',
  'error',
  'link',
  'campaign',
  'install',
  'event',
  'test',
] as const
export const FILTERS = ['state', 'webhook', 'from', 'to', ...MORE_FILTERS] as const

export type DeliverySearch = Partial<
  Record<(typeof FILTERS)[number] | 'view' | 'cursor' | 'replay', string>
>

/** Deliveries that somebody should look at. */
export const ATTENTION: readonly Delivery['state'][] = ['failed', 'retrying', 'held', 'skipped']

const ID = /^\d{1,9}$/
const STATUS = /^[1-5]\d\d$/
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What the address says that the API understands; anything else is left out. */
export function toListQuery(search: DeliverySearch): ListQuery {
  const { webhook, campaign, link, install, event, test, from, to } = search
  return {
    ...toStates(search),
    ...toAnswer(search),
    ...(webhook !== undefined && ID.test(webhook) ? { webhook_id: Number(webhook) } : {}),
    ...(campaign !== undefined && ID.test(campaign) ? { campaign: Number(campaign) } : {}),
    ...(link === undefined ? {} : { link }),
    ...(install !== undefined && UUID.test(install) ? { install_id: install } : {}),
    ...(event === undefined ? {} : { event }),
    ...(test === 'true' || test === 'false' ? { test } : {}),
    ...toMoments({ from, to }),
  }
}

function toAnswer({ status, error }: DeliverySearch): ListQuery {
  const query: ListQuery = {}
  if (status !== undefined && STATUS.test(status)) query.status_code = Number(status)
  if (error !== undefined && Object.hasOwn(attempts.errors, error))
    query.error_class = error as NonNullable<ListQuery['error_class']>
  return query
}

function toStates({ state, view }: DeliverySearch): Pick<ListQuery, 'state'> {
  if (state !== undefined && Object.hasOwn(texts.states, state)) return { state }
  return view === 'all' ? {} : { state: ATTENTION.join(',') }
}

export function filterFields(campaigns: readonly Campaign[]): readonly FilterField[] {
  return [
    { name: 'status', label: texts.status, placeholder: '500', pattern: STATUS.source },
    { name: 'error', label: texts.error, options: Object.entries(attempts.errors) },
    { name: 'link', label: texts.link, placeholder: texts.linkHint },
    {
      name: 'campaign',
      label: texts.campaign,
      options: campaigns.map(({ id, name }) => [String(id), name]),
    },
    {
      name: 'install',
      label: texts.install,
      placeholder: texts.installHint,
      pattern: '[0-9a-fA-F\\-]{36}',
    },
    { name: 'event', label: texts.event, options: Object.entries(texts.events) },
    { name: 'test', label: texts.tests, options: Object.entries(common.testFilter) },
  ]
}
