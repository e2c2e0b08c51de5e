import { readFileSync } from 'node:fs'
import { openWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { freePort } from '@throughline/stack/ports'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.prisma.webhook.deleteMany()
  await api.database.prisma.auditEntry.deleteMany()
})

const VALID = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }
type Errors = { url: string[] }
const SECRET = /^whsec_[A-Za-z0-9+/]{64}$/
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

async function create(body: object = {}): Promise<{ id: number; secret: string }> {
  const answer = await api.request('POST', '/api/webhooks', { body: { ...VALID, ...body } })
  expect(answer.status).toBe(201)
  return answer.body as { id: number; secret: string }
}

const stored = (id: number) => api.database.prisma.webhook.findUniqueOrThrow({ where: { id } })

async function storedSecret(id: number): Promise<string> {
  const { secretSealed } = await stored(id)
  return openWebhookSecret(api.ctx.keyRing, secretSealed ?? '', {
    webhookId: id,
    projectId: api.project.id,
  })
}

const audits = () =>
  api.database.prisma.auditEntry.findMany({
    orderBy: { id: 'asc' },
    select: { actor: true, action: true, target: true, projectId: true },
  })

describe('POST /api/webhooks/check-url', () => {
  const check = (url: unknown) => api.request('POST', '/api/webhooks/check-url', { body: { url } })

  it('responds as create does, and saves nothing', async () => {
    const good = await check(VALID.url)
    expect([good.status, good.body]).toEqual([200, { ok: true, reason: null }])
    for (const url of ['http://hooks.example.com/in', 'https://10.0.0.1/in', 'not a URL']) {
      const { status, body } = await check(url)
      const created = await api.request('POST', '/api/webhooks', { body: { ...VALID, url } })
      expect([status, created.status]).toEqual([200, 422])
      expect(body).toEqual({ ok: false, reason: (created.body.errors as Errors).url[0] })
    }
    expect(await api.database.prisma.webhook.count()).toBe(0)
  })

  it('rejects a body without a URL', async () => {
    expect((await check(undefined)).status).toBe(422)
    expect((await check('')).status).toBe(422)
  })
})

describe('POST /api/webhooks', () => {
  it('returns the record with its secret, stores the secret encrypted and audits the actor', async () => {
    const answer = await api.request('POST', '/api/webhooks', { body: VALID })
    expect(answer.status).toBe(201)
    const { id, secret } = answer.body as { id: number; secret: string }
    expect(Object.keys(answer.body as object)).toEqual([
      'id',
      'url',
      'events',
      'is_active',
      'secret',
      'created_at',
    ])
    expect(answer.body).toMatchObject({ ...VALID, is_active: true })
    expect(answer.body.created_at).toMatch(TIMESTAMP)
    expect(answer.headers.location).toBe(`/api/webhooks/${id}`)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(secret).toMatch(SECRET)

    const row = await stored(id)
    expect(row.secretSealed).not.toContain(secret)
    expect(await storedSecret(id)).toBe(secret)
    const tokenId = Number(api.project.token.split('|')[0])
    expect(await audits()).toEqual([
      {
        actor: `token:${tokenId}`,
        action: 'webhook.create',
        target: `webhook:${id}`,
        projectId: api.project.id,
      },
    ])
  })

  it('collapses events named twice and can begin turned off', async () => {
    const events = ['install_attributed', 'install_attributed']
    const { id } = await create({ events, is_active: false })
    expect(await stored(id)).toMatchObject({ events: ['install_attributed'], isActive: false })
  })

  it('ignores keys that can not be written', async () => {
    const foreign = {
      id: 77_777,
      project_id: api.otherProject.id,
      secret: 'whsec_mine',
      created_at: '2020-01-01T00:00:00Z',
    }
    const { id, secret } = await create(foreign)
    expect(id).not.toBe(77_777)
    expect(secret).toMatch(SECRET)
    expect(await stored(id)).toMatchObject({ projectId: api.project.id })
  })

  it('echoes the URL exactly as given', async () => {
    const url = 'https://Hooks.Example.com:8443/a/../b?x=%7E&y=1#part'
    const answer = await api.request('POST', '/api/webhooks', { body: { ...VALID, url } })
    expect(answer.body).toMatchObject({ url })
  })

  it.each([
    ['url', { events: VALID.events }],
    ['events', { url: VALID.url }],
    ['events', { ...VALID, events: [] }],
    ['events', { ...VALID, events: ['install'] }],
    ['events', { ...VALID, events: 'install_attributed' }],
    ['is_active', { ...VALID, is_active: 'true' }],
    ['is_active', { ...VALID, is_active: null }],
    ['url', { ...VALID, url: null }],
  ])('rejects a wrong %s', async (field, body) => {
    const answer = await api.request('POST', '/api/webhooks', { body })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors as object)).toEqual([field])
    expect(await api.database.prisma.webhook.count()).toBe(0)
  })

  it('allows 100 per project, also for many simultaneous calls', async () => {
    await api.database.prisma.webhook.createMany({
      data: Array.from({ length: 95 }, () => ({ ...VALID, projectId: api.project.id })),
    })
    await api.database.prisma.webhook.create({
      data: { ...VALID, projectId: api.project.id, deletedAt: new Date() },
    })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.request('POST', '/api/webhooks', { body: VALID })),
    )
    const statuses = answers.map((answer) => answer.status).sort()
    expect(statuses).toEqual([...Array<number>(5).fill(201), ...Array<number>(7).fill(409)])
    const refused = answers.find((answer) => answer.status === 409)
    expect(refused?.body).toMatchObject({ code: 'webhook_limit_reached' })
    const live = { projectId: api.project.id, deletedAt: null }
    expect(await api.database.prisma.webhook.count({ where: live })).toBe(100)
  })
})

interface UrlTable {
  reject: Record<string, { urls: string[] }>
  accept: Record<string, { urls: string[] }> | string[]
}
const TABLE = JSON.parse(
  readFileSync(
    new URL('../../../packages/core/fixtures/webhook-urls.json', import.meta.url),
    'utf8',
  ),
) as UrlTable
const urlsOf = (group: UrlTable['accept']) =>
  Array.isArray(group) ? group : Object.values(group).flatMap(({ urls }) => urls)
const REFUSED = urlsOf(TABLE.reject)
const ACCEPTED = urlsOf(TABLE.accept)

describe('the URL of a webhook', () => {
  it('is rejected at create and at update by the whole table', async () => {
    const { id } = await create()
    expect(REFUSED.length).toBeGreaterThan(100)
    for (const url of REFUSED) {
      const made = await api.request('POST', '/api/webhooks', { body: { ...VALID, url } })
      const changed = await api.request('PUT', `/api/webhooks/${id}`, { body: { url } })
      const seen = [made, changed].map(({ status, body }) => [
        status,
        Object.keys((body as { errors?: object }).errors ?? {}),
      ])
      expect([url, ...seen]).toEqual([url, [422, ['url']], [422, ['url']]])
    }
    expect(await api.database.prisma.webhook.findMany()).toMatchObject([{ id, url: VALID.url }])
  })

  it('is accepted at create and at update by the whole table', async () => {
    const { id } = await create()
    expect(ACCEPTED.length).toBeGreaterThan(0)
    for (const url of ACCEPTED) {
      const made = await api.request('POST', '/api/webhooks', { body: { ...VALID, url } })
      const changed = await api.request('PUT', `/api/webhooks/${id}`, { body: { url } })
      expect([url, made.status, changed.status]).toEqual([url, 201, 200])
      expect(changed.body).toMatchObject({ url })
    }
  })
})

describe('the URL of a webhook on this machine', () => {
  const urlAt = (port: number) => `http://localhost:${port}/hook`
  const isRejected = expect.objectContaining({ errors: { url: expect.anything() } })

  it('is rejected with what to do instead', async () => {
    const answer = await api.request('POST', '/api/webhooks', {
      body: { ...VALID, url: urlAt(8080) },
    })
    expect(answer.status).toBe(422)
    expect(JSON.stringify(answer.body.errors)).toMatch(/DELIVERY_ALLOW_LOOPBACK=true.* tunnel/)
  })

  it('is accepted where that is allowed, at any port but our own', async () => {
    const WORKER_PORT = String(await freePort())
    const local = await startTestApi({ env: { DELIVERY_ALLOW_LOOPBACK: 'true', WORKER_PORT } })
    try {
      const [port, database] = [local.url, local.databaseUrl].map((url) =>
        Number(new URL(url).port),
      )
      const create = (url: string) =>
        local.request('POST', '/api/webhooks', { body: { ...VALID, url } })
      const made = await create(urlAt(8080))
      expect(made).toMatchObject({ status: 201, body: { url: urlAt(8080) } })
      for (const own of [port, Number(WORKER_PORT), database || 5432])
        expect(await create(urlAt(own ?? 0))).toMatchObject({ status: 422, body: isRejected })
      const path = `/api/webhooks/${String(made.body['id'])}`
      const change = (url: string) => local.request('PUT', path, { body: { url } })
      expect(await change('https://[::1]/')).toMatchObject({ status: 200 })
      expect(await change('https://127.1/')).toMatchObject({ status: 422, body: isRejected })
    } finally {
      await local.close()
    }
  })
})

describe('GET /api/webhooks', () => {
  it('pages through the live ones, newest first, without a secret', async () => {
    const ids: number[] = []
    for (let made = 0; made < 5; made += 1) ids.unshift((await create()).id)
    await api.request('DELETE', `/api/webhooks/${ids[1]}`)
    const first = await api.request('GET', '/api/webhooks?limit=3')
    expect(idsOf(first.body)).toEqual([ids[0], ids[2], ids[3]])
    const cursor = String(first.body.next_cursor)
    const second = await api.request('GET', `/api/webhooks?limit=3&cursor=${cursor}`)
    expect(idsOf(second.body)).toEqual([ids[4]])
    expect(second.body.next_cursor).toBeNull()
    expect(first.text + second.text).not.toMatch(/whsec_|secret/)
  })

  it('shows one, and another project none of them', async () => {
    const { id } = await create()
    const answer = await api.request('GET', `/api/webhooks/${id}`)
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body as object).join(' ')).toBe(
      'id url events is_active name description verified_at verification grace_ends_at created_at version',
    )
    const { key, token } = api.otherProject
    expect((await api.request('GET', `/api/webhooks/${id}`, { key, token })).status).toBe(404)
    const list = await api.request('GET', '/api/webhooks', { key, token })
    expect(list.body).toEqual({ data: [], next_cursor: null })
  })
})

describe('PUT /api/webhooks/{id}', () => {
  it('keeps, changes and clears name and description', async () => {
    const named = { name: 'CRM', description: 'Tells the CRM of new customers' }
    const { id } = await create(named)
    const put = async (body: object) =>
      (await api.request('PUT', `/api/webhooks/${id}`, { body })).body
    expect(await put({})).toMatchObject(named)
    expect(await put({ name: 'Ads' })).toMatchObject({ ...named, name: 'Ads' })
    expect(await put({ name: null, description: null })).toMatchObject({
      name: null,
      description: null,
      ...VALID,
    })
  })

  it('changes only the version in If-Match', async () => {
    const { id } = await create()
    const putIf = (name: string) =>
      api.request('PUT', `/api/webhooks/${id}`, { body: { name }, headers: { 'if-match': '"1"' } })
    expect((await putIf('First')).body).toMatchObject({ name: 'First', version: 2 })
    const late = await putIf('Second')
    expect([late.status, late.body.code]).toEqual([412, 'version_mismatch'])
    expect((await api.request('GET', `/api/webhooks/${id}`)).body).toMatchObject({ name: 'First' })
  })

  it('keeps what is missing, changes what is given, and does not change the secret', async () => {
    const { id, secret } = await create()
    const kept = await api.request('PUT', `/api/webhooks/${id}`, { body: {} })
    expect(kept.status).toBe(200)
    expect(kept.body).toMatchObject({ id, ...VALID, is_active: true })
    const url = 'https://other.example.com/'
    const changed = await api.request('PUT', `/api/webhooks/${id}`, {
      body: { url, secret: 'whsec_mine', id: 1, project_id: api.otherProject.id },
    })
    expect(changed.body).toMatchObject({ id, url, events: VALID.events })
    expect(changed.text).not.toMatch(/whsec_|secret/)
    expect(await storedSecret(id)).toBe(secret)
  })

  it.each(['url', 'events', 'is_active'])('rejects null for %s', async (field) => {
    const { id } = await create()
    const answer = await api.request('PUT', `/api/webhooks/${id}`, { body: { [field]: null } })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors as object)).toEqual([field])
  })

  it('rejects an empty list of events and changes nothing', async () => {
    const { id } = await create()
    const body = { url: 'https://other.example.com/', events: [] }
    expect((await api.request('PUT', `/api/webhooks/${id}`, { body })).status).toBe(422)
    expect(await stored(id)).toMatchObject(VALID)
  })
})

describe('DELETE /api/webhooks/{id}', () => {
  it('erases the secrets, keeps the row, and is a missing record from then on', async () => {
    const { id } = await create()
    await api.request('POST', `/api/webhooks/${id}/rotate`, { body: { grace_seconds: 600 } })
    const answer = await api.request('DELETE', `/api/webhooks/${id}`)
    expect([answer.status, answer.body]).toEqual([200, { id, deleted: true }])
    const row = await stored(id)
    expect(row).toMatchObject({ secretSealed: null, previousSecretSealed: null })
    expect(row.deletedAt).toBeInstanceOf(Date)
    const calls = [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/regenerate-secret'],
      ['POST', '/regenerate-secret'],
      ['POST', '/rotate'],
      ['POST', '/test'],
      ['POST', '/verify'],
      ['GET', '/deliveries'],
      ['POST', '/replay'],
    ] as const
    for (const [method, suffix] of calls) {
      const body = suffix === '/replay' ? { since: '2026-01-01T00:00:00Z' } : {}
      const options = method === 'GET' ? {} : { body }
      const after = await api.request(method, `/api/webhooks/${id}${suffix}`, options)
      expect([method, suffix, after.status]).toEqual([method, suffix, 404])
    }
  })
})

describe.each(['GET', 'POST'])('%s /api/webhooks/{id}/regenerate-secret', (method) => {
  const path = (id: number) => `/api/webhooks/${id}/regenerate-secret`

  it('returns a new secret each time and ends the old one immediately', async () => {
    const { id, secret } = await create()
    await api.request('POST', `/api/webhooks/${id}/rotate`, { body: { grace_seconds: 600 } })
    const answer = await api.request(method, path(id))
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body as object)).toEqual(['secret'])
    expect(answer.body.secret).toMatch(SECRET)
    expect(answer.body.secret).not.toBe(secret)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers.etag).toBeUndefined()
    expect(await storedSecret(id)).toBe(answer.body.secret)
    expect(await stored(id)).toMatchObject({
      previousSecretSealed: null,
      previousSecretExpiresAt: null,
    })
    expect((await audits()).map(({ action }) => action)).toEqual([
      'webhook.create',
      'webhook.rotate_secret',
      'webhook.regenerate_secret',
    ])
  })

  it('rotates once for each of many simultaneous calls, and stores the last secret', async () => {
    const { id } = await create()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.request(method, path(id))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200))
    const secrets = answers.map(({ body }) => (body as { secret: string }).secret)
    expect(new Set(secrets).size).toBe(20)
    expect(secrets).toContain(await storedSecret(id))
    expect(
      (await audits()).filter(({ action }) => action.endsWith('regenerate_secret')).length,
    ).toBe(20)
  })

  it('logs a second call within two seconds as suspicious, without the secret', async () => {
    const { id } = await create()
    const linesOf = () =>
      api.logs.lines().filter((line) => String(line['msg']).startsWith('suspicious'))
    const before = linesOf().length
    const first = await api.request(method, path(id))
    expect(linesOf().length).toBe(before)
    const second = await api.request(method, path(id))
    expect(linesOf().slice(before)).toMatchObject([{ level: 40, webhookId: id }])
    for (const { secret } of [first.body, second.body] as { secret: string }[])
      expect(api.logs.text()).not.toContain(secret)
  })

  it.each([
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'Prefetch'],
  ])('rejects a prefetch by %s and rotates nothing', async (name, value) => {
    const { id, secret } = await create()
    const answer = await api.request(method, path(id), { headers: { [name]: value } })
    expect([answer.status, answer.body.code]).toEqual([403, 'prefetch_refused'])
    expect(await storedSecret(id)).toBe(secret)
  })

  it('has one strict path and no HEAD', async () => {
    const { id, secret } = await create()
    const other = [`${path(id)}/`, path(id).toUpperCase(), `/api/Webhooks/${id}/regenerate-secret`]
    for (const one of [...other, `/api/webhooks/0${id}/regenerate-secret`])
      expect([one, (await api.request(method, one)).status]).toEqual([one, 404])
    const head = await api.request('HEAD', path(id))
    expect([head.status, head.headers.allow]).toEqual([405, 'GET, POST'])
    expect(await storedSecret(id)).toBe(secret)
  })

  it("does not change another project's secret", async () => {
    const { id, secret } = await create()
    const { key, token } = api.otherProject
    expect((await api.request(method, path(id), { key, token })).status).toBe(404)
    expect((await api.request(method, path(id), { token: null })).status).toBe(401)
    expect(await storedSecret(id)).toBe(secret)
  })
})

describe('POST /api/webhooks/{id}/rotate', () => {
  it('keeps the old secret for the grace, a day by default', async () => {
    const { id } = await create()
    const before = await stored(id)
    const answer = await api.request('POST', `/api/webhooks/${id}/rotate`)
    expect(answer.status).toBe(200)
    const row = await stored(id)
    expect(await storedSecret(id)).toBe(answer.body.secret)
    expect(row.previousSecretSealed).toBe(before.secretSealed)
    expect(graceSecondsOf(row)).toBeCloseTo(86_400, -1)
  })

  it('takes another grace period, or none with 0', async () => {
    const { id } = await create()
    await api.request('POST', `/api/webhooks/${id}/rotate`, { body: { grace_seconds: 60 } })
    expect(graceSecondsOf(await stored(id))).toBeCloseTo(60, -1)
    await api.request('POST', `/api/webhooks/${id}/rotate`, { body: { grace_seconds: 0 } })
    expect(await stored(id)).toMatchObject({
      previousSecretSealed: null,
      previousSecretExpiresAt: null,
    })
  })

  it.each([-1, 86_401, 1.5, '60', null])('rejects a grace of %p', async (grace_seconds) => {
    const { id, secret } = await create()
    const answer = await api.request('POST', `/api/webhooks/${id}/rotate`, {
      body: { grace_seconds },
    })
    expect(answer.status).toBe(422)
    expect(await storedSecret(id)).toBe(secret)
  })
})

function idsOf(body: { data: { id: number }[] }): number[] {
  return body.data.map(({ id }) => id)
}

function graceSecondsOf(row: { secretChangedAt: Date; previousSecretExpiresAt: Date | null }) {
  return ((row.previousSecretExpiresAt?.getTime() ?? 0) - row.secretChangedAt.getTime()) / 1_000
}
