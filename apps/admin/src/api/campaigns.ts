import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import type { Span } from '../ui/day-range.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
import { timeZone } from './links.js'
import type { paths } from './schema.js'

export type CampaignInput =
  paths['/api/campaigns']['post']['requestBody']['content']['application/json']
type ListQuery = NonNullable<paths['/api/campaigns']['get']['parameters']['query']>

export const campaignsQuery = (context: ProjectContext, query: ListQuery = {}) =>
  queryOptions({
    queryKey: projectKey(context, 'campaigns', 'list', query),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/campaigns', {
          params: { query: { per_page: 15, page: 1, ...query } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** For a field that selects a campaign; the form omits archived ones. */
export const allCampaignsQuery = (context: ProjectContext) =>
  campaignsQuery(context, { per_page: 100 })

export const campaignQuery = (context: ProjectContext, id: number) =>
  queryOptions({
    queryKey: projectKey(context, 'campaigns', 'one', id),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/campaigns/{id}', { params: { path: { id } }, signal })),
  })

/** The request behind the figures of a campaign. */
export const campaignStatsParams = (span: Span) => ({
  ...span,
  ...{ tz: timeZone(), compare: 'true' as const },
})

export const campaignStatsQuery = (context: ProjectContext, id: number, span: Span) =>
  queryOptions({
    queryKey: projectKey(context, 'campaigns', 'stats', id, span),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/campaigns/{id}/stats', {
          params: { path: { id }, query: campaignStatsParams(span) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })
