import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'
import type { TestRequest } from './send-request.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.prisma.webhook.deleteMany()
  await api.database.prisma.idempotencyKey.deleteMany()
})

const VALID = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }
const OTHER = { ...VALID, url: 'https://other.example.com/' }
const headers = { 'Idempotency-Key': 'order-1' }

const create = (options: TestRequest = {}) =>
  api.request('POST', '/api/webhooks', { body: VALID, headers, ...options })
const count = () => api.database.prisma.webhook.count()
const entries = () => api.database.prisma.idempotencyKey.findMany()
const age = (data: object) => api.database.prisma.idempotencyKey.updateMany({ data })

/** Runs `work` while a lock prevents creating webhooks, so that requests are still running meanwhile. */
async function whileCreatesWait(work: () => Promise<void>): Promise<void> {
  const client = await api.database.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM projects FOR UPDATE')
    await work()
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

describe('an Idempotency-Key', () => {
  it('returns the stored response for a repeated request, secret included', async () => {
    const first = await create()
    const again = await create()
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(again.headers.location).toBe(first.headers.location)
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await count()).toBe(1)
  })

  it('is stored encrypted', async () => {
    const { body } = await create()
    const [entry] = await entries()
    expect(entry?.answerSealed).toMatch(/^test\./)
    expect(JSON.stringify(entry)).not.toContain((body as { secret: string }).secret)
  })

  it('treats the same body in another order and format as equal', async () => {
    await create()
    const rawBody = `{ "unknown": 1, "events": ${JSON.stringify(VALID.events)},\n "url": "${VALID.url}" }`
    const again = await api.request('POST', '/api/webhooks', {
      rawBody,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  })

  it('is rejected for another body', async () => {
    await create()
    const other = await create({ body: OTHER })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(await count()).toBe(1)
  })

  it('is rejected for a body that differs only in a time', async () => {
    const link = (expires_at: string) =>
      api.request('POST', '/api/links', {
        headers: { 'Idempotency-Key': 'link-1' },
        body: { url: 'https://shop.example.com/', expires_at },
      })
    expect((await link('2031-01-01T00:00:00Z')).status).toBe(201)
    const same = await link('2031-01-01T01:00:00+01:00')
    expect([same.status, same.headers['idempotency-replayed']]).toEqual([201, 'true'])
    const other = await link('2032-01-01T00:00:00Z')
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('is rejected while the first request runs, and returns its response afterwards', async () => {
    let running: ReturnType<typeof create> | undefined
    await whileCreatesWait(async () => {
      running = create()
      await waitFor(async () => (await entries()).length === 1, { what: 'the running mark' })
      const second = await create()
      expect([second.status, second.body.code]).toEqual([409, 'idempotency_in_progress'])
      expect(second.headers['retry-after']).toBe('1')
    })
    expect((await running)?.status).toBe(201)
    expect((await create()).headers['idempotency-replayed']).toBe('true')
    expect(await count()).toBe(1)
  })

  it('creates one record for many concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => create()))
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    expect(await count()).toBe(1)
  })

  it('is released when a request has run for 60 s without a response', async () => {
    await create()
    await age({ answerSealed: null, runningUntil: new Date(Date.now() + 2_000) })
    expect((await create()).status).toBe(409)
    await age({ answerSealed: null, runningUntil: new Date(Date.now() - 1) })
    expect((await create()).status).toBe(201)
    expect(await count()).toBe(2)
  })

  it('creates one record when a request resumes after 60 s beside its successor', async () => {
    let both: ReturnType<typeof create>[] = []
    await whileCreatesWait(async () => {
      const frozen = create()
      await waitFor(async () => (await entries()).length === 1, { what: 'the running mark' })
      await age({ runningUntil: new Date(Date.now() - 1) })
      const followed = create()
      const isFollowed = async () => ((await entries())[0]?.runningUntil ?? 0) > new Date()
      await waitFor(isFollowed, { what: 'the mark of the second request' })
      both = [frozen, followed]
    })
    const [frozen, followed] = await Promise.all(both)
    expect([frozen?.status, frozen?.body.code]).toEqual([409, 'idempotency_in_progress'])
    expect(followed?.status).toBe(201)
    expect(await count()).toBe(1)
    expect((await create()).body).toEqual(followed?.body)
  })

  it('locks a running request for 60 s', async () => {
    await whileCreatesWait(async () => {
      void create()
      await waitFor(async () => (await entries()).length === 1, { what: 'the running mark' })
      const [entry] = await entries()
      const left = (entry?.runningUntil?.getTime() ?? 0) - Date.now()
      expect(left).toBeGreaterThan(50_000)
      expect(left).toBeLessThan(61_000)
    })
    await waitFor(async () => (await count()) === 1, { what: 'the request to end' })
  })

  it('expires after 24 hours', async () => {
    await create()
    await age({ createdAt: new Date(Date.now() - 24 * 3_600_000 - 1_000) })
    const later = await create({ body: OTHER })
    expect([later.status, later.headers['idempotency-replayed']]).toEqual([201, undefined])
    expect(await count()).toBe(2)
  })

  it('stores no rejection: the corrected request succeeds', async () => {
    const bad = await create({ body: { ...VALID, url: 'https://127.0.0.1/' } })
    expect(bad.status).toBe(422)
    expect(await entries()).toEqual([])
    expect((await create()).status).toBe(201)
  })

  it('is scoped to token, project and path', async () => {
    const first = await create()
    const token = await api.createToken(api.project)
    const { key, token: otherToken } = api.otherProject
    const byToken = await create({ token, body: OTHER })
    const byProject = await create({ key, token: otherToken, body: OTHER })
    expect([byToken.status, byProject.status]).toEqual([201, 201])
    const { id } = first.body as { id: number }
    const test = await api.request('POST', `/api/webhooks/${id}/test`, { headers })
    expect([test.status, test.headers['idempotency-replayed']]).toEqual([202, undefined])
    expect(await count()).toBe(3)
  })

  it('is scoped to the record on the same path', async () => {
    const first = (await create()).body as { id: number }
    const second = (await create({ headers: {} })).body as { id: number }
    for (const { id } of [first, second]) {
      const test = await api.request('POST', `/api/webhooks/${id}/test`, { headers })
      expect([test.status, test.headers['idempotency-replayed']]).toEqual([202, undefined])
    }
  })

  it('is scoped to app and token', async () => {
    const link = { actual_url: 'https://shop.example.com/', name: 'spring' }
    const byKey = await api.sdk('POST', '/api/links', { body: link, headers })
    const byToken = await api.request('POST', '/api/links', { body: link, headers })
    const again = await api.sdk('POST', '/api/links', { body: link, headers })
    expect([byKey.status, byToken.status, again.status]).toEqual([201, 201, 201])
    expect(byToken.headers['idempotency-replayed']).toBeUndefined()
    expect(byToken.body.code).not.toBe(byKey.body.code)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toEqual(byKey.body)
  })

  it('is read after authentication', async () => {
    await create()
    expect((await create({ token: null })).status).toBe(401)
    expect((await create({ token: api.otherProject.token })).status).toBe(404)
  })

  it('is ignored for a request that creates nothing', async () => {
    const { id } = (await create({ headers: {} })).body as { id: number }
    const path = `/api/webhooks/${id}/regenerate-secret`
    const first = await api.request('POST', path, { headers })
    const second = await api.request('POST', path, { headers })
    expect(second.body).not.toEqual(first.body)
    expect(await entries()).toEqual([])
  })
})
