import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { insertLinks } from '@throughline/db/links/links'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const URL = 'https://shop.example.com/shoes'

const create = (body: Record<string, unknown>) => api.sdk('POST', '/api/links', { body })
const read = (code: string, agent = '') =>
  api.sdk('GET', `/api/links/${code}`, { headers: { 'user-agent': agent } })
const columns = (code: string) =>
  api.database.prisma.link.findFirstOrThrow({ where: { code, projectId: api.project.id } })

describe('POST /api/links', () => {
  it('returns the whole record in the contract’s key order', async () => {
    const { id: campaignId } = await api.database.prisma.campaign.create({
      data: { projectId: api.project.id, name: 'Spring' },
    })
    const given = {
      actual_url: URL,
      code: 'Spring_1-x',
      name: 'Shoes',
      campaign_id: campaignId,
      is_deeplink: true,
      ios_url: 'https://apps.apple.com/app/id1',
      android_url: 'https://play.google.com/store/apps/details?id=com.acme',
      fallback_url: 'http://shop.example.com',
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
      expires_at: '2090-03-01T10:30:00.123+01:00',
      expired_url: 'https://shop.example.com/late',
      tags: ['a', 'b', 'a'],
      id: 7,
      project_id: 'x',
      clicked_count: 9,
      unknown: 'ignored',
    }
    const made = await create(given)
    expect(made.status).toBe(201)
    expect(made.headers.location).toBe('/api/links/Spring_1-x')
    expect(Object.keys(made.body)).toEqual(RECORD_KEYS)
    expect(made.body).toEqual({
      ...Object.fromEntries(
        RECORD_KEYS.map((key) => [key, (given as Record<string, unknown>)[key] ?? null]),
      ),
      id: expect.any(Number),
      short_url: `http://${api.project.linkHost}/Spring_1-x`,
      campaign_name: 'Spring',
      tags: ['a', 'b'],
      clicked_count: 0,
      archived_at: null,
      created_by: 'sdk',
      expires_at: '2090-03-01T09:30:00.123000Z',
      project_id: api.project.id,
      created_at: expect.stringMatching(SIX_DIGITS),
      updated_at: expect.stringMatching(SIX_DIGITS),
      version: 1,
    })
    expect(made.body.id).not.toBe(7)
    expect((await read('Spring_1-x')).body).toEqual(made.body)
  })

  it('accepts the aliases url and is_deep_link, and generates a code without look-alikes', async () => {
    const { body } = await create({ url: URL, is_deep_link: true })
    expect(body).toMatchObject({ actual_url: URL, is_deeplink: true, should_open_store: true })
    expect(body.code).toMatch(/^[A-HJKMNP-Z2-9]{7}$/)
  })

  it('marks links that an app created, and audits every write', async () => {
    const app = await create({ actual_url: URL })
    const admin = await api.request('POST', '/api/links', { body: { actual_url: URL } })
    expect((await columns(app.body.code)).createdBy).toBe('sdk')
    expect((await columns(admin.body.code)).createdBy).toBe('admin')
    const notes = await api.database.prisma.auditEntry.findMany({
      where: { target: { in: [`link:${app.body.id}`, `link:${admin.body.id}`] } },
      orderBy: { id: 'asc' },
    })
    expect(notes.map(({ actor, action }) => [actor, action])).toEqual([
      ['sdk', 'link.create'],
      [`token:${api.project.token.split('|')[0]}`, 'link.create'],
    ])
  })

  it('rejects a taken code with 409 and creates no other link', async () => {
    await create({ actual_url: URL, code: 'taken' })
    const before = await api.database.prisma.link.count()
    const again = await create({ actual_url: URL, code: 'taken' })
    expect([again.status, again.body.code]).toEqual([409, 'code_taken'])
    expect(await api.database.prisma.link.count()).toBe(before)
    expect((await create({ actual_url: URL, code: 'TAKEN' })).status).toBe(201)
    const other = await api.sdk('POST', '/api/links', {
      key: api.otherProject.key,
      body: { actual_url: URL, code: 'taken' },
    })
    expect(other.status).toBe(201)
  })

  it('gives one of two concurrent creates the code and the other 409', async () => {
    const both = await Promise.all([1, 2].map(() => create({ actual_url: URL, code: 'race' })))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it('allows a missing actual_url if another URL is given, and responds by platform', async () => {
    const ios = 'https://apps.apple.com/app/id1'
    const stores = await create({ ios_url: ios, android_package_name: 'com.acme.app' })
    const play = 'https://play.google.com/store/apps/details?id=com.acme.app'
    expect(stores.body).toMatchObject({ ios_url: ios, android_url: play })
    const { code } = stores.body
    expect((await read(code, AGENTS.iphone)).body.actual_url).toBe(ios)
    expect((await read(code, AGENTS.android)).body.actual_url).toBe(play)
    expect((await read(code, 'okhttp/4.12.0')).body.actual_url).toBe(play)
    expect((await read(code, 'Acme/7 CFNetwork/1410.0.3 Darwin/22.6.0')).body.actual_url).toBe(ios)
    expect((await read(code, 'Dart/3.0')).body.actual_url).toBe(ios)
    expect((await read(code, 'throughline_flutter (android)')).body.actual_url).toBe(play)
    expect((await read(code, 'throughline_flutter (ios)')).body.actual_url).toBe(ios)
    const fallback = await create({ fallback_url: URL, ios_url: ios })
    expect((await read(fallback.body.code, AGENTS.iphone)).body.actual_url).toBe(URL)
    expect((await columns(fallback.body.code)).actualUrl).toBeNull()
  })

  it('returns the same link for a repeated Idempotency-Key', async () => {
    const send = () =>
      api.sdk('POST', '/api/links', {
        body: { actual_url: URL },
        headers: { 'idempotency-key': 'k1' },
      })
    const first = await send()
    expect((await send()).body).toEqual(first.body)
  })

  it.each([
    ['no URL at all', { name: 'x' }, 'actual_url'],
    ['an app scheme alone', { ios_url: 'service-PROJECT://open' }, 'actual_url'],
    ['javascript:', { actual_url: 'javascript:alert(1)' }, 'actual_url'],
    ['javascript: by its alias', { url: 'javascript:alert(1)' }, 'url'],
    ['data: as fallback', { actual_url: URL, fallback_url: 'data:text/html,x' }, 'fallback_url'],
    ['intent:', { actual_url: URL, android_url: 'intent://x#Intent;end' }, 'android_url'],
    ['http store', { actual_url: URL, ios_url: 'http://apps.apple.com/x' }, 'ios_url'],
    ['another project’s scheme', { actual_url: URL, ios_url: 'service-x://y' }, 'ios_url'],
    ['a link host of ours', { actual_url: 'https://other.links.test/x' }, 'actual_url'],
    [
      'an expired_url of ours',
      { actual_url: URL, expired_url: 'http://a.links.test' },
      'expired_url',
    ],
    ['a picture that is none', { actual_url: URL, social_image: 'javascript:1' }, 'social_image'],
    ['a reserved code', { actual_url: URL, code: 'api' }, 'code'],
    ['a code with a slash', { actual_url: URL, code: 'a/b' }, 'code'],
    ['an empty code', { actual_url: URL, code: '' }, 'code'],
    ['a null code', { actual_url: URL, code: null }, 'code'],
    ['a number for a URL', { actual_url: 5 }, 'actual_url'],
    ['an array for a name', { actual_url: URL, name: ['x'] }, 'name'],
    ['an object for a name', { actual_url: URL, name: {} }, 'name'],
    ['NUL', { actual_url: URL, name: 'a\0b' }, 'name'],
    ['a lone surrogate', { actual_url: URL, utm_source: '\ud800' }, 'utm_source'],
    [
      'an overlong description',
      { actual_url: URL, social_description: 'x'.repeat(161) },
      'social_description',
    ],
    ['an overlong URL', { actual_url: `${URL}?${'x'.repeat(2048)}` }, 'actual_url'],
    ['text for a flag', { actual_url: URL, is_deeplink: 'yes' }, 'is_deeplink'],
    ['null for a flag', { actual_url: URL, should_open_store: null }, 'should_open_store'],
    ['null for tags', { actual_url: URL, tags: null }, 'tags'],
    ['a NUL in a tag', { actual_url: URL, tags: ['\0'] }, 'tags'],
    ['a time without a zone', { actual_url: URL, expires_at: '2090-01-01T00:00:00' }, 'expires_at'],
    [
      'a year that cannot be stored',
      { actual_url: URL, expires_at: '0000-01-01T00:00:00Z' },
      'expires_at',
    ],
    ['a missing campaign', { actual_url: URL, campaign_id: 2_000_000_000 }, 'campaign_id'],
    ['a campaign id out of range', { actual_url: URL, campaign_id: 9e15 }, 'campaign_id'],
    ['a bad package', { actual_url: URL, android_package_name: 'a b' }, 'android_package_name'],
    ['a bad bundle id', { actual_url: URL, ios_bundle_id: 'a/b' }, 'ios_bundle_id'],
  ])('rejects %s and names the field', async (_name, body, field) => {
    const text = JSON.stringify(body).replace('PROJECT', api.project.id)
    const refused = await create(JSON.parse(text) as Record<string, unknown>)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors)).toEqual([field])
  })

  it('accepts null for optional fields', async () => {
    const nulls = Object.fromEntries(NULLABLE.map((key) => [key, null]))
    const made = await create({ actual_url: URL, ...nulls })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: null, campaign_id: null, expires_at: null })
  })

  it('rejects another project’s campaign', async () => {
    const { id } = await api.database.prisma.campaign.create({
      data: { projectId: api.otherProject.id, name: 'Theirs' },
    })
    expect((await create({ actual_url: URL, campaign_id: id })).body.errors).toHaveProperty(
      'campaign_id',
    )
  })

  it('sets no campaign that is deleted while the link is created', async () => {
    const { prisma } = api.database
    const data = { projectId: api.project.id, name: 'Gone', deletedAt: new Date() }
    const campaign = await prisma.campaign.create({ data })
    const link = { projectId: api.project.id, code: 'orphan', actualUrl: URL }
    const [made] = await insertLinks(prisma, [{ ...link, campaignId: campaign.id }])
    expect(made).toMatchObject({ campaignId: null, campaign: null })
    const where = { projectId_code: { projectId: api.project.id, code: 'orphan' } }
    const stored = await prisma.link.findUniqueOrThrow({ where })
    expect(stored.campaignId).toBe(campaign.id)
  })

  it('limits apps, but not admins, to allowed_destinations', async () => {
    const { id, key, token } = api.otherProject
    await api.database.prisma.project.update({
      where: { id },
      data: { allowedDestinations: ['*.example.com'] },
    })
    const send = (body: unknown, admin: string | null = null) =>
      api.sdk('POST', '/api/links', { key, token: admin, body })
    expect((await send({ actual_url: URL })).status).toBe(201)
    const refused = await send({
      actual_url: 'https://evil.example/',
      expired_url: 'https://evil.example/',
    })
    expect(Object.keys(refused.body.errors)).toEqual(['actual_url', 'expired_url'])
    const picture = { actual_url: URL, social_image: 'https://evil.example/a.png' }
    const before = await api.database.prisma.link.count({ where: { projectId: id } })
    const refusedPicture = await send(picture)
    expect([refusedPicture.status, Object.keys(refusedPicture.body.errors)]).toEqual([
      422,
      ['social_image'],
    ])
    expect(await api.database.prisma.link.count({ where: { projectId: id } })).toBe(before)
    expect((await send({ ...picture, social_image: 'https://IMG.example.com/a.png' })).status).toBe(
      201,
    )
    expect((await send(picture, token)).status).toBe(201)
    expect((await send({ actual_url: 'https://evil.example/' }, token)).status).toBe(201)
  })

  it('is rejected if the scope is off', async () => {
    const { id, key } = api.otherProject
    await api.database.prisma.project.update({ where: { id }, data: { sdkScopes: ['links:read'] } })
    const refused = await api.sdk('POST', '/api/links', { key, body: { actual_url: URL } })
    expect([refused.status, refused.body.code]).toEqual([403, 'scope_disabled'])
  })
})

describe('GET /api/links/{code}', () => {
  it('rejects a missing code and another project’s', async () => {
    await create({ actual_url: URL, code: 'mine' })
    const missing = await read('nothing')
    const theirs = await api.sdk('GET', '/api/links/mine', { key: api.otherProject.key })
    expect([missing.status, theirs.status]).toEqual([404, 404])
    expect({ ...theirs.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
    expect((await read('MINE')).status).toBe(404)
    expect((await read('a%00b')).status).toBe(404)
    expect((await read('%ZZ')).status).toBe(404)
  })

  it('returns the UTM of a click to an app, and the link’s own to an owner', async () => {
    const { id: campaign_id } = await api.database.prisma.campaign.create({
      data: {
        projectId: api.project.id,
        name: 'Spring',
        utmSource: 'campaign',
        utmTerm: 'campaign',
      },
    })
    const own = { utm_source: 'link', utm_medium: 'link', utm_term: null, utm_content: null }
    const { body } = await create({ actual_url: URL, campaign_id, ...own })
    expect(body).toMatchObject(own)
    expect((await read(body.code)).body).toEqual({
      ...body,
      utm_source: 'campaign',
      utm_term: 'campaign',
    })
    const managed = await api.request('GET', `/api/links/${body.code}`)
    expect(managed.body).toEqual({ ...body, installs: 0 })
  })

  it('responds 410 for an expired and for an archived one', async () => {
    await create({ actual_url: URL, code: 'old', expires_at: '2020-01-01T00:00:00Z' })
    await create({ actual_url: URL, code: 'archived' })
    await api.database.prisma.link.updateMany({
      where: { code: 'archived' },
      data: { archivedAt: new Date() },
    })
    for (const code of ['old', 'archived']) {
      const gone = await read(code)
      expect([gone.status, gone.body.code]).toEqual([410, 'gone'])
    }
  })
})

describe('GET /api/projects/link-domains', () => {
  it('lists the project’s own host and the proved ones', async () => {
    await api.database.prisma.domain.createMany({
      data: [
        { projectId: api.project.id, host: 'go.acme.com', provedAt: new Date() },
        { projectId: api.project.id, host: 'unproved.acme.com' },
        { projectId: api.otherProject.id, host: 'go.other.com', provedAt: new Date() },
      ],
    })
    const { status, body } = await api.sdk('GET', '/api/projects/link-domains')
    expect([status, body]).toEqual([200, { data: [api.project.linkHost, 'go.acme.com'] }])
    expect((await create({ actual_url: 'https://go.acme.com/x' })).status).toBe(422)
  })

  it('requires the key', async () => {
    expect((await api.sdk('GET', '/api/projects/link-domains', { key: null })).status).toBe(401)
  })
})

const SIX_DIGITS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const RECORD_KEYS =
  'id code short_url actual_url name ios_url android_url fallback_url ios_bundle_id android_package_name is_deeplink should_open_store campaign_id campaign_name utm_source utm_medium utm_campaign utm_term utm_content social_title social_description social_image tags clicked_count expires_at expired_url archived_at created_by project_id created_at updated_at version'.split(
    ' ',
  )
const NULLABLE = RECORD_KEYS.filter(
  (key) =>
    !/^(id|code|short_url|actual_url|is_deeplink|should_open_store|tags|created_by|project_id|version)$/.test(
      key,
    ),
)
