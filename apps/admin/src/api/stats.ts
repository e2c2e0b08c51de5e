import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import type { Span } from '../ui/day-range.js'
import { timeZone } from '../ui/time-zone.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
import type { paths } from './schema.js'

type Query = NonNullable<paths['/api/links/{code}/stats']['get']['parameters']['query']>

export type Dimension = NonNullable<Query['group_by']>

/** What is counted: a link by its code, or a campaign by its id. */
export type StatsSubject = { kind: 'link'; code: string } | { kind: 'campaign'; id: number }

export function statsPath(subject: StatsSubject): string {
  return subject.kind === 'link'
    ? `/api/links/${encodeURIComponent(subject.code)}/stats`
    : `/api/campaigns/${subject.id}/stats`
}

/** The same subject as a filter of the lists of clicks and installs. */
export function subjectOf(subject: StatsSubject): { link: string } | { campaign: string } {
  return subject.kind === 'link' ? { link: subject.code } : { campaign: String(subject.id) }
}

/** The request behind the figures of a link or campaign. */
export const statsParams = (span: Span) => ({ ...span, tz: timeZone() })

/** Clicks and installs by day, beside the sums of the period before. */
export const statsQuery = (context: ProjectContext, subject: StatsSubject, span: Span) =>
  read(context, subject, { ...statsParams(span), compare: 'true' })

/** Clicks and installs by the values of a dimension. */
export const groupsQuery = (
  context: ProjectContext,
  subject: StatsSubject,
  { span, by }: { span: Span; by: Dimension },
) => read(context, subject, { ...statsParams(span), group_by: by })

const read = (context: ProjectContext, subject: StatsSubject, query: Query) =>
  queryOptions({
    queryKey: projectKey(context, ...keyOf(subject), query),
    queryFn: ({ signal }) => {
      const { api } = context
      if (subject.kind === 'link') {
        const params = { path: { code: subject.code }, query }
        return unwrap(api.GET('/api/links/{code}/stats', { params, signal }))
      }
      const params = { path: { id: subject.id }, query }
      return unwrap(api.GET('/api/campaigns/{id}/stats', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })

/** Changes of a record also make its statistics stale. */
function keyOf(subject: StatsSubject) {
  return subject.kind === 'link'
    ? (['links', 'stats', subject.code] as const)
    : (['campaigns', 'stats', subject.id] as const)
}
