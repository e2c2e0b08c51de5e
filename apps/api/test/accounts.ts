import type { Role } from '@throughline/contracts/roles'
import { generateRandomToken } from '@throughline/core/security/random-token'
import { putMember } from '@throughline/db/accounts/members'
import { insertSession } from '@throughline/db/accounts/sessions'
import { insertUser } from '@throughline/db/accounts/users'
import type { TestApi, TestProject } from './harness.js'
import type { TestRequest, TestResponse } from './send-request.js'

export const PASSWORD = 'correct horse battery'

export interface TestUser {
  id: number
  email: string
  name: string
  sessionId: number
  /** The cookie's token. */
  token: string
  /** Options for `api.request`: a call of the panel with this user's session and without a token. */
  session: TestRequest & { headers: Record<string, string> }
}

let count = 0

/** Creates a user with an open session. It has a password only if one is given, because hashing takes time. */
export async function createUser(
  api: TestApi,
  options: { isAdmin?: boolean; password?: string; name?: string; isSignedIn?: boolean } = {},
): Promise<TestUser> {
  count += 1
  const { isAdmin = false, password, name = `User ${count}`, isSignedIn = true } = options
  const email = `user-${count}@example.com`
  const passwordHash = password === undefined ? {} : { passwordHash: await hashOnce(api, password) }
  const { prisma } = api.database
  const { id } = await insertUser(prisma, { email, name, isAdmin, ...passwordHash })
  const { token, hash } = generateRandomToken()
  const opened = { userId: id, tokenHash: hash, userAgent: 'test', isSignedIn }
  const { id: sessionId } = await insertSession(prisma, opened)
  return { id, email, name, sessionId, token, session: panelRequest(api, token) }
}

export function createAdministrator(api: TestApi): Promise<TestUser> {
  return createUser(api, { isAdmin: true })
}

export async function createMemberOf(
  api: TestApi,
  project: TestProject,
  role: Role,
): Promise<TestUser> {
  const user = await createUser(api)
  await putMember(api.database.prisma, { projectId: project.id, userId: user.id }, role)
  return user
}

/** A call of the panel without project key and token; with a cookie if one is given. */
export function panelRequest(
  api: TestApi,
  token?: string,
): TestRequest & { headers: Record<string, string> } {
  const cookie = token === undefined ? {} : { cookie: `${cookieName(api)}=${token}` }
  return { key: null, token: null, headers: { 'x-throughline-panel': '1', ...cookie } }
}

export function cookieName(api: TestApi, use = 'session'): string {
  return `throughline-${use}-${new URL(api.url).port}`
}

/** The values of the cookies that a response sets, by name. */
export function cookiesOf({ headers }: TestResponse): Record<string, string> {
  return Object.fromEntries(
    (headers['set-cookie'] ?? []).map((text) => {
      const [pair = ''] = text.split(';')
      const at = pair.indexOf('=')
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** A call of the panel with the cookies that a response has set. */
export function withCookies(
  answer: TestResponse,
): TestRequest & { headers: Record<string, string> } {
  const cookie = Object.entries(cookiesOf(answer))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  return { key: null, token: null, headers: { 'x-throughline-panel': '1', cookie } }
}

export function signIn(
  api: TestApi,
  body: { email: string; password: string; code?: string },
  request: TestRequest = panelRequest(api),
): Promise<TestResponse> {
  return api.request('POST', '/api/auth/sign-in', { ...request, body })
}

let hashed: { password: string; hash: Promise<string> } | undefined

/** All tests use one password, whose hash is computed once. */
function hashOnce(api: TestApi, password: string): Promise<string> {
  if (hashed?.password !== password) hashed = { password, hash: api.ctx.passwords.hash(password) }
  return hashed.hash
}
