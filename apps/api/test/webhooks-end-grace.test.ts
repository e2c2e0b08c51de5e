import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let path: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.prisma.webhook.deleteMany()
  await api.database.prisma.auditEntry.deleteMany()
  const body = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }
  path = `/api/webhooks/${String((await api.request('POST', '/api/webhooks', { body })).body['id'])}`
})

const rotate = () => api.request('POST', `${path}/rotate`)
const end = (more: object = {}) => api.request('POST', `${path}/end-grace`, more)
const stored = () => api.database.prisma.webhook.findFirstOrThrow()
const actions = async () => {
  const entries = await api.database.prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })
  return entries.map(({ action }) => action)
}

describe('POST /api/webhooks/{id}/end-grace', () => {
  it('ends the former secret, keeps the current one, and is in the audit log once', async () => {
    await rotate()
    const { body: before } = await api.request('GET', path)
    expect(before.grace_ends_at).toMatch(/Z$/)
    const { secretSealed } = await stored()
    const ended = { ...before, grace_ends_at: null }
    for (const { status, body } of await Promise.all([end(), end()]))
      expect([status, body]).toEqual([200, ended])
    expect((await api.request('GET', path)).body).toEqual(ended)
    expect((await stored()).secretSealed).toBe(secretSealed)
    expect(await actions()).toEqual([
      'webhook.create',
      'webhook.rotate_secret',
      'webhook.end_grace',
    ])
  })

  it('changes nothing without a grace period', async () => {
    const before = await stored()
    expect([(await end()).status, await stored()]).toEqual([200, before])
    expect(await actions()).toEqual(['webhook.create'])
  })

  it('does not find a deleted webhook', async () => {
    await api.request('DELETE', path)
    expect((await end()).status).toBe(404)
  })

  it('does not end the grace of another project, or without a token', async () => {
    await rotate()
    const { key, token } = api.otherProject
    expect((await end({ key, token })).status).toBe(404)
    expect((await end({ token: null })).status).toBe(401)
    expect((await stored()).previousSecretExpiresAt?.getTime()).toBeGreaterThan(Date.now())
  })
})
