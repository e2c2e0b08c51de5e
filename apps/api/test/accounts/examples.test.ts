import { hashRandomToken } from '@throughline/core/security/random-token'
import { createOneTimeLink, type LinkPurpose } from '@throughline/db/accounts/one-time-links'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Route } from '../../src/http/route.js'
import { accountRoutes } from '../../src/routes.js'
import { createUser, panelRequest, PASSWORD, type TestUser } from '../accounts.js'
import { nameOf, pathOf } from '../each-route.js'
import { startTestApi, type TestApi } from '../harness.js'

let api: TestApi
let user: TestUser
beforeAll(async () => {
  api = await startTestApi()
  user = await createUser(api, { isAdmin: true, password: PASSWORD })
  await api.database.prisma.user.update({
    where: { id: user.id },
    data: { email: 'ada@example.com' },
  })
})
afterAll(() => api.close())

/** A link with the token of the example. */
async function createLink({ example }: Route, purpose: LinkPurpose): Promise<void> {
  const { prisma } = api.database
  await prisma.oneTimeLink.deleteMany()
  const { record } = await createOneTimeLink(prisma, purpose, 'cli')
  const { token } = example as { token: string }
  const tokenHash = Uint8Array.from(hashRandomToken(token))
  await prisma.oneTimeLink.update({ where: { id: record.id }, data: { tokenHash } })
}

const invitation = { email: 'new@example.com', role: 'viewer' } as const
const PREPARATIONS: Record<string, (route: Route) => Promise<unknown>> = {
  'POST /api/auth/link': (route) =>
    createLink(route, { kind: 'invitation', projectId: api.project.id, ...invitation }),
  'POST /api/auth/join': (route) =>
    createLink(route, { kind: 'invitation', projectId: api.project.id, ...invitation }),
  'POST /api/auth/reset': async (route) => {
    const { id: userId } = await createUser(api)
    await createLink(route, { kind: 'reset', userId, clearsTotp: false })
  },
  'POST /api/auth/start': (route) => createLink(route, { kind: 'start', userId: user.id }),
}
/** The code of the first depends on the time; the second needs a provider and is sent by oidc.test.ts. */
const SENT_ELSEWHERE = ['PUT /api/me/totp', 'POST /api/auth/oidc']

const withBody = accountRoutes.filter((route) => route.body !== undefined)

it.each(
  withBody
    .filter((route) => !SENT_ELSEWHERE.includes(nameOf(route)))
    .map((route) => [nameOf(route), route] as const),
)('the example of %s succeeds as it is', async (name, route) => {
  await PREPARATIONS[name]?.(route)
  const other = await createUser(api)
  const answer = await api.request(
    route.method.toUpperCase(),
    pathOf(route, { id: String(other.id) }),
    { ...(route.access === 'public' ? panelRequest(api) : user.session), body: route.example },
  )
  expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
})
