import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi, unwrap } from './client.js'
import type { paths } from './schema.js'

type AuditQuery = NonNullable<paths['/api/system/audit']['get']['parameters']['query']>

const LOOK_MS = 10_000

/** Of routes that are not about one project. */
const api = createApi()

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/system', { signal })),
  refetchInterval: LOOK_MS,
})

export const systemAuditQuery = (query: AuditQuery) =>
  queryOptions({
    queryKey: ['system', 'audit', query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/system/audit', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
