import { Agent } from 'node:http'
import { abilitiesOf, permits, role as roleSchema } from '@throughline/contracts/roles'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { isKeyOnly } from '../../src/http/access.js'
import type { Route } from '../../src/http/route.js'
import { accountRoutes, keyedRoutes } from '../../src/routes.js'
import { createMemberOf, createUser, panelRequest, type TestUser } from '../accounts.js'
import { nameOf, pathOf, withoutId } from '../each-route.js'
import { startTestApi, type TestApi } from '../harness.js'
import type { TestRequest, TestResponse } from '../send-request.js'

const ROLES = [...roleSchema.options, 'administrator', 'none'] as const
type TestRole = (typeof ROLES)[number]

let api: TestApi
const users = new Map<TestRole, TestUser>()
/** Connections are kept: the matrix has about two thousand calls. */
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
beforeAll(async () => {
  api = await startTestApi()
  for (const role of roleSchema.options)
    users.set(role, await createMemberOf(api, api.project, role))
  users.set('administrator', await createUser(api, { isAdmin: true }))
  users.set('none', await createMemberOf(api, api.otherProject, 'owner'))
})
afterAll(async () => {
  agent.destroy()
  await api.close()
})

const call = (route: Route, options: TestRequest): Promise<TestResponse> =>
  api.request(route.method.toUpperCase(), pathOf(route), { agent, ...options })

/** The responses to all cases, which run concurrently. */
const forEach = <Case, Result>(
  cases: readonly Case[],
  run: (each: Case) => Promise<Result>,
): Promise<[Case, Result][]> =>
  Promise.all(cases.map(async (each): Promise<[Case, Result]> => [each, await run(each)]))

const outcomeOf = ({ status, body }: TestResponse): unknown =>
  status === 401 || status === 403 ? [status, body.code] : 'passed'

function sessionOf(role: TestRole): TestUser['session'] {
  const user = users.get(role)
  if (user === undefined) throw new Error(`no user is ${role}`)
  return user.session
}

/** The expected response for a role on a route, from docs/api-contract.md, "Roles". */
function expectedOf({ access }: Route, role: Exclude<TestRole, 'none'>): unknown {
  if (access === 'key') return 'passed'
  const ability = access === 'attribution' ? '*' : access.replace('management:', '')
  return permits(abilitiesOf(role), ability) ? 'passed' : [403, 'forbidden']
}

/** The own and another project, named by key or, as viewers do, by id. */
describe.each(keyedRoutes.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  it('permits each role what its abilities permit, with only the cookie', async () => {
    const answers = await forEach(ROLES, async (role) => {
      // The panel names the project by its id, because viewers do not know the key.
      const key = role === 'viewer' || role === 'none' ? api.project.id : api.project.key
      const answer = await call(route, { ...sessionOf(role), key })
      return role === 'none' ? answer.status : outcomeOf(answer)
    })
    expect(answers).toEqual(
      ROLES.map((role) => [role, role === 'none' ? 404 : expectedOf(route, role)]),
    )
  })

  it('shows members nothing of another project, and administrators everything', async () => {
    const missing = await api.request('GET', '/api/webhooks/2147483647')
    const isAllowed = (role: TestRole) => role === 'administrator' || role === 'none'
    const answers = await forEach(ROLES, async (role) => {
      const answer = await call(route, { ...sessionOf(role), key: api.otherProject.key })
      return isAllowed(role) ? outcomeOf(answer) : [answer.status, withoutId(answer.body)]
    })
    expect(answers).toEqual(
      ROLES.map((role) => [role, isAllowed(role) ? 'passed' : [404, withoutId(missing.body)]]),
    )
  })

  it('uses the token if both are sent', async () => {
    const { key, token, id } = api.project
    const both = await forEach(ROLES, async (role) =>
      outcomeOf(await call(route, { headers: sessionOf(role).headers, key, token })),
    )
    expect(both).toEqual(ROLES.map((role) => [role, 'passed']))
    const { headers } = sessionOf('owner')
    const foreign = await call(route, { headers, key, token: api.otherProject.token })
    expect(foreign.status).toBe(404)
    const byId = await call(route, { headers, key: id, token })
    expect(byId.body.code).toBe('unknown_project_key')
  })

  it('uses the key if neither is sent', async () => {
    const answer = await call(route, { ...panelRequest(api), key: api.project.key })
    const expected = isKeyOnly(route.access) ? 'passed' : [401, 'session_required']
    expect(outcomeOf(answer)).toEqual(expected)
    const byId = await call(route, { ...panelRequest(api), key: api.project.id })
    expect([byId.status, byId.body.code]).toEqual([401, 'unknown_project_key'])
  })

  it('rejects a cookie sent by another origin', async () => {
    const { key } = api.project
    const { headers } = sessionOf('owner')
    const send = async (given: Record<string, string>) =>
      outcomeOf(await call(route, { key, token: null, headers: given }))
    const others: Record<string, string>[] = [
      { cookie: String(headers['cookie']) },
      { ...headers, 'x-throughline-panel': 'yes' },
      { ...headers, 'sec-fetch-site': 'cross-site' },
      { ...headers, 'sec-fetch-site': 'same-site', origin: api.url },
      { ...headers, 'sec-fetch-site': 'none' },
      { ...headers, origin: 'https://elsewhere.example' },
      { ...headers, origin: 'null' },
    ]
    const refused = isKeyOnly(route.access) ? await send({}) : [403, 'session_not_same_origin']
    expect(await forEach(others, send)).toEqual(others.map((given) => [given, refused]))
    const same = [
      { ...headers, 'sec-fetch-site': 'same-origin' },
      { ...headers, origin: api.url },
    ]
    const accepted = expectedOf(route, 'owner')
    expect(await forEach(same, send)).toEqual(same.map((given) => [given, accepted]))
  })
})

/** Navigations have their own cases: tickets.test.ts, oidc.test.ts. */
const OWN_CASES = ['public', 'ticket', 'state']
const SIGNED_IN = accountRoutes.filter(({ access }) => !OWN_CASES.includes(access))

describe.each(SIGNED_IN.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  /** A body that the schema rejects, if the route has one: access is checked before the body. */
  const body = route.body === undefined ? {} : { body: [] }
  const passes = ({ status }: TestResponse) => ![401, 403].includes(status)

  it('needs a session, and an administrator where it is about the installation', async () => {
    const isAllowed = (role: TestRole) => route.access === 'session' || role === 'administrator'
    const answers = await forEach(ROLES, async (role) => {
      // A separate session, because some of these routes end it.
      const user = await createUser(api, { isAdmin: role === 'administrator' })
      const answer = await call(route, { ...user.session, ...body })
      return passes(answer) ? 'passed' : answer.body.code
    })
    expect(answers).toEqual(ROLES.map((role) => [role, isAllowed(role) ? 'passed' : 'forbidden']))
  })

  it('rejects a token, and a call without credentials', async () => {
    const { headers } = sessionOf('administrator')
    for (const token of [null, api.project.token]) {
      const given = token === null ? { 'x-throughline-panel': '1' } : headers
      const answer = await call(route, { key: api.project.key, token, headers: given, ...body })
      expect([answer.status, answer.body.code]).toEqual([401, 'session_required'])
    }
  })

  it('rejects a cookie sent by another origin', async () => {
    const { headers } = sessionOf('administrator')
    for (const other of [{ 'x-throughline-panel': '' }, { 'sec-fetch-site': 'cross-site' }]) {
      const given = { token: null, headers: { ...headers, ...other } }
      const answer = await call(route, { ...given, ...body })
      expect([answer.status, answer.body.code]).toEqual([403, 'session_not_same_origin'])
    }
  })
})

const PUBLIC = accountRoutes.filter(({ access }) => access === 'public')

describe.each(PUBLIC.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  it('answers only the panel', async () => {
    const others = [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://elsewhere.example' }]
    for (const [index, other] of others.entries()) {
      const panel = index === 0 ? {} : { 'x-throughline-panel': '1' }
      const answer = await call(route, { token: null, headers: { ...panel, ...other } })
      expect([answer.status, answer.body.code]).toEqual([403, 'session_not_same_origin'])
    }
  })
})

const SENSITIVE = [...keyedRoutes, ...accountRoutes].filter(
  ({ needsRecentSignIn }) => needsRecentSignIn === true,
)

describe.each(SENSITIVE.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  it('needs a password of the last 15 minutes', async () => {
    const user = await createUser(api, { isAdmin: true })
    const send = () =>
      call(route, {
        ...user.session,
        key: api.project.key,
        ...(route.body === undefined ? {} : { body: [] }),
      })
    const signedIn = (secondsAgo: number | null) =>
      api.database.prisma.session.update({
        where: { id: user.sessionId },
        data: {
          signedInAt: secondsAgo === null ? null : new Date(Date.now() - secondsAgo * 1_000),
        },
      })
    for (const secondsAgo of [901, null]) {
      await signedIn(secondsAgo)
      const answer = await send()
      expect([secondsAgo, answer.status, answer.body.code]).toEqual([
        secondsAgo,
        403,
        'reauth_required',
      ])
    }
    await signedIn(870)
    expect((await send()).body.code).not.toBe('reauth_required')
  })
})

it('the sensitive routes are those about secrets, tokens, members, accounts and codes', () => {
  expect(SENSITIVE.map(nameOf).sort()).toEqual([
    'DELETE /api/me/oidc',
    'DELETE /api/me/totp',
    'DELETE /api/project/former-keys/:key',
    'DELETE /api/project/invitations/:id',
    'DELETE /api/project/members/:id',
    'DELETE /api/project/tokens/:id',
    'DELETE /api/projects/:id',
    'DELETE /api/users/:id',
    'GET /api/webhooks/:id/regenerate-secret',
    'POST /api/me/totp',
    'POST /api/project/invitations',
    'POST /api/project/rotate-key',
    'POST /api/project/tokens',
    'POST /api/users',
    'POST /api/users/:id/reset',
    'POST /api/webhooks',
    'POST /api/webhooks/:id/regenerate-secret',
    'POST /api/webhooks/:id/rotate',
    'PUT /api/me/totp',
    'PUT /api/project/invitations/:id',
    'PUT /api/project/members/:id',
    'PUT /api/users/:id',
  ])
})
