import { queryOptions } from '@tanstack/react-query'
import { showColors } from '../ui/colors.js'
import { setTimeZone } from '../ui/time-zone.js'
import { ApiError, createApi, unwrap } from './client.js'
import type { components, paths } from './schema.js'

type Account = components['schemas']['Me']

/** A project that the user may open; an administrator without a role in it has every ability. */
export type Membership = Omit<Account['memberships'][number], 'role'> & {
  role: Account['memberships'][number]['role'] | 'administrator'
}
export type Me = Omit<Account, 'memberships'> & { memberships: Membership[] }

type Body<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer Sent } } }
}
  ? Sent
  : never

/** Of routes that are not about one project. */
const api = createApi()

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => readMe(signal),
  staleTime: 60_000,
})

/** The API's maximum. */
const PROJECTS_PER_PAGE = 100

/**
 * Applies the account's time zone and colors to the whole panel. Administrators also see the projects in which they
 * have no role.
 */
async function readMe(signal: AbortSignal): Promise<Me> {
  const me = await unwrap(api.GET('/api/me', { signal }))
  setTimeZone(me.time_zone)
  showColors(me.theme)
  if (!me.is_admin) return me
  const own = new Set(me.memberships.map(({ project_id: id }) => id))
  const others = (await readProjects(signal)).filter(({ id }) => !own.has(id)).map(toMembership)
  return { ...me, memberships: [...me.memberships, ...others] }
}

async function readProjects(
  signal: AbortSignal,
): Promise<components['schemas']['ProjectSummary'][]> {
  const projects: components['schemas']['ProjectSummary'][] = []
  for (let page = 1; ; page += 1) {
    const params = { query: { per_page: PROJECTS_PER_PAGE, page } }
    const { data } = await unwrap(api.GET('/api/projects', { params, signal }))
    projects.push(...data)
    if (data.length < PROJECTS_PER_PAGE) return projects
  }
}

function toMembership(project: components['schemas']['ProjectSummary']): Membership {
  const { id, prefix, name, is_sample, project_key } = project
  const role = 'administrator' as const
  return { project_id: id, prefix, name, role, abilities: ['*'], is_sample, project_key }
}

/** What the sign-in page can offer. It does not change while the API runs. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/auth', { signal })),
  staleTime: Infinity,
})

/** Leaves the panel for the OpenID Connect provider, which sends the browser back. */
export async function openProvider(body: Body<'/api/auth/oidc'>): Promise<void> {
  const { url } = await unwrap(api.POST('/api/auth/oidc', { body }))
  window.location.assign(url)
}

export const signIn = (body: Body<'/api/auth/sign-in'>) =>
  unwrap(api.POST('/api/auth/sign-in', { body }))

export const signOut = () => unwrap(api.POST('/api/auth/sign-out'))

export const reauthenticate = (body: Body<'/api/auth/reauthenticate'>) =>
  unwrap(api.POST('/api/auth/reauthenticate', { body }))

/** What a one-time link is for; reading does not use it. */
export const oneTimeLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['one-time-link', token],
    queryFn: () => unwrap(api.POST('/api/auth/link', { body: { token } })),
    staleTime: Infinity,
    retry: false,
  })

/** Answers every address alike, with what to do next. */
export const forgotPassword = (body: Body<'/api/auth/forgot'>) =>
  unwrap(api.POST('/api/auth/forgot', { body }))

export const resetPassword = (body: Body<'/api/auth/reset'>) =>
  unwrap(api.POST('/api/auth/reset', { body }))

export const joinProject = (body: Body<'/api/auth/join'>) =>
  unwrap(api.POST('/api/auth/join', { body }))

export const openByStartLink = (body: Body<'/api/auth/start'>) =>
  unwrap(api.POST('/api/auth/start', { body }))

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
