import { hashTokenSecret } from '@throughline/core/security/admin-token'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const PATH = '/api/project/tokens'
const make = (body: unknown, token = api.project.token) =>
  api.request('POST', PATH, { body, token })
const rowOf = (id: number) => api.database.prisma.adminToken.findUnique({ where: { id } })
const isTaken = async (token: string) =>
  (await api.request('GET', '/api/webhooks', { token })).status === 200

describe('POST /api/project/tokens', () => {
  it('returns the token only once, which works, and stores its hash', async () => {
    const made = await make({ name: 'Dashboard', expires_at: '2100-01-01T00:00:00+01:00' })
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe(`${PATH}/${made.body.id}`)
    expect(made.body).toEqual({
      id: expect.any(Number),
      name: 'Dashboard',
      abilities: ['*'],
      parent_id: Number(api.project.token.split('|')[0]),
      user_id: null,
      expires_at: '2099-12-31T23:00:00.000000Z',
      last_used_at: null,
      created_at: expect.stringMatching(/\.\d{6}Z$/),
      token: expect.stringMatching(new RegExp(`^${made.body.id}\\|[\\w-]{40}$`)),
    })
    const token = made.body.token as string
    const secret = token.split('|')[1] ?? ''
    const row = await rowOf(made.body.id)
    expect(Buffer.from(row?.secretHash ?? [])).toEqual(hashTokenSecret(secret))
    expect(row?.projectId).toBe(api.project.id)
    expect(await isTaken(token)).toBe(true)
    const note = await api.database.prisma.auditEntry.findFirst({
      where: { target: `token:${made.body.id}` },
    })
    expect(note).toMatchObject({ action: 'token.create', details: { abilities: ['*'] } })
    expect(JSON.stringify(note, (_key, value: unknown) => String(value))).not.toContain(secret)
    expect(api.logs.text()).not.toContain(secret)
    expect((await api.request('GET', PATH)).text).not.toContain(secret)
  })

  it('has exactly the requested abilities', async () => {
    const { body } = await make({
      name: 'x',
      abilities: ['webhooks:read', 'webhooks:read'],
      expires_at: null,
    })
    expect(body).toMatchObject({ abilities: ['webhooks:read'], expires_at: null })
    expect(await isTaken(body.token)).toBe(true)
    const refused = await api.request('GET', PATH, { token: body.token })
    expect(refused.status).toBe(403)
  })

  it('cannot exceed the token that created it', async () => {
    const abilities = ['tokens:write', 'webhooks:read']
    const maker = await api.createToken(api.project, { abilities })
    const count = () => api.database.prisma.adminToken.count()
    const before = await count()
    for (const wanted of [['*'], ['webhooks:write'], ['webhooks:read', 'tokens:read']]) {
      const refused = await make({ name: 'x', abilities: wanted }, maker)
      expect([wanted, refused.status, refused.body.code]).toEqual([wanted, 403, 'forbidden'])
    }
    expect(await count()).toBe(before)
    expect((await make({ name: 'x', abilities: ['webhooks:read'] }, maker)).status).toBe(201)
    expect((await make({ name: 'x' }, maker)).body.abilities).toEqual(abilities)
  })

  it('returns the same token again for the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'once' }
    const answers = [1, 2].map(() => ({ body: { name: 'once' }, headers }))
    const first = await api.request('POST', PATH, answers[0])
    const second = await api.request('POST', PATH, answers[1])
    expect([second.status, second.body]).toEqual([201, first.body])
    const kept = await api.database.prisma.idempotencyKey.findMany()
    expect(JSON.stringify(kept)).not.toContain(String(first.body.token).split('|')[1])
  })

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['no ability at all', { name: 'x', abilities: [] }, 'abilities'],
    ['an ability that is none', { name: 'x', abilities: ['webhooks'] }, 'abilities'],
    ['null abilities', { name: 'x', abilities: null }, 'abilities'],
    ['a time gone by', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['a day', { name: 'x', expires_at: '2100-01-01' }, 'expires_at'],
  ])('rejects %s', async (_name, body, field) => {
    const refused = await make(body)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
  })
})

describe('GET /api/project/tokens', () => {
  it('lists the project’s own tokens, newest first, in pages', async () => {
    const ids = await api.database.prisma.adminToken.findMany({
      where: { projectId: api.project.id, revokedAt: null },
      orderBy: { id: 'desc' },
    })
    const first = await api.request('GET', `${PATH}?limit=2`)
    const rest = await api.request('GET', `${PATH}?limit=100&cursor=${first.body.next_cursor}`)
    const listed = [...first.body.data, ...rest.body.data] as { id: number }[]
    expect(listed.map(({ id }) => id)).toEqual(ids.map(({ id }) => id))
    for (const token of listed)
      expect(Object.keys(token)).toEqual([
        'id',
        'name',
        'abilities',
        'parent_id',
        'user_id',
        'expires_at',
        'last_used_at',
        'created_at',
      ])
  })
})

describe('DELETE /api/project/tokens/{id}', () => {
  it('revokes a token immediately', async () => {
    const { body } = await make({ name: 'short' })
    const deleted = await api.request('DELETE', `${PATH}/${body.id}`)
    expect([deleted.status, deleted.body]).toEqual([
      200,
      { id: body.id, deleted: true, revoked_descendants: [] },
    ])
    expect((await rowOf(body.id))?.revokedAt).toBeInstanceOf(Date)
    expect(await isTaken(body.token)).toBe(false)
    expect((await api.request('DELETE', `${PATH}/${body.id}`)).status).toBe(404)
    const note = await api.database.prisma.auditEntry.findFirst({
      where: { target: `token:${body.id}`, action: 'token.delete' },
    })
    expect(note?.actor).toBe(`token:${api.project.token.split('|')[0]}`)
  })

  it('does not revoke another project’s token', async () => {
    const id = Number(api.otherProject.token.split('|')[0])
    expect((await api.request('DELETE', `${PATH}/${id}`)).status).toBe(404)
    expect((await rowOf(id))?.revokedAt).toBeNull()
  })

  it('revokes the last token too, and the caller’s own', async () => {
    const { key, token } = api.otherProject
    const id = token.split('|')[0] ?? ''
    expect((await api.request('DELETE', `${PATH}/${id}`, { key, token })).status).toBe(200)
    expect((await api.request('GET', PATH, { key, token })).status).toBe(401)
  })
})
