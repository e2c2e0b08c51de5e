import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
import { timeZone } from './links.js'

const READ_AGAIN_MS = 60_000

export const overviewQuery = (context: ProjectContext, days: number) =>
  queryOptions({
    queryKey: projectKey(context, 'overview', days),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/overview', {
          params: { query: { days, tz: timeZone(), compare: 'true' } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: READ_AGAIN_MS,
  })
