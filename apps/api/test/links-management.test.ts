import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseLinkChange, type LinkChange } from '@throughline/db/links/link-changes'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { startTestApi, type TestApi } from './harness.js'
import type { TestResponse } from './send-request.js'
import { whileLocked } from './while-locked.js'

let api: TestApi
/** The link changes that every process was notified of, as `{projectId, code}`. */
const heard: LinkChange[] = []
let listener: pg.Client
beforeAll(async () => {
  api = await startTestApi()
  listener = new pg.Client(api.databaseUrl)
  await listener.connect()
  listener.on('notification', ({ payload }) => {
    const change = parseLinkChange(payload)
    if (change !== null) heard.push(change)
  })
  await listener.query('LISTEN throughline_links')
})
afterAll(async () => {
  await listener.end()
  await api.close()
})

const URL = 'https://shop.example.com/shoes'

const create = async (body: Record<string, unknown> = {}) => {
  const made = await api.request('POST', '/api/links', { body: { actual_url: URL, ...body } })
  expect(made.status).toBe(201)
  return made.body as Record<string, unknown> & { id: number; code: string }
}
const put = (code: string, body: unknown) => api.request('PUT', `/api/links/${code}`, { body })
const archive = (code: string) => api.request('DELETE', `/api/links/${code}`)
const row = (id: number) => api.database.prisma.link.findUniqueOrThrow({ where: { id } })
const notes = (id: number) =>
  api.database.prisma.auditEntry.findMany({
    where: { target: `link:${id}` },
    orderBy: { id: 'asc' },
  })
const isHeard = (code: string) =>
  waitFor(() => heard.some((one) => one.code === code && one.projectId === api.project.id), {
    what: `word of ${code}`,
  })
const lockOf = (id: number) => ['SELECT FROM links WHERE id = $1 FOR UPDATE', id] as const
const fieldsOf = ({ status, body }: TestResponse) => [status, Object.keys(body.errors ?? {})]

const FULL = {
  name: 'Shoes',
  is_deeplink: true,
  ios_url: 'https://apps.apple.com/app/id1',
  android_url: 'https://play.google.com/store/apps/details?id=com.acme',
  fallback_url: 'https://shop.example.com/',
  ios_bundle_id: 'com.acme.app',
  android_package_name: 'com.acme',
  should_open_store: false,
  social_title: 'T',
  social_description: 'D',
  social_image: 'https://img.example.com/a.png',
  utm_source: 's',
  utm_medium: 'm',
  utm_campaign: 'c',
  utm_term: 't',
  utm_content: 'o',
  expires_at: '2090-03-01T09:30:00.123000Z',
  expired_url: 'https://shop.example.com/late',
  tags: ['a', 'b'],
}
/** Fields that null clears, each with its column. */
const NULLABLE: [field: string, column: string][] = [
  ['name', 'name'],
  ['campaign_id', 'campaignId'],
  ['ios_url', 'iosUrl'],
  ['android_url', 'androidUrl'],
  ['fallback_url', 'fallbackUrl'],
  ['ios_bundle_id', 'iosBundleId'],
  ['android_package_name', 'androidPackageName'],
  ['social_title', 'socialTitle'],
  ['social_description', 'socialDescription'],
  ['social_image', 'socialImage'],
  ['utm_source', 'utmSource'],
  ['utm_medium', 'utmMedium'],
  ['utm_campaign', 'utmCampaign'],
  ['utm_term', 'utmTerm'],
  ['utm_content', 'utmContent'],
  ['expires_at', 'expiresAt'],
  ['expired_url', 'expiredUrl'],
]

describe('PUT /api/links/{code}', () => {
  it('changes the given fields, audits them and notifies every process', async () => {
    const { id: campaignId } = await api.database.prisma.campaign.create({
      data: { projectId: api.project.id, name: 'Spring' },
    })
    const before = await create()
    const given = { ...FULL, actual_url: 'https://other.example/x', campaign_id: campaignId }
    const { status, body } = await put(before.code, { ...given, id: 9, clicked_count: 9 })
    expect(status).toBe(200)
    expect(body).toEqual({
      ...before,
      ...given,
      campaign_name: 'Spring',
      updated_at: expect.any(String),
      version: 2,
    })
    expect(Object.keys(body)).toEqual(Object.keys(before))
    expect(body.updated_at > String(before['updated_at'])).toBe(true)
    expect(await row(before.id)).toMatchObject({ expiredUrl: FULL.expired_url, campaignId })
    expect((await api.request('GET', `/api/links/${before.code}`)).body).toEqual(body)
    expect((await notes(before.id)).at(-1)).toMatchObject({
      actor: `token:${api.project.token.split('|')[0]}`,
      action: 'link.update',
      projectId: api.project.id,
      details: { code: before.code, fields: expect.arrayContaining(['name', 'campaign_id']) },
    })
    await isHeard(before.code)
  })

  it('keeps all other fields', async () => {
    const before = await create(FULL)
    const stored = await row(before.id)
    expect((await put(before.code, {})).body).toEqual({
      ...before,
      updated_at: expect.anything(),
      version: 2,
    })
    const named = await put(before.code, { name: 'Boots' })
    expect(named.body).toEqual({
      ...before,
      name: 'Boots',
      updated_at: expect.anything(),
      version: 3,
    })
    expect(await row(before.id)).toEqual({
      ...stored,
      name: 'Boots',
      updatedAt: expect.any(Date),
      version: 3,
    })
  })

  it('clears each optional field by null, and only that one', async () => {
    const { id: campaign_id } = await api.database.prisma.campaign.create({
      data: { projectId: api.project.id, name: 'Autumn' },
    })
    const { id, code } = await create({ ...FULL, campaign_id })
    for (const [field, column] of NULLABLE) {
      const before = await row(id)
      expect([field, before[column as keyof typeof before] === null]).toEqual([field, false])
      expect([field, (await put(code, { [field]: null })).status]).toEqual([field, 200])
      const after = await row(id)
      const cleared = {
        ...before,
        [column]: null,
        updatedAt: after.updatedAt,
        version: after.version,
      }
      expect([field, after]).toEqual([field, cleared])
    }
    const bare = (await api.request('GET', `/api/links/${code}`)).body
    expect(bare).toMatchObject({ ios_url: null, android_url: null, campaign_name: null })
  })

  it.each(['is_deeplink', 'is_deep_link', 'should_open_store', 'tags', 'code'])(
    'rejects null for %s',
    async (field) => {
      const { id, code } = await create(FULL)
      const before = await row(id)
      expect(fieldsOf(await put(code, { [field]: null }))).toEqual([422, [field]])
      expect(await row(id)).toEqual(before)
    },
  )

  it('accepts the same code, but no other', async () => {
    const { id, code } = await create()
    expect((await put(code, { code, name: 'x' })).status).toBe(200)
    expect(fieldsOf(await put(code, { code: 'other' }))).toEqual([422, ['code']])
    expect(fieldsOf(await put(code, { code: code.toLowerCase() }))).toEqual([422, ['code']])
    expect((await row(id)).code).toBe(code)
  })

  it('accepts its own response as input', async () => {
    const { code } = await create(FULL)
    const { body } = await api.request('GET', `/api/links/${code}`)
    const again = await put(code, body)
    expect([again.status, again.body]).toEqual([
      200,
      { ...body, updated_at: expect.anything(), version: 2 },
    ])
  })

  it('accepts its own response without storing derived values', async () => {
    const made = await create({
      actual_url: null,
      ios_bundle_id: 'com.acme.derived',
      android_package_name: 'com.acme.derived',
    })
    const { id, code } = made
    await api.database.prisma.link.update({ where: { id }, data: { iosAppId: '77' } })
    const stored = await row(id)
    const derived = { actualUrl: null, iosUrl: null, androidUrl: null }
    expect(stored).toMatchObject(derived)
    const agents = [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)',
      'Mozilla/5.0 (Linux; Android 14)',
    ]
    for (const agent of agents) {
      const { body } = await api.request('GET', `/api/links/${code}`, {
        headers: { 'user-agent': agent },
      })
      expect(body).toMatchObject({
        actual_url: expect.stringMatching(/apple|google/),
        ios_url: 'https://apps.apple.com/app/id77',
        android_url: 'https://play.google.com/store/apps/details?id=com.acme.derived',
      })
      expect((await put(code, { ...body, name: 'x' })).status).toBe(200)
      expect(await row(id)).toEqual({
        ...stored,
        name: 'x',
        version: expect.any(Number),
        updatedAt: expect.any(Date),
      })
    }

    await put(code, { fallback_url: 'https://fallback.example/' })
    const { body } = await api.request('GET', `/api/links/${code}`)
    expect(body.actual_url).toBe('https://fallback.example/')
    await put(code, { ...body, android_package_name: 'com.acme.moved' })
    expect(await row(id)).toMatchObject(derived)
    const moved = (await api.request('GET', `/api/links/${code}`)).body
    expect(moved.android_url).toContain('com.acme.moved')

    const own = { actual_url: 'https://own.example/', ios_url: 'https://own.example/ios' }
    await put(code, { ...moved, ...own })
    expect(await row(id)).toMatchObject({
      actualUrl: own.actual_url,
      iosUrl: own.ios_url,
      androidUrl: null,
    })
  })

  it('accepts the aliases, and prefers the plain names', async () => {
    const { code } = await create()
    const other = 'https://other.example/'
    expect((await put(code, { url: other, is_deep_link: true })).body).toMatchObject({
      actual_url: other,
      is_deeplink: true,
    })
    const both = { actual_url: URL, url: other, is_deeplink: false, is_deep_link: true }
    expect((await put(code, both)).body).toMatchObject({ actual_url: URL, is_deeplink: false })
  })

  it('never removes the last destination', async () => {
    const { id, code } = await create()
    expect(fieldsOf(await put(code, { actual_url: null }))).toEqual([422, ['actual_url']])
    expect(fieldsOf(await put(code, { url: null }))).toEqual([422, ['actual_url']])
    const moved = await put(code, { actual_url: null, android_package_name: 'com.acme' })
    expect(moved.status).toBe(200)
    const still = await put(code, { android_package_name: null, ios_bundle_id: 'com.acme' })
    expect(fieldsOf(still)).toEqual([422, ['actual_url']])
    // An app's own scheme works only on phones with the app, so it is not a destination.
    const scheme = { android_package_name: null, ios_url: `service-${api.project.id}://x` }
    expect(fieldsOf(await put(code, scheme))).toEqual([422, ['actual_url']])
    expect(await row(id)).toMatchObject({ actualUrl: null, androidPackageName: 'com.acme' })
  })

  it('never removes the last destination by two concurrent calls', async () => {
    const { id, code } = await create({ fallback_url: URL })
    const bodies = [{ actual_url: null }, { fallback_url: null }]
    const both = await whileLocked(api, lockOf(id), () => bodies.map((body) => put(code, body)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const { actualUrl, fallbackUrl } = await row(id)
    expect(actualUrl ?? fallbackUrl).toBe(URL)
  })

  it.each([
    ['another scheme', { actual_url: 'javascript:alert(1)' }, 'actual_url'],
    ['the project’s link host', { fallback_url: 'https://acme.links.test/x' }, 'fallback_url'],
    ['another project’s link host', { expired_url: 'https://other.links.test/x' }, 'expired_url'],
    ['a custom domain of another project', { actual_url: 'https://GO.other.com/x' }, 'actual_url'],
    ['http in an app URL', { ios_url: 'http://a.example/' }, 'ios_url'],
    ['a missing campaign', { campaign_id: 2_000_000_000 }, 'campaign_id'],
    ['a bad package', { android_package_name: 'a b' }, 'android_package_name'],
    ['a time without a zone', { expires_at: '2090-01-01T00:00:00' }, 'expires_at'],
  ])('rejects %s and writes nothing', async (_name, body, field) => {
    await api.database.prisma.domain.createMany({
      data: [{ projectId: api.otherProject.id, host: 'go.other.com', provedAt: new Date() }],
      skipDuplicates: true,
    })
    const { id, code } = await create()
    const before = await row(id)
    expect(fieldsOf(await put(code, { name: 'x', ...body }))).toEqual([422, [field]])
    expect(await row(id)).toEqual(before)
  })

  it('shows a link of a deleted campaign without one', async () => {
    const { id: campaign_id } = await api.database.prisma.campaign.create({
      data: { projectId: api.project.id, name: 'Gone' },
    })
    const { code } = await create({ campaign_id, name: 'of Gone' })
    const listed = async () => (await api.request('GET', '/api/links?search=of%20Gone')).body.data
    expect(await listed()).toMatchObject([{ campaign_id, campaign_name: 'Gone' }])
    const where = { id: campaign_id }
    await api.database.prisma.campaign.update({ where, data: { deletedAt: new Date() } })
    expect(await listed()).toMatchObject([{ code, campaign_id: null, campaign_name: null }])
    expect((await put(code, { name: 'x' })).body).toMatchObject({ campaign_id: null })
    expect(fieldsOf(await put(code, { campaign_id }))).toEqual([422, ['campaign_id']])
    expect((await api.request('GET', `/api/links?campaign_id=${campaign_id}`)).body.data).toEqual(
      [],
    )
  })

  it('rejects a missing code and another project’s', async () => {
    expect((await put('nothing', { name: 'x' })).status).toBe(404)
    const { id, code } = await create()
    const { key, token } = api.otherProject
    const theirs = { key, token, body: { name: 'x' } }
    expect((await api.request('PUT', `/api/links/${code}`, theirs)).status).toBe(404)
    expect((await api.request('DELETE', `/api/links/${code}`, theirs)).status).toBe(404)
    expect(await row(id)).toMatchObject({ name: null, archivedAt: null })
  })
})

describe('PUT /api/links/{code} with If-Match', () => {
  const putIf = (code: string, version: string, body: unknown) =>
    api.request('PUT', `/api/links/${code}`, { body, headers: { 'if-match': version } })

  it('changes the version that was read, and no other', async () => {
    const { id, code } = await create({ name: 'Shoes' })
    const mine = await putIf(code, '"1"', { name: 'Boots' })
    expect([mine.status, mine.body.version]).toEqual([200, 2])
    const late = await putIf(code, '"1"', { name: 'Sandals' })
    expect([late.status, late.body.code]).toEqual([412, 'version_mismatch'])
    expect(late.body.detail).toContain('version 2')
    expect(await row(id)).toMatchObject({ name: 'Boots', version: 2 })
    expect(await notes(id)).toHaveLength(2)
    for (const version of ['2', 'W/"2"', '"two"', ''])
      expect([version, (await putIf(code, version, {})).status]).toEqual([version, 412])
    for (const version of ['"1", "2"', '*'])
      expect([version, (await putIf(code, version, {})).status]).toEqual([version, 200])
    expect((await put(code, { name: 'Any' })).status).toBe(200)
  })

  it('accepts one of two simultaneous changes', async () => {
    const { code } = await create()
    const both = ['one', 'two'].map((name) => putIf(code, '"1"', { name }))
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 412])
  })

  it('counts no click as a change', async () => {
    const { code } = await create()
    await api.sdk('POST', `/api/links/${code}/click`)
    expect((await putIf(code, '"1"', { name: 'Clicked' })).status).toBe(200)
  })
})

describe('PUT /api/links/{code} with archived', () => {
  it('restores an archived link, and archives it again', async () => {
    const { id, code } = await create()
    const visit = async () => {
      const options = { host: api.project.linkHost }
      return (await api.visit('GET', `/${code}`, options)).status
    }
    await archive(code)
    heard.length = 0
    const restored = await put(code, { archived: false, name: 'Back' })
    expect([restored.status, restored.body.name]).toEqual([200, 'Back'])
    expect(await row(id)).toMatchObject({ archivedAt: null })
    await isHeard(code)
    expect(await visit()).toBe(302)
    expect((await put(code, { archived: true })).status).toBe(200)
    expect((await put(code, { archived: true })).status).toBe(410)
    expect((await put(code, { archived: null })).status).toBe(422)
    expect((await row(id)).archivedAt).toBeInstanceOf(Date)
  })
})

describe('DELETE /api/links/{code}', () => {
  it('archives: the link gets 410, and its code and row are kept', async () => {
    const { id, code } = await create()
    const first = await archive(code)
    expect([first.status, first.body]).toEqual([200, { id, deleted: true }])
    const stored = await row(id)
    expect(stored.archivedAt).toBeInstanceOf(Date)
    await isHeard(code)

    for (const gone of [
      await api.sdk('GET', `/api/links/${code}`),
      await api.request('GET', `/api/links/${code}`),
      await put(code, { name: 'x' }),
      await api.request('GET', `/api/links/${code}/qr`),
    ])
      expect([gone.status, gone.body.code]).toEqual([410, 'gone'])
    const again = await api.request('POST', '/api/links', { body: { actual_url: URL, code } })
    expect([again.status, again.body.code]).toEqual([409, 'code_taken'])
    expect(await row(id)).toEqual(stored)
  })

  it('repeats its response, and writes nothing more', async () => {
    const { id, code } = await create()
    const first = await archive(code)
    const stored = await row(id)
    const second = await archive(code)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(await row(id)).toEqual(stored)
    expect((await notes(id)).map(({ action }) => action)).toEqual(['link.create', 'link.archive'])
  })

  it('requires an admin token', async () => {
    const { id, code } = await create()
    expect((await api.sdk('DELETE', `/api/links/${code}`)).status).toBe(401)
    expect((await row(id)).archivedAt).toBeNull()
  })
})
