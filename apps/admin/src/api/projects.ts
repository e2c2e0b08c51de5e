import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createApi, unwrap } from './client.js'
import type { paths } from './schema.js'

type NewProject = paths['/api/projects']['post']['requestBody']['content']['application/json']
type ListQuery = NonNullable<paths['/api/projects']['get']['parameters']['query']>

/** For routes that do not belong to one project. */
const api = createApi()

export const projectsKey = ['projects'] as const

/** All projects of the installation, for administrators. */
export const projectsQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: [...projectsKey, query],
    queryFn: ({ signal }) => unwrap(api.GET('/api/projects', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })

export const createProject = (body: NewProject) => unwrap(api.POST('/api/projects', { body }))

/** Deletes the project after seven days. Until then it works as before. */
export const deleteProject = (id: string) =>
  unwrap(api.DELETE('/api/projects/{id}', { params: { path: { id } } }))

export const restoreProject = (id: string) =>
  unwrap(api.POST('/api/projects/{id}/restore', { params: { path: { id } } }))

/** Deletes immediately, without the grace period of other projects. */
export const removeSample = (id: string) =>
  unwrap(api.DELETE('/api/projects/{id}/sample-data', { params: { path: { id } } }))
