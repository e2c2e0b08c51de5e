import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import type { Span } from '../ui/day-range.js'
import { timeZone } from '../ui/time-zone.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'

const READ_AGAIN_MS = 60_000

/** The request behind the overview. */
export const overviewParams = (span: Span) => ({
  ...span,
  tz: timeZone(),
  compare: 'true' as const,
})

export const overviewQuery = (context: ProjectContext, span: Span) =>
  queryOptions({
    queryKey: projectKey(context, 'overview', overviewParams(span)),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/overview', { params: { query: overviewParams(span) }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: READ_AGAIN_MS,
  })
