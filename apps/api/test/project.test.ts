import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const PATH = '/api/project'
const ICON =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const ALL_SCOPES = ['links:read', 'links:write', 'attribution', 'campaigns:read', 'campaigns:write']
const put = (body: unknown) => api.request('PUT', PATH, { body })
const read = async () => (await api.request('GET', PATH)).body
const rowOf = (id: string) => api.database.prisma.project.findUniqueOrThrow({ where: { id } })

describe('GET /api/project', () => {
  it('returns the initial settings', async () => {
    expect(await read()).toEqual({
      id: api.project.id,
      project_key: api.project.key,
      former_keys: [],
      name: 'Project acme',
      link_host: api.project.linkHost,
      default_link_host: null,
      sdk_scopes: ALL_SCOPES,
      allowed_destinations: [],
      sdk_writes: 'all',
      attribution: {
        window_minutes: 120,
        clipboard: false,
        consent_required: false,
        fingerprint_query: 'any',
        min_confidence: 0.9,
        deliver_sdk_tests: true,
      },
      privacy: {},
      icon: null,
      is_sample: false,
      deletes_at: null,
      created_at: expect.stringMatching(/\.\d{6}Z$/),
      updated_at: expect.stringMatching(/\.\d{6}Z$/),
      version: 1,
    })
  })

  it('requires a token', async () => {
    expect((await api.sdk('GET', PATH)).status).toBe(401)
  })
})

describe('PUT /api/project', () => {
  beforeEach(async () => {
    const { prisma } = api.database
    await prisma.auditEntry.deleteMany({ where: { action: 'project.update' } })
  })

  it('changes all of them, for this project only', async () => {
    const other = await rowOf(api.otherProject.id)
    const settings = {
      name: 'New',
      sdk_scopes: ['links:read', 'attribution'],
      allowed_destinations: ['example.com', '*.example.org'],
      sdk_writes: 'own',
      attribution: {
        window_minutes: 1_440,
        clipboard: true,
        consent_required: true,
        fingerprint_query: 'same_address',
        min_confidence: 0.8,
        deliver_sdk_tests: false,
      },
      privacy: { policy_url: 'https://example.com/privacy', days: 30, is_strict: true },
      icon: ICON,
    }
    const changed = await put({ ...settings, id: 'x', key: 'x', prefix: 'stolen' })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({ ...settings, link_host: api.project.linkHost })
    expect(await read()).toEqual(changed.body)
    expect(await rowOf(api.project.id)).toMatchObject({
      name: 'New',
      prefix: 'acme',
      key: api.project.key,
      sdkScopes: ['links:read', 'attribution'],
      allowedDestinations: ['example.com', '*.example.org'],
      sdkWrites: 'own',
      windowMinutes: 1_440,
      clipboard: true,
      consentRequired: true,
      fingerprintQuery: 'same_address',
      minConfidence: 0.8,
      deliverSdkTests: false,
      icon: ICON,
    })
    expect(await rowOf(api.otherProject.id)).toEqual(other)
    const notes = await api.database.prisma.auditEntry.findMany({
      where: { action: 'project.update' },
    })
    expect(notes).toMatchObject([
      {
        projectId: api.project.id,
        actor: `token:${api.project.token.split('|')[0]}`,
        details: { fields: expect.arrayContaining(Object.keys(settings)) },
      },
    ])
  })

  it('keeps missing fields, also inside attribution and privacy', async () => {
    await put({
      attribution: { window_minutes: 60, clipboard: true },
      privacy: { a: 1, b: 'x' },
      icon: ICON,
    })
    const before = await read()
    const { body } = await put({
      attribution: { fingerprint_query: 'off' },
      privacy: { b: null, c: false },
    })
    expect(body).toEqual({
      ...before,
      attribution: { ...before.attribution, fingerprint_query: 'off' },
      privacy: { ...before.privacy, b: undefined, c: false },
      updated_at: expect.any(String),
      version: Number(before.version) + 1,
    })
    expect(body.privacy).not.toHaveProperty('b')
    expect((await put({ icon: null })).body.icon).toBeNull()
    expect((await put({})).body).toMatchObject({ name: before.name, icon: null })
  })

  it('changes only the version in If-Match', async () => {
    const version = Number((await read()).version)
    const putIf = (name: string) =>
      api.request('PUT', PATH, { body: { name }, headers: { 'if-match': `"${version}"` } })
    expect((await putIf('First')).body).toMatchObject({ name: 'First', version: version + 1 })
    const late = await putIf('Second')
    expect([late.status, late.body.code]).toEqual([412, 'version_mismatch'])
    expect(await read()).toMatchObject({ name: 'First', version: version + 1 })
  })

  it('keeps at most fifty entries of privacy, however many calls add them', async () => {
    const { id, key, token } = api.otherProject
    const putOther = (privacy: Record<string, unknown>) =>
      api.request('PUT', PATH, { key, token, body: { privacy } })
    const entries = (from: number, count: number, value: boolean) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`e${from + n}`, value]))
    expect((await putOther(entries(0, 49, true))).status).toBe(200)
    const refused = await putOther(entries(49, 2, true))
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['privacy']])
    expect((await rowOf(id)).privacy).toEqual(entries(0, 49, true))
    expect((await putOther({ ...entries(49, 2, true), e0: null })).status).toBe(200)
    expect((await putOther(entries(1, 50, false))).body.privacy).toEqual(entries(1, 50, false))

    // A project that had more entries before can still change and remove them.
    const many = entries(0, 80, true)
    await api.database.prisma.project.update({ where: { id }, data: { privacy: many } })
    expect((await putOther({ e0: false, e1: null })).status).toBe(200)
    expect((await putOther({ e80: true, e81: true })).status).toBe(422)
  })

  it('keeps both of two concurrent changes', async () => {
    const names = Array.from({ length: 6 }, (_, n) => `n${n}`)
    await Promise.all(names.map((name) => put({ privacy: { [name]: true } })))
    expect(Object.keys((await read()).privacy)).toEqual(expect.arrayContaining(names))
  })

  it('disables a scope of the key immediately', async () => {
    await put({ sdk_scopes: [] })
    expect((await api.sdk('GET', '/api/campaigns')).body.code).toBe('scope_disabled')
    await put({ sdk_scopes: ALL_SCOPES })
    expect((await api.sdk('GET', '/api/campaigns')).status).toBe(200)
  })

  it('limits links that are created with only the key', async () => {
    await put({ sdk_scopes: ALL_SCOPES, allowed_destinations: ['only.example'] })
    const create = (host: string) =>
      api.sdk('POST', '/api/links', { body: { actual_url: `https://${host}/` } })
    expect((await create('only.example')).status).toBe(201)
    expect((await create('other.example')).status).toBe(422)
    await put({ allowed_destinations: [] })
    expect((await create('other.example')).status).toBe(201)
  })

  it.each([
    ['a null name', { name: null }, 'name'],
    ['an unknown scope', { sdk_scopes: ['links:delete'] }, 'sdk_scopes'],
    [
      'a pattern that is none',
      { allowed_destinations: ['https://x.com/'] },
      'allowed_destinations',
    ],
    ['another reach of writes', { sdk_writes: 'none' }, 'sdk_writes'],
    ['null for writes', { sdk_writes: null }, 'sdk_writes'],
    ['no window', { attribution: { window_minutes: 0 } }, 'attribution'],
    ['a window over a day', { attribution: { window_minutes: 1_441 } }, 'attribution'],
    ['a null window', { attribution: { window_minutes: null } }, 'attribution'],
    ['a confidence under 0.5', { attribution: { min_confidence: 0.49 } }, 'attribution'],
    ['a confidence over 0.99', { attribution: { min_confidence: 0.995 } }, 'attribution'],
    ['another query', { attribution: { fingerprint_query: 'all' } }, 'attribution'],
    ['null attribution', { attribution: null }, 'attribution'],
    ['nested privacy', { privacy: { a: {} } }, 'privacy'],
    ['a name that is none', { privacy: { __proto__x: 1 } }, 'privacy'],
    ['an icon from elsewhere', { icon: 'https://example.com/i.png' }, 'icon'],
    ['an icon that runs', { icon: svg('<svg><script/></svg>') }, 'icon'],
    ['an endless icon', { icon: `data:image/png;base64,${'A'.repeat(4_096)}` }, 'icon'],
  ])('rejects %s and changes nothing', async (_name, body, field) => {
    const before = await read()
    const refused = await put(body)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
    expect(await read()).toEqual(before)
  })
})

function svg(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
}
