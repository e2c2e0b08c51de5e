import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const PATH = '/api/project/tokens'
const HOUR_MS = 3_600_000

interface Made {
  id: number
  token: string
  parent_id: number | null
  expires_at: string | null
}

async function make(token: string, body: object = {}): Promise<Made> {
  const { status, body: made } = await api.request('POST', PATH, {
    token,
    body: { name: 'child', ...body },
  })
  expect(status).toBe(201)
  return made as Made
}

const revoke = (id: number, query = '') => api.request('DELETE', `${PATH}/${id}${query}`)
const codeOf = async (token: string): Promise<unknown> =>
  (await api.request('GET', '/api/webhooks', { token })).body.code ?? 'accepted'
const idOf = (token: string) => Number(token.split('|')[0])
const rowOf = (id: number) => api.database.prisma.adminToken.findUniqueOrThrow({ where: { id } })

describe('a token made with another token', () => {
  it('expires no later than its parent, whatever is requested', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS)
    const parent = await api.createToken(api.project, { expiresAt })
    const wanted = [
      [undefined, expiresAt],
      [null, expiresAt],
      [new Date(expiresAt.getTime() + HOUR_MS), expiresAt],
      [new Date(expiresAt.getTime() - 60_000), new Date(expiresAt.getTime() - 60_000)],
    ] as const
    for (const [asked, expected] of wanted) {
      const child = await make(parent, asked === undefined ? {} : { expires_at: asked })
      expect((await rowOf(child.id)).expiresAt).toEqual(expected)
      expect(new Date(child.expires_at ?? 0)).toEqual(expected)
      expect(child.parent_id).toBe(idOf(parent))
      const grandchild = await make(child.token, { expires_at: null })
      expect((await rowOf(grandchild.id)).expiresAt).toEqual(expected)
    }
  })

  it('is rejected once its parent has expired', async () => {
    const parent = await api.createToken(api.project, { expiresAt: new Date(Date.now() + HOUR_MS) })
    const child = await make(parent)
    await api.database.prisma.adminToken.updateMany({
      where: { id: { in: [idOf(parent), child.id] } },
      data: { expiresAt: new Date(Date.now() - 1) },
    })
    expect(await codeOf(child.token)).toBe('token_expired')
  })
})

describe('revoking a token', () => {
  it('revokes its descendants, and lists them', async () => {
    const root = await api.createToken(api.project)
    const child = await make(root, { name: 'child' })
    const grandchild = await make(child.token, { name: 'grandchild' })
    const unrelated = await make(api.project.token)
    const answer = await revoke(idOf(root))
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: idOf(root),
        deleted: true,
        revoked_descendants: [
          { id: child.id, name: 'child' },
          { id: grandchild.id, name: 'grandchild' },
        ],
      },
    ])
    for (const token of [root, child.token, grandchild.token]) {
      expect(await codeOf(token)).toBe('token_revoked')
      expect((await rowOf(idOf(token))).revokedAt).toBeInstanceOf(Date)
    }
    expect(await codeOf(unrelated.token)).toBe('accepted')
    const listed = await api.request('GET', `${PATH}?limit=100`)
    expect(listed.text).not.toContain('grandchild')
    const notes = await api.database.prisma.auditEntry.findMany({
      where: {
        action: 'token.delete',
        target: { in: [`token:${child.id}`, `token:${grandchild.id}`] },
      },
    })
    expect(notes.map(({ details }) => details)).toEqual([
      { revoked_with: idOf(root) },
      { revoked_with: idOf(root) },
    ])
  })

  it('keeps its children with keep_children=true, under its own parent', async () => {
    const root = await api.createToken(api.project)
    const middle = await make(root)
    const child = await make(middle.token)
    const kept = await revoke(middle.id, '?keep_children=true')
    expect(kept.body).toEqual({ id: middle.id, deleted: true, revoked_descendants: [] })
    expect([await codeOf(middle.token), await codeOf(child.token)]).toEqual([
      'token_revoked',
      'accepted',
    ])
    expect((await rowOf(child.id)).parentId).toBe(idOf(root))
    const all = await revoke(idOf(root))
    expect(all.body.revoked_descendants).toEqual([{ id: child.id, name: 'child' }])
    expect(await codeOf(child.token)).toBe('token_revoked')
  })

  it('rejects another value and a misspelt parameter, and revokes nothing', async () => {
    const { id, token } = await make(api.project.token)
    for (const [query, field] of [
      ['?keep_children=yes', 'keep_children'],
      ['?keep_childern=true', 'keep_childern'],
    ] as const) {
      const refused = await revoke(id, query)
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
    }
    expect(await codeOf(token)).toBe('accepted')
  })

  it('changes no tokens of another project, even one that names it as its parent', async () => {
    const root = await api.createToken(api.project)
    const other = await api.createToken(api.otherProject)
    expect((await revoke(idOf(other), '?keep_children=true')).status).toBe(404)
    expect((await revoke(idOf(other))).status).toBe(404)
    expect((await rowOf(idOf(other))).revokedAt).toBeNull()
    expect((await revoke(idOf(root))).status).toBe(200)
    expect((await revoke(idOf(root))).status).toBe(404)
  })

  it('revokes a child that is created concurrently', async () => {
    const root = await api.createToken(api.project)
    const [made] = await Promise.all([
      Promise.all(
        Array.from({ length: 8 }, () =>
          api.request('POST', PATH, { token: root, body: { name: 'racer' } }),
        ),
      ),
      revoke(idOf(root)),
    ])
    for (const { status, body } of made) {
      if (status === 201) expect(await codeOf(body.token as string)).toBe('token_revoked')
      else expect([status, body.code]).toEqual([401, 'token_revoked'])
    }
  })
})

describe('the limit of live tokens', () => {
  const key = () => api.otherProject
  const create = () => api.request('POST', PATH, { ...key(), body: { name: 'one more' } })
  const live = () =>
    api.database.prisma.adminToken.count({ where: { projectId: key().id, revokedAt: null } })

  beforeEach(async () => {
    await api.database.prisma.adminToken.deleteMany({
      where: { projectId: key().id, id: { not: idOf(key().token) } },
    })
  })

  const fill = (count: number, expiresAt: Date | null = null) =>
    api.database.prisma.adminToken.createMany({
      data: Array.from({ length: count }, () => ({
        projectId: key().id,
        name: 'filler',
        expiresAt,
        secretHash: Buffer.alloc(32),
      })),
    })

  it('is 100 a project: beyond it none is created, and existing ones stay', async () => {
    await fill(98)
    expect((await create()).status).toBe(201)
    const refused = await create()
    expect([refused.status, refused.body.code]).toEqual([409, 'token_limit_reached'])
    expect(await live()).toBe(100)
    await fill(105)
    expect((await create()).status).toBe(409)
    expect(await codeOf(api.project.token)).toBe('accepted')
    expect((await api.request('POST', PATH, { body: { name: 'elsewhere' } })).status).toBe(201)
  })

  it('excludes revoked and expired ones', async () => {
    await fill(99)
    await fill(5, new Date(Date.now() - 1))
    expect((await create()).status).toBe(409)
    const filler = await api.database.prisma.adminToken.findFirstOrThrow({
      where: { projectId: key().id, name: 'filler', expiresAt: null },
    })
    expect((await api.request('DELETE', `${PATH}/${filler.id}`, key())).status).toBe(200)
    expect((await create()).status).toBe(201)
  })

  it('applies to tokens created at the same time', async () => {
    await fill(97)
    const made = await Promise.all(Array.from({ length: 8 }, create))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await live()).toBe(100)
  })
})
