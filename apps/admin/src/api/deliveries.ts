import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'
import type { paths } from './schema.js'

type ListQuery = NonNullable<paths['/api/deliveries']['get']['parameters']['query']>

/** How often data is read while an attempt or a replay is in progress. */
const UNDER_WAY_MS = 2_000
const LIST_MS = 15_000

export const deliveriesQuery = (context: ProjectContext, query: ListQuery) =>
  queryOptions({
    queryKey: projectKey(context, 'deliveries', 'list', query),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/deliveries', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  })

export const deliveryQuery = (context: ProjectContext, id: string) =>
  queryOptions({
    queryKey: projectKey(context, 'deliveries', 'one', id),
    queryFn: ({ signal }) =>
      unwrap(context.api.GET('/api/deliveries/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state: { data } }) => readAgainMs(isUnderWay(data?.state), false),
  })

/** How often a delivery is read: it changes only while it is under way, and the stream tells when. */
export function readAgainMs(isUnderWay: boolean, isLive: boolean): number | false {
  if (!isUnderWay) return false
  return isLive ? LIST_MS : UNDER_WAY_MS
}

export function isUnderWay(state: string | undefined): boolean {
  return state === 'pending' || state === 'delivering' || state === 'retrying'
}
