import type { paths } from '../../api/schema.js'
import { platforms, reasons } from '../../texts/evidence.js'
import { toMoments } from '../../ui/day-range.js'

type ListQuery = NonNullable<paths['/api/installs']['get']['parameters']['query']>
export type InstallSearch = Partial<
  Record<'result' | 'reason' | 'platform' | 'link' | 'campaign' | 'from' | 'to' | 'cursor', string>
>

/** What the address says that the API understands; anything else is left out. */
export function toListQuery(filters: InstallSearch): ListQuery {
  const { result, reason, platform, link, campaign, from, to } = filters
  const query: ListQuery = {}
  if (result === 'matched' || result === 'unmatched')
    query.matched = result === 'matched' ? 'true' : 'false'
  if (reason !== undefined && Object.hasOwn(reasons, reason))
    query.reason = reason as NonNullable<ListQuery['reason']>
  if (platform !== undefined && Object.hasOwn(platforms, platform))
    query.platform = platform as 'ios' | 'android'
  if (link !== undefined) query.link = link
  if (campaign !== undefined) query.campaign = Number(campaign)
  return { ...query, ...toMoments({ from, to }) }
}
