import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
import type { paths } from './schema.js'

type ListQuery = NonNullable<paths['/api/installs']['get']['parameters']['query']>

export const installsQuery = (context: ProjectContext, query: ListQuery) =>
  queryOptions({
    queryKey: projectKey(context, 'installs', query),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/installs', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })

export const explainQuery = (context: ProjectContext, installId: string) =>
  queryOptions({
    queryKey: projectKey(context, 'explain', installId),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/attribution/explain', {
          params: { query: { install_id: installId, near: 'true' } },
          signal,
        }),
      ),
  })
