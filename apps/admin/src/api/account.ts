import { queryOptions } from '@tanstack/react-query'
import { createApi, unwrap } from './client.js'
import type { paths } from './schema.js'

type Sent<Path extends keyof paths, Method extends 'post' | 'put'> =
  paths[Path] extends Record<
    Method,
    { requestBody?: { content: { 'application/json': infer Body } } }
  >
    ? Body
    : never

/** For routes that do not belong to one project. */
const api = createApi()

/** One page is enough: an installation has few administrators and users. */
const MOST = 100

export const sessionsKey = ['sessions'] as const

export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => unwrap(api.GET('/api/me/sessions', { signal })),
})

export const endSession = (id: number) =>
  unwrap(api.DELETE('/api/me/sessions/{id}', { params: { path: { id } } }))

export const endOtherSessions = () => unwrap(api.DELETE('/api/me/sessions'))

export const saveMe = (body: Sent<'/api/me', 'put'>) => unwrap(api.PUT('/api/me', { body }))

export const changePassword = (body: Sent<'/api/me/password', 'put'>) =>
  unwrap(api.PUT('/api/me/password', { body }))

export const startTotp = () => unwrap(api.POST('/api/me/totp'))

export const confirmTotp = (code: string) => unwrap(api.PUT('/api/me/totp', { body: { code } }))

export const removeTotp = () => unwrap(api.DELETE('/api/me/totp'))

export const removeIdentity = () => unwrap(api.DELETE('/api/me/oidc'))

export const usersKey = ['users'] as const

/** The request behind the list of users. */
export const usersParams = (cursor: string | undefined) => ({
  limit: MOST,
  ...(cursor === undefined ? {} : { cursor }),
})

export const usersQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...usersKey, cursor],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/users', { params: { query: usersParams(cursor) }, signal })),
  })

export const createUser = (body: Sent<'/api/users', 'post'>) =>
  unwrap(api.POST('/api/users', { body }))

export const saveUser = (id: number, body: Sent<'/api/users/{id}', 'put'>) =>
  unwrap(api.PUT('/api/users/{id}', { params: { path: { id } }, body }))

export const removeUser = (id: number) =>
  unwrap(api.DELETE('/api/users/{id}', { params: { path: { id } } }))

export const resetUser = (id: number, totp: boolean) =>
  unwrap(api.POST('/api/users/{id}/reset', { params: { path: { id } }, body: { totp } }))
