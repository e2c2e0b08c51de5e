import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { countAttempts } from '@throughline/db/deliveries/count-attempts'
import {
  createAdministrator,
  createMemberOf,
  createUser,
  panelRequest,
  signIn,
  type TestUser,
} from '../accounts.js'
import { startTestApi, type TestApi } from '../harness.js'

let api: TestApi
let admin: TestUser
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await api.database.prisma.user.deleteMany()
  admin = await createAdministrator(api)
})
afterAll(() => api.close())

const as = (user: TestUser, method: string, path: string, body?: object) =>
  api.request(method, path, { ...user.session, ...(body && { body }) })

describe('/api/users', () => {
  it('creates a user whose link sets the first password', async () => {
    const body = { email: 'Grace@Example.com', name: 'Grace' }
    const made = await as(admin, 'POST', '/api/users', body)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      email: 'grace@example.com',
      name: 'Grace',
      is_admin: false,
      has_password: false,
      url: expect.stringMatching(new RegExp(`^${api.url}/admin/reset#[\\w-]{43}$`)),
    })
    const [, token] = (made.body.url as string).split('#')
    const password = 'a new sentence of words'
    const set = await api.request('POST', '/api/auth/reset', {
      ...panelRequest(api),
      body: { token, new_password: password },
    })
    expect(set.status).toBe(200)
    expect((await signIn(api, { email: 'grace@example.com', password })).status).toBe(200)
    expect((await as(admin, 'POST', '/api/users', body)).body.code).toBe('conflict')
  })

  it('lists, changes and resets users', async () => {
    const user = await createUser(api)
    const { body } = await as(admin, 'GET', '/api/users')
    expect((body as { data: { id: number }[] }).data.map(({ id }) => id)).toEqual([
      user.id,
      admin.id,
    ])
    const changed = await as(admin, 'PUT', `/api/users/${user.id}`, { is_admin: true })
    expect(changed.body).toMatchObject({ is_admin: true, name: user.name })
    const link = await as(admin, 'POST', `/api/users/${user.id}/reset`)
    expect(Object.keys(link.body as object)).toEqual(['url', 'expires_at'])
    expect((await as(admin, 'POST', '/api/users/2147483647/reset')).status).toBe(404)
  })

  it('keeps the last administrator, also with simultaneous calls', async () => {
    const path = `/api/users/${admin.id}`
    for (const answer of [
      await as(admin, 'PUT', path, { is_admin: false }),
      await as(admin, 'DELETE', path),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'last_administrator'])
    const second = await createAdministrator(api)
    const answers = await Promise.all([
      as(admin, 'PUT', path, { is_admin: false }),
      as(second, 'PUT', `/api/users/${second.id}`, { is_admin: false }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await api.database.prisma.user.count({ where: { isAdmin: true } })).toBe(1)
  })

  it('removes a user with its sessions, but not the only owner of a project', async () => {
    const owner = await createMemberOf(api, api.project, 'owner')
    const refused = await as(admin, 'DELETE', `/api/users/${owner.id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'last_owner'])
    expect(refused.body.detail).toContain('acme')
    await createMemberOf(api, api.project, 'owner')
    expect((await as(admin, 'DELETE', `/api/users/${owner.id}`)).body).toEqual({
      id: owner.id,
      deleted: true,
    })
    expect((await as(owner, 'GET', '/api/me')).status).toBe(401)
  })
})

describe('/api/projects', () => {
  it('lists all projects in pages and creates one, which its creator owns', async () => {
    const made = await as(admin, 'POST', '/api/projects', { name: 'Globex', prefix: 'globex' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ prefix: 'globex', link_host: 'globex.links.test' })
    const { body } = await as(admin, 'GET', '/api/projects?per_page=2&page=2')
    expect(body).toMatchObject({ data: [{ prefix: 'other' }], meta: { total: 3, page: 2 } })
    const found = await as(admin, 'GET', '/api/projects?search=GLOB')
    expect(found.body.data).toEqual([made.body])
    expect((await as(admin, 'GET', '/api/projects?search=%25')).body.data).toEqual([])
    const me = await as(admin, 'GET', '/api/me')
    expect(me.body.memberships).toMatchObject([{ prefix: 'globex', role: 'owner' }])
    const read = await api.request('GET', '/api/webhooks', {
      ...admin.session,
      key: made.body.project_key as string,
    })
    expect(read.status).toBe(200)
    await api.database.prisma.project.delete({ where: { prefix: 'globex' } })
  })

  it.each(['acme', 'Acme', 'a.b', 'api', '-x'])('rejects the prefix %s', async (prefix) => {
    const answer = await as(admin, 'POST', '/api/projects', { name: 'x', prefix })
    expect([409, 422]).toContain(answer.status)
  })
})

describe('the audit log', () => {
  const read = async (user: TestUser, query = '', key: string | null = api.project.id) =>
    (
      await api.request('GET', key === null ? `/api/system/audit${query}` : `/api/audit${query}`, {
        ...user.session,
        key,
      })
    ).body as { data: Record<string, unknown>[]; next_cursor: string | null }

  it('keeps names as they were, and marks what an administrator did in a project of other users', async () => {
    const editor = await createMemberOf(api, api.project, 'editor')
    const put = (user: TestUser) =>
      api.request('PUT', '/api/project/apps', {
        ...user.session,
        key: api.project.id,
        body: { android: [], ios: [] },
      })
    for (const user of [editor, admin]) expect((await put(user)).status).toBe(200)
    const { prisma } = api.database
    await prisma.user.update({ where: { id: editor.id }, data: { name: 'Renamed' } })
    const { data } = await read(editor, '?limit=2')
    expect(
      data.map(({ actor, actor_name, actor_role }) => [actor, actor_name, actor_role]),
    ).toEqual([
      [`user:${admin.id}`, admin.name, 'administrator'],
      [`user:${editor.id}`, editor.name, 'editor'],
    ])
  })

  it('is filtered and paged, and shows a project only its own entries', async () => {
    const viewer = await createMemberOf(api, api.project, 'viewer')
    const { prisma } = api.database
    const note = (projectId: string | null, action: string, actor: string) =>
      prisma.auditEntry.create({ data: { projectId, action, actor, target: 'thing:1' } })
    await prisma.auditEntry.deleteMany()
    await note(api.project.id, 'webhook.create', 'token:1')
    await note(api.project.id, 'webhook.delete', 'cli')
    await note(api.otherProject.id, 'webhook.create', 'cli')
    await note(null, 'session.refuse', 'anonymous')
    const actions = async (query: string) =>
      (await read(viewer, query)).data.map(({ action }) => action)
    expect(await actions('')).toEqual(['webhook.delete', 'webhook.create'])
    expect(await actions('?action=webhook.create')).toEqual(['webhook.create'])
    expect(await actions('?action=webhook')).toHaveLength(2)
    expect(await actions('?action=web')).toEqual([])
    expect(await actions('?actor=cli')).toEqual(['webhook.delete'])
    expect(await actions('?target=thing:2')).toEqual([])
    expect(await actions('?from=2100-01-01T00:00:00Z')).toEqual([])
    const first = await read(viewer, '?limit=1')
    const rest = await read(viewer, `?limit=1&cursor=${String(first.next_cursor)}`)
    expect([rest.data[0]?.['action'], rest.next_cursor]).toEqual(['webhook.create', null])
    const all = await read(admin, '', null)
    expect(all.data.map(({ project_id }) => project_id)).toEqual([
      null,
      api.otherProject.id,
      api.project.id,
      api.project.id,
    ])
  })
})

describe('/api/system', () => {
  it('returns the state to administrators, without secrets', async () => {
    const { status, body, text } = await as(admin, 'GET', '/api/system')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      database: {
        version: expect.stringMatching(/^\d+/),
        size_bytes: expect.any(Number),
        last_migration: expect.stringMatching(/^\d{14}_/),
        pending_migrations: [],
      },
      queue: { depth: expect.any(Number), delayed: expect.any(Number) },
      deliveries: { due: 0, held: 0, oldest_due_seconds: 0, starved_projects: 0 },
      worker: { seen_at: null, last_attempt_at: null },
      configuration: { PUBLIC_URL: api.url, DATABASE_URL: 'set', SMTP_URL: null },
      ignored_settings: [],
    })
    expect(text).not.toContain(api.databaseUrl)
    expect(text).not.toMatch(/postgres(ql)?:\/\//)
  })

  it('returns when a worker was last seen', async () => {
    await countAttempts(api.database, 10)
    const { body } = await as(admin, 'GET', '/api/system')
    expect(Date.now() - Date.parse(body.worker.seen_at)).toBeLessThan(60_000)
  })
})
