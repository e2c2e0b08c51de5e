import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
import type { paths } from './schema.js'

export type ClicksFilter = NonNullable<paths['/api/clicks']['get']['parameters']['query']>

export const clicksQuery = (context: ProjectContext, query: ClicksFilter) =>
  queryOptions({
    queryKey: projectKey(context, 'clicks', query),
    queryFn: ({ signal }) => unwrap(context.api.GET('/api/clicks', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
