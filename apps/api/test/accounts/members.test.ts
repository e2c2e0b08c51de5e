import { putMember } from '@throughline/db/accounts/members'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  createMemberOf,
  createUser,
  panelRequest,
  PASSWORD,
  withCookies,
  type TestUser,
} from '../accounts.js'
import { startTestApi, type TestApi } from '../harness.js'

let api: TestApi
let owner: TestUser
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await api.database.prisma.user.deleteMany()
  owner = await createMemberOf(api, api.project, 'owner')
})
afterAll(() => api.close())

const as = (user: TestUser, method: string, path: string, body?: object) =>
  api.request(method, path, { ...user.session, key: api.project.id, ...(body && { body }) })
const roleOf = async (user: TestUser): Promise<string | undefined> => {
  const where = { projectId_userId: { projectId: api.project.id, userId: user.id } }
  return (await api.database.prisma.projectMember.findUnique({ where }))?.role
}

describe('/api/project/members', () => {
  it('lists the project’s own, in pages, and how they sign in', async () => {
    const viewer = await createMemberOf(api, api.project, 'viewer')
    const identity = { oidcIssuer: 'https://id.example', oidcSubject: '7' }
    await api.database.prisma.user.update({ where: { id: viewer.id }, data: identity })
    await createMemberOf(api, api.otherProject, 'owner')
    const { body } = await as(viewer, 'GET', '/api/project/members')
    expect(body.data).toEqual([
      {
        id: viewer.id,
        email: viewer.email,
        name: viewer.name,
        role: 'viewer',
        has_password: false,
        has_totp: false,
        has_oidc: true,
        created_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ id: owner.id, role: 'owner', has_oidc: false }),
    ])
    const first = await as(viewer, 'GET', '/api/project/members?limit=1')
    const rest = await as(
      viewer,
      'GET',
      `/api/project/members?limit=1&cursor=${String(first.body.next_cursor)}`,
    )
    expect(rest.body).toMatchObject({ data: [{ id: owner.id }], next_cursor: null })
  })

  it('changes a role, but never that of the last owner', async () => {
    const path = (user: TestUser) => `/api/project/members/${user.id}`
    const refused = [
      await as(owner, 'PUT', path(owner), { role: 'editor' }),
      await as(owner, 'DELETE', path(owner)),
    ]
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'last_owner'])
    const second = await createMemberOf(api, api.project, 'viewer')
    expect((await as(owner, 'PUT', path(second), { role: 'owner' })).body.role).toBe('owner')
    expect((await as(owner, 'PUT', path(owner), { role: 'editor' })).status).toBe(200)
    expect([await roleOf(owner), await roleOf(second)]).toEqual(['editor', 'owner'])
    const stranger = await createMemberOf(api, api.otherProject, 'viewer')
    expect((await as(second, 'PUT', path(stranger), { role: 'owner' })).status).toBe(404)
  })

  it('keeps one owner when the last two leave at the same time', async () => {
    const second = await createMemberOf(api, api.project, 'owner')
    const answers = await Promise.all([
      as(owner, 'DELETE', `/api/project/members/${owner.id}`),
      as(second, 'DELETE', `/api/project/members/${second.id}`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('lists the tokens of a removed member, and revokes them if asked', async () => {
    const leaving = await createMemberOf(api, api.project, 'owner')
    const create = async (token: string | null, name: string) => {
      const session = token === null ? leaving.session : { token }
      const request = { ...session, key: api.project.key, body: { name } }
      return (await api.request('POST', '/api/project/tokens', request)).body as {
        id: number
        token: string
      }
    }
    const first = await create(null, 'first')
    const child = await create(first.token, 'child')
    const path = `/api/project/members/${leaving.id}`
    const kept = await as(owner, 'DELETE', path)
    const names = [
      { id: first.id, name: 'first' },
      { id: child.id, name: 'child' },
    ]
    expect(kept.body).toEqual({ id: leaving.id, deleted: true, tokens: names, revoked_tokens: [] })
    const use = async () =>
      (await api.request('GET', '/api/webhooks', { token: first.token })).status
    expect(await use()).toBe(200)

    await putMember(api.database.prisma, { projectId: api.project.id, userId: leaving.id }, 'owner')
    const revoked = await as(owner, 'DELETE', `${path}?revoke_tokens=true`)
    expect(revoked.body).toMatchObject({ tokens: [], revoked_tokens: names })
    expect(await use()).toBe(401)
  })

  it('rejects a caller with fewer abilities than the granted role', async () => {
    const viewer = await createMemberOf(api, api.project, 'viewer')
    const token = await api.createToken(api.project, { abilities: ['members:write', 'links:read'] })
    const send = (method: string, path: string, body?: object) =>
      api.request(method, path, { token, ...(body && { body }) })
    const path = `/api/project/members/${viewer.id}`
    const invitation = { email: 'eve@example.com', role: 'owner' }
    for (const answer of [
      await send('PUT', path, { role: 'owner' }),
      await send('DELETE', `/api/project/members/${owner.id}`),
      await send('POST', '/api/project/invitations', invitation),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect((await api.request('PUT', path, { body: { role: 'editor' } })).status).toBe(200)
  })
})

describe('/api/project/invitations', () => {
  it('changes the role of an open invitation, and keeps its link', async () => {
    const body = { email: 'grace@example.com', role: 'viewer' }
    const made = (await as(owner, 'POST', '/api/project/invitations', body)).body as {
      id: number
      expires_at: string
      url: string
    }
    const path = `/api/project/invitations/${made.id}`
    const changed = await as(owner, 'PUT', path, { role: 'editor' })
    expect(changed.body).toMatchObject({ role: 'editor', expires_at: made.expires_at })
    const joined = await api.request('POST', '/api/auth/join', {
      ...panelRequest(api),
      body: { token: made.url.split('#')[1], name: 'Grace', new_password: PASSWORD },
    })
    expect(joined.status).toBe(200)
    const me = await api.request('GET', '/api/me', withCookies(joined))
    expect(me.body.memberships).toMatchObject([{ role: 'editor' }])
    expect((await as(owner, 'PUT', path, { role: 'viewer' })).status).toBe(404)
  })

  it('grants no role beyond the caller’s own, and none in another project', async () => {
    const body = { email: 'grace@example.com', role: 'viewer' }
    const { id } = (await as(owner, 'POST', '/api/project/invitations', body)).body as {
      id: number
    }
    const path = `/api/project/invitations/${id}`
    const token = await api.createToken(api.project, { abilities: ['members:write'] })
    const answer = await api.request('PUT', path, { token, body: { role: 'owner' } })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    const { key, token: foreign } = api.otherProject
    const other = await api.request('PUT', path, { key, token: foreign, body: { role: 'editor' } })
    expect(other.status).toBe(404)
    const where = { id }
    const expiresAt = new Date(Date.now() - 1_000)
    await api.database.prisma.oneTimeLink.update({ where, data: { expiresAt } })
    expect((await as(owner, 'PUT', path, { role: 'editor' })).status).toBe(404)
  })

  it('rejects an address that is already a member', async () => {
    const body = { email: owner.email, role: 'viewer' }
    const answer = await as(owner, 'POST', '/api/project/invitations', body)
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
  })

  it('returns the same response for addresses with and without an account', async () => {
    const user = await createUser(api)
    const shapes = await Promise.all(
      [user.email, 'nobody@example.com'].map(async (email) => {
        const answer = await as(owner, 'POST', '/api/project/invitations', {
          email,
          role: 'viewer',
        })
        return [answer.status, Object.keys(answer.body as object)]
      }),
    )
    expect(shapes[0]).toEqual(shapes[1])
  })

  it.each([
    [{ email: 'no address', role: 'viewer' }, 'email'],
    [{ email: 'a@example.com', role: 'admin' }, 'role'],
    [{ email: 'a@example.com' }, 'role'],
  ])('rejects %j', async (body, field) => {
    const answer = await as(owner, 'POST', '/api/project/invitations', body)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
  })
})
