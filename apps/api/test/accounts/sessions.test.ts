import { putMember } from '@throughline/db/accounts/members'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  cookiesOf,
  createMemberOf,
  createUser,
  panelRequest,
  PASSWORD,
  signIn,
  withCookies,
  type TestUser,
} from '../accounts.js'
import { startTestApi, type TestApi } from '../harness.js'

let api: TestApi
let user: TestUser
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  user = await createMemberOf(api, api.project, 'editor')
})
afterAll(() => api.close())

const DAY_MS = 86_400_000
const isOpen = async (request: object) =>
  (await api.request('GET', '/api/me', request)).status === 200
const change = (data: { lastSeenAt?: Date; expiresAt?: Date }) =>
  api.database.prisma.session.update({ where: { id: user.sessionId }, data })
const inProject = (method: string, path: string, body?: object) =>
  api.request(method, path, { ...user.session, key: api.project.id, ...(body && { body }) })

describe('a session', () => {
  it('ends after 14 days without use, and after 30 days in any case', async () => {
    await change({ lastSeenAt: new Date(Date.now() - 13.9 * DAY_MS) })
    expect(await isOpen(user.session)).toBe(true)
    const row = await api.database.prisma.session.findUniqueOrThrow({
      where: { id: user.sessionId },
    })
    expect(Date.now() - row.lastSeenAt.getTime()).toBeLessThan(60_000)
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(30 * DAY_MS)
    await change({ lastSeenAt: new Date(Date.now() - 14.1 * DAY_MS) })
    expect(await isOpen(user.session)).toBe(false)
    await change({ lastSeenAt: new Date(), expiresAt: new Date(Date.now() - 1_000) })
    expect(await isOpen(user.session)).toBe(false)
    const answer = await api.request('GET', '/api/me', user.session)
    expect([answer.status, answer.body.code]).toEqual([401, 'session_required'])
  })

  it('permits what the role permits at the next request', async () => {
    const write = () => inProject('PUT', '/api/project/apps', { android: [], ios: [] })
    expect((await write()).status).toBe(200)
    const key = { projectId: api.project.id, userId: user.id }
    await putMember(api.database.prisma, key, 'viewer')
    const lowered = await write()
    expect([lowered.status, lowered.body.code]).toEqual([403, 'forbidden'])
    expect(lowered.body.detail).toContain('your role in this project is viewer')
    await api.database.prisma.projectMember.deleteMany({ where: { userId: user.id } })
    expect((await write()).status).toBe(404)
    await api.database.prisma.user.delete({ where: { id: user.id } })
    expect((await write()).status).toBe(401)
  })

  it('is not read from a wrong or cut cookie', async () => {
    for (const token of ['', 'x', user.token.slice(1), `${user.token}x`, `"${user.token}"`])
      expect([token, await isOpen(panelRequest(api, token))]).toEqual([token, false])
  })

  it('does not depend on sdk_scopes, and its role decides on SDK routes', async () => {
    const { prisma } = api.database
    await prisma.project.update({ where: { id: api.project.id }, data: { sdkScopes: [] } })
    const made = await inProject('POST', '/api/links', { actual_url: 'https://a.example/' })
    expect(made.status).toBe(201)
    const key = { projectId: api.project.id, userId: user.id }
    await putMember(prisma, key, 'viewer')
    const refused = await inProject('POST', '/api/links', { actual_url: 'https://a.example/' })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  })

  it('is the actor in audit log and idempotency', async () => {
    const other = await createMemberOf(api, api.project, 'owner')
    const send = (who: TestUser, name: string) =>
      api.request('POST', '/api/links', {
        key: api.project.id,
        token: null,
        body: { actual_url: 'https://a.example/', name },
        headers: { ...who.session.headers, 'idempotency-key': 'same' },
      })
    const first = await send(user, 'first')
    expect((await send(user, 'first')).body).toEqual(first.body)
    expect((await send(other, 'other')).body.code).not.toBe(first.body.code)
    const { body } = await api.request('GET', '/api/audit?action=link.create&limit=2', {
      ...user.session,
      key: api.project.id,
    })
    const rows = (body as { data: Record<string, unknown>[] }).data
    expect(
      rows.map(({ actor, actor_name, actor_role }) => [actor, actor_name, actor_role]),
    ).toEqual([
      [`user:${other.id}`, other.name, 'owner'],
      [`user:${user.id}`, user.name, 'editor'],
    ])
  })
})

describe('/api/me/sessions', () => {
  it('lists ids and never tokens, and ends one or all others', async () => {
    const owner = await createUser(api, { password: PASSWORD })
    const body = { email: owner.email, password: PASSWORD }
    const signedIn = await signIn(api, body)
    const second = withCookies(signedIn)
    const third = withCookies(await signIn(api, body))
    const listed = await api.request('GET', '/api/me/sessions', second)
    const rows = (listed.body as { data: { id: number; is_current: boolean }[] }).data
    expect(rows.map(({ is_current }) => is_current)).toEqual([false, true, false])
    for (const token of [owner.token, ...Object.values(cookiesOf(signedIn))])
      expect(listed.text).not.toContain(token)

    const path = `/api/me/sessions/${rows[0]?.id}`
    // Another user's session gets the same response as a missing one.
    expect((await api.request('DELETE', path, user.session)).status).toBe(404)
    expect((await api.request('DELETE', path, second)).body).toEqual({ ended: 1 })
    expect([await isOpen(third), await isOpen(owner.session)]).toEqual([false, true])
    expect((await api.request('DELETE', '/api/me/sessions', second)).body).toEqual({ ended: 1 })
    expect([await isOpen(second), await isOpen(owner.session)]).toEqual([true, false])
  })
})

describe('/api/me', () => {
  it('returns projects, roles and abilities, and the key except to viewers', async () => {
    const key = { projectId: api.otherProject.id, userId: user.id }
    await putMember(api.database.prisma, key, 'viewer')
    const { body } = await api.request('GET', '/api/me', user.session)
    expect(body.memberships).toEqual([
      expect.objectContaining({ prefix: 'acme', role: 'editor', project_key: api.project.key }),
      expect.objectContaining({ prefix: 'other', role: 'viewer', project_key: null }),
    ])
    const abilities = (body as { memberships: { abilities: string[] }[] }).memberships[1]?.abilities
    expect(abilities?.every((ability) => ability.endsWith(':read'))).toBe(true)
    const read = async (project: string) =>
      (await api.request('GET', '/api/project', { ...user.session, key: project })).body
        .project_key as unknown
    expect([await read(api.project.id), await read(api.otherProject.id)]).toEqual([
      api.project.key,
      null,
    ])
  })

  it('keeps name, time zone and theme', async () => {
    const put = (body: object) => api.request('PUT', '/api/me', { ...user.session, body })
    const changed = await put({ name: 'Ada', time_zone: 'Europe/Berlin', theme: 'dark' })
    expect(changed.body).toMatchObject({ name: 'Ada', time_zone: 'Europe/Berlin', theme: 'dark' })
    expect((await put({ time_zone: null })).body).toMatchObject({ name: 'Ada', time_zone: null })
    for (const body of [{ time_zone: 'Nowhere' }, { theme: 'blue' }, { name: '' }])
      expect((await put(body)).status).toBe(422)
  })
})

describe('in production', () => {
  it('sign-in needs https or this machine, and cookies are __Host- and Secure with https', async () => {
    const start = (PUBLIC_URL: string) =>
      startTestApi({ env: { NODE_ENV: 'production', PUBLIC_URL, DELIVERY_ALLOW_NETS: '' } })
    for (const [url, canSignIn, name] of [
      ['http://panel.example', false, ''],
      ['https://panel.example', true, '__Host-throughline-session'],
      ['http://localhost:8080', true, 'throughline-session'],
    ] as const) {
      const production = await start(url)
      try {
        const host = new URL(url).hostname
        const panel = { ...panelRequest(production), host }
        const methods = await production.request('GET', '/api/auth', panel)
        expect([url, methods.body.password]).toEqual([url, canSignIn])
        const made = await createUser(production, { password: PASSWORD })
        const answer = await signIn(production, { email: made.email, password: PASSWORD }, panel)
        if (!canSignIn) {
          expect([answer.status, answer.body.code]).toEqual([403, 'https_required'])
          continue
        }
        expect(Object.keys(cookiesOf(answer))[0]).toBe(name)
        const isSecure = (answer.headers['set-cookie'] ?? []).every((text) =>
          text.endsWith('; Secure'),
        )
        expect(isSecure).toBe(url.startsWith('https:'))
        const session = { ...withCookies(answer), host }
        expect((await production.request('GET', '/api/me', session)).status).toBe(200)
      } finally {
        await production.close()
      }
    }
  })
})
