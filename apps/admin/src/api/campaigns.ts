import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
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
