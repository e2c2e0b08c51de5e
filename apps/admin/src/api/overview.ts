import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
import { timeZone } from './links.js'

const READ_AGAIN_MS = 60_000

/** The last days up to today, or the days between two dates. */
export type OverviewSpan = { days: number } | { from: string; to: string }

export const overviewQuery = (context: ProjectContext, span: OverviewSpan) =>
  queryOptions({
    queryKey: projectKey(context, 'overview', span),
    queryFn: ({ signal }) =>
      unwrap(
        context.api.GET('/api/overview', {
          params: { query: { ...span, tz: timeZone(), compare: 'true' } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: READ_AGAIN_MS,
  })
