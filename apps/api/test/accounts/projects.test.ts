import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createMemberOf, createUser, type TestUser } from '../accounts.js'
import { startTestApi, type TestApi, type TestProject } from '../harness.js'

let api: TestApi
let owner: TestUser
let admin: TestUser
beforeAll(async () => {
  api = await startTestApi()
  owner = await createMemberOf(api, api.project, 'owner')
  admin = await createUser(api, { isAdmin: true })
})
afterAll(() => api.close())

const auditOf = async (project: TestProject, action: string) => {
  const where = { projectId: project.id, action }
  return (await api.database.prisma.auditEntry.findMany({ where })).map(({ actor, actorRole }) => [
    actor,
    actorRole,
  ])
}

describe('DELETE /api/projects/{id}', () => {
  const call = (user: TestUser, method: string, what = '') =>
    api.request(method, `/api/projects/${api.project.id}${what}`, user.session)
  const deletesAt = async () =>
    (await api.request('GET', '/api/project')).body.deletes_at as unknown

  it('schedules the deletion in seven days, and everything works until then', async () => {
    expect(await deletesAt()).toBeNull()
    const first = await call(owner, 'DELETE')
    expect(first.status).toBe(200)
    const days = (Date.parse(first.body.deletes_at as string) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(7, 2)
    expect(await deletesAt()).toBe(first.body.deletes_at)
    // The second call changes nothing.
    expect((await call(admin, 'DELETE')).body).toEqual(first.body)
    expect((await api.sdk('GET', '/api/projects/link-domains')).status).toBe(200)
    const listed = await api.request('GET', '/api/projects?search=acme', admin.session)
    expect(listed.body.data).toMatchObject([{ deletes_at: first.body.deletes_at }])
    expect(await auditOf(api.project, 'project.schedule_deletion')).toEqual([
      [`user:${owner.id}`, 'owner'],
    ])
  })

  it('is cancelled by POST …/restore', async () => {
    const answers = [await call(admin, 'POST', '/restore'), await call(admin, 'POST', '/restore')]
    for (const { body } of answers)
      expect(body).toMatchObject({ id: api.project.id, deletes_at: null })
    expect(await deletesAt()).toBeNull()
    expect(await auditOf(api.project, 'project.restore')).toEqual([
      [`user:${admin.id}`, 'administrator'],
    ])
  })

  it('is for owners and administrators only', async () => {
    const editor = await createMemberOf(api, api.project, 'editor')
    const stranger = await createMemberOf(api, api.otherProject, 'owner')
    for (const [method, what] of [
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const refused = await call(editor, method, what)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
      expect((await call(stranger, method, what)).status).toBe(404)
    }
    expect(await deletesAt()).toBeNull()
  })
})

describe('POST /api/project/rotate-key', () => {
  const own = () => ({ ...owner.session, key: api.otherProject.id })
  const isKnown = async (key: string) => {
    const answer = await api.sdk('GET', '/api/projects/link-domains', { key })
    return answer.status === 401 ? (answer.body.code as string) : answer.status
  }
  beforeAll(async () => {
    owner = await createMemberOf(api, api.otherProject, 'owner')
  })

  it('returns a new key; the former one works until it is revoked', async () => {
    const { key: first } = api.otherProject
    const rotated = await api.request('POST', '/api/project/rotate-key', own())
    expect(rotated.status).toBe(200)
    const second = rotated.body.project_key as string
    expect(second).not.toBe(first)
    expect(rotated.body.former_keys).toEqual([{ key: first, replaced_at: expect.any(String) }])
    expect([await isKnown(first), await isKnown(second)]).toEqual([200, 200])
    expect(await isKnown(first.toUpperCase())).toBe(200)

    const path = `/api/project/former-keys/${first}`
    const foreign = await api.request('DELETE', path)
    expect(foreign.status).toBe(404)
    const present = await api.request('DELETE', `/api/project/former-keys/${second}`, own())
    expect(present.status).toBe(404)
    const revoked = await api.request('DELETE', path, own())
    expect(revoked.body).toEqual({ key: first, deleted: true })
    expect(await isKnown(first)).toBe('unknown_project_key')
    expect(await isKnown(second)).toBe(200)
    for (const action of ['project_key.rotate', 'project_key.revoke'])
      expect(await auditOf(api.otherProject, action)).toEqual([[`user:${owner.id}`, 'owner']])
  })

  it('hides former keys from viewers, and keeps at most 20', async () => {
    const projectId = api.otherProject.id
    await api.database.prisma.formerProjectKey.createMany({
      data: Array.from({ length: 20 }, () => ({ key: crypto.randomUUID(), projectId })),
    })
    const answer = await api.request('POST', '/api/project/rotate-key', own())
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    const viewer = await createMemberOf(api, api.otherProject, 'viewer')
    const read = await api.request('GET', '/api/project', { ...viewer.session, key: projectId })
    expect(read.body).toMatchObject({ project_key: null, former_keys: null })
  })
})

describe('DELETE /api/projects/{id}/sample-data', () => {
  const remove = (user: TestUser, project: TestProject) =>
    api.request('DELETE', `/api/projects/${project.id}/sample-data`, user.session)

  it('rejects a project that is not sample data', async () => {
    const answer = await remove(admin, api.project)
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(await api.database.prisma.project.count({ where: { id: api.project.id } })).toBe(1)
  })

  it('deletes a sample project immediately, for owners and administrators only', async () => {
    const { prisma } = api.database
    const project = api.otherProject
    await prisma.project.update({ where: { id: project.id }, data: { isSample: true } })
    const [editor, member, stranger] = await Promise.all([
      createMemberOf(api, project, 'editor'),
      createMemberOf(api, project, 'owner'),
      createMemberOf(api, api.project, 'owner'),
    ])
    const { memberships } = (await api.request('GET', '/api/me', member.session)).body
    expect(memberships).toMatchObject([{ project_id: project.id, is_sample: true }])
    expect((await remove(editor, project)).status).toBe(403)
    expect((await remove(stranger, project)).status).toBe(404)
    expect(await prisma.project.count({ where: { id: project.id } })).toBe(1)
    const removed = await remove(member, project)
    expect(removed).toMatchObject({ status: 200, body: { id: project.id, deleted: true } })
    expect(await prisma.project.count({ where: { id: project.id } })).toBe(0)
    expect(await auditOf(project, 'project.delete')).toEqual([[`user:${member.id}`, 'owner']])
    expect((await remove(admin, project)).status).toBe(404)
  })
})
