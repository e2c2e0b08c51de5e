import { randomUUID } from 'node:crypto'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { recordResults } from '@throughline/db/deliveries/record-results'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createHistory } from './delivery-history.js'
import { startTestApi, type TestApi } from './harness.js'

// What docs/api-contract.md, "Deliveries" asks for beside deliveries.test.ts.

const VALID = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }
const SINCE = new Date(Date.now() - 3_600_000).toISOString()

let api: TestApi
let webhookId: number
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  const { prisma } = api.database
  await prisma.deliveryAttempt.deleteMany()
  await prisma.delivery.deleteMany()
  await prisma.webhook.deleteMany()
  await prisma.auditEntry.deleteMany()
  const { body } = await api.request('POST', '/api/webhooks', { body: VALID })
  webhookId = Number(body.id)
})

const history = () => createHistory(api, webhookId)
const happen = (state?: string) => history().happen(state)
const lease = (deliveryId: string) => history().lease(deliveryId)
const attempt = (deliveryId: string, isSuccess: boolean) => history().attempt(deliveryId, isSuccess)

const row = (id: string) => api.database.prisma.delivery.findFirstOrThrow({ where: { id } })
const list = async (query = '') => {
  const answer = await api.request('GET', `/api/webhooks/${webhookId}/deliveries?${query}`)
  return answer.body as { data: { id: string; state: string }[]; next_cursor: string | null }
}
const resend = (id: string, body?: object) =>
  api.request('POST', `/api/deliveries/${id}/resend`, body === undefined ? {} : { body })
const replay = (body: object, more: object = {}) =>
  api.request('POST', `/api/webhooks/${webhookId}/replay`, {
    body: { since: SINCE, ...body },
    ...more,
  })

describe('the list of deliveries', () => {
  it('filters by every state, and lists a delivery in flight only as delivering', async () => {
    const ids: Record<string, string> = {}
    const states = ['pending', 'retrying', 'succeeded', 'failed', 'held', 'skipped', 'canceled']
    for (const state of states) ids[state] = await happen(state)
    const inFlight = await happen()
    await lease(inFlight)
    for (const state of states)
      expect((await list(`state=${state}`)).data).toMatchObject([{ id: ids[state] }])
    expect((await list('state=delivering')).data).toMatchObject([
      { id: inFlight, state: 'delivering' },
    ])
    expect((await list('limit=100')).data).toHaveLength(8)
  })

  it('pages within a state and a time range, without gaps', async () => {
    const ids: string[] = []
    for (let made = 0; made < 5; made += 1) {
      ids.unshift(await happen('failed'))
      await happen('succeeded')
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(
        `state=failed&since=${SINCE}&limit=2&cursor=${cursor}`.replace(/&cursor=$/, ''),
      )
      expect(page.data.length).toBeLessThanOrEqual(2)
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
    }
    expect(seen).toEqual([...ids].sort().reverse())
  })

  it('returns neither payloads nor attempts, and nothing of another project', async () => {
    await happen()
    const [first] = (await list()).data
    expect(first).not.toHaveProperty('payload')
    expect(first).not.toHaveProperty('attempts')
    const { key, token } = api.otherProject
    const path = `/api/webhooks/${webhookId}/deliveries`
    expect((await api.request('GET', path, { key, token })).status).toBe(404)
  })

  it('treats since as inclusive and until as exclusive', async () => {
    const id = await happen()
    const bornMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    const [at, after] = [bornMs, bornMs + 1].map((ms) => new Date(ms).toISOString())
    expect((await list(`since=${String(at)}`)).data).toHaveLength(1)
    expect((await list(`since=${String(after)}`)).data).toHaveLength(0)
    expect((await list(`until=${String(after)}`)).data).toHaveLength(1)
    expect((await list(`until=${String(at)}`)).data).toHaveLength(0)
  })
})

describe('one delivery', () => {
  it('has its attempts in order, the manual ones after the automatic', async () => {
    const id = await happen()
    await attempt(id, false)
    await resend(id)
    await attempt(id, true)
    const { body } = await api.request('GET', `/api/deliveries/${id}`)
    expect(body).toMatchObject({
      state: 'succeeded',
      trigger: 'auto',
      attempts_made: 2,
      next_attempt_at: null,
      attempts: [
        { number: 1, trigger: 'auto', outcome: 'failed', status_code: 500 },
        { number: 2, trigger: 'resend', outcome: 'succeeded', status_code: 204, error_class: null },
      ],
    })
    expect(body.completed_at).toEqual(expect.any(String))
  })

  it('is found by its id in upper and lower case, and by nothing else', async () => {
    const id = await happen()
    const get = async (text: string) => (await api.request('GET', `/api/deliveries/${text}`)).status
    expect(await get(id.toUpperCase())).toBe(200)
    for (const text of [randomUUID(), `${id}0`, id.replaceAll('-', ''), '1', '%00'])
      expect([text, await get(text)]).toEqual([text, 404])
  })
})

describe('resend', () => {
  it.each(['succeeded', 'failed', 'skipped'])(
    'sends a delivery that is %s once more, and keeps its state',
    async (state) => {
      const id = await happen(state)
      const answer = await resend(id, { retries: false, attempts: 9 })
      expect([answer.status, answer.body.state]).toEqual([202, state])
      expect(await row(id)).toMatchObject({ isManual: true, seq: 1, state })
    },
  )

  it.each(['succeeded', 'failed', 'skipped', 'retrying'])(
    'starts a new schedule for a delivery that is %s, if called with retries',
    async (state) => {
      const id = await happen(state)
      const answer = await resend(id, { retries: true })
      expect(answer.body).toMatchObject({ id, state: 'pending', trigger: 'resend' })
      expect(await row(id)).toMatchObject({ scheduleAttempts: 0, isManual: false, seq: 1 })
    },
  )

  it('rejects retries of a delivery in flight, of a canceled one, and while the webhook is off', async () => {
    const [busy, gone] = [await happen(), await happen('canceled')]
    await lease(busy)
    const codeOf = async (id: string) => (await resend(id, { retries: true })).body.code
    expect(await codeOf(busy)).toBe('delivery_in_flight')
    expect(await codeOf(gone)).toBe('not_resendable')
    await api.request('PUT', `/api/webhooks/${webhookId}`, { body: { is_active: false } })
    expect(await codeOf(await happen('failed'))).toBe('webhook_inactive')
  })

  it.each([{ retries: 'true' }, { retries: null }, { retries: 1 }])('rejects %j', async (body) => {
    const id = await happen('failed')
    expect((await resend(id, body)).status).toBe(422)
    expect(await row(id)).toMatchObject({ seq: 0, dueAt: null })
  })
})

describe('resending several', () => {
  const resendAll = (body: object, more: object = {}) =>
    api.request('POST', '/api/deliveries/resend', { body, ...more })

  it('answers for each id, and sends those again that can be sent', async () => {
    const [failed, skipped] = [await happen('failed'), await happen('skipped')]
    const [busy, canceled] = [await happen(), await happen('canceled')]
    await lease(busy)
    const missing = newUuidV7()
    const ids = [busy, failed.toUpperCase(), missing, canceled, skipped, failed]
    const answer = await resendAll({ ids })
    expect(answer.status).toBe(202)
    const queued = { queued: true, code: null, detail: null }
    const refused = (code: string) => ({ queued: false, code, detail: expect.any(String) })
    expect(answer.body).toEqual({
      queued: 2,
      data: [
        { id: busy, ...refused('delivery_in_flight') },
        { id: failed, ...queued },
        { id: missing, ...refused('not_found') },
        { id: canceled, ...refused('not_resendable') },
        { id: skipped, ...queued },
      ],
    })
    for (const [id, state] of [
      [failed, 'failed'],
      [skipped, 'skipped'],
    ] as const)
      expect(await row(id)).toMatchObject({ isManual: true, seq: 1, state })
    for (const id of [busy, canceled]) expect(await row(id)).toMatchObject({ seq: 0 })
    const where = { action: 'delivery.resend' }
    const entries = await api.database.prisma.auditEntry.findMany({ where })
    const targets = entries.map(({ target }) => target)
    expect(targets.sort()).toEqual([`delivery:${failed}`, `delivery:${skipped}`].sort())
  })

  it('starts new schedules if called with retries', async () => {
    const ids = [await happen('failed'), await happen('succeeded')]
    expect((await resendAll({ ids, retries: true })).body).toMatchObject({ queued: 2 })
    for (const id of ids)
      expect(await row(id)).toMatchObject({ state: 'pending', scheduleAttempts: 0, seq: 1 })
  })

  it('finds no deliveries of another project', async () => {
    const id = await happen('failed')
    const { key, token } = api.otherProject
    const { body } = await resendAll({ ids: [id] }, { key, token })
    expect(body).toMatchObject({ queued: 0, data: [{ id, code: 'not_found' }] })
    expect(await row(id)).toMatchObject({ seq: 0, dueAt: null })
  })

  it('sends a delivery once for a repeated Idempotency-Key', async () => {
    const id = await happen('failed')
    const headers = { 'Idempotency-Key': 'resend-1' }
    const first = await resendAll({ ids: [id] }, { headers })
    const again = await resendAll({ ids: [id] }, { headers })
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
    expect(await row(id)).toMatchObject({ seq: 1 })
  })

  it.each([
    ['ids', { ids: [] }],
    ['ids', {}],
    ['ids', { ids: ['1'] }],
    ['ids', { ids: Array.from({ length: 101 }, () => newUuidV7()) }],
    ['retries', { ids: [newUuidV7()], retries: 'yes' }],
  ])('rejects a wrong %s', async (field, body) => {
    const answer = await resendAll(body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors as object)).toEqual([field])
  })
})

describe('replay', () => {
  it('replays only failed and skipped deliveries', async () => {
    const states = ['pending', 'retrying', 'succeeded', 'held', 'canceled', 'failed', 'skipped']
    const ids = []
    for (const state of states) ids.push(await happen(state))
    const by_state = { failed: 1, skipped: 1, succeeded: 0, canceled: 1 }
    expect((await replay({ dry_run: true })).body).toEqual({ id: null, count: 2, by_state })
    expect((await replay({})).body).toEqual({ id: expect.any(Number), count: 2, by_state })
    const after = await Promise.all(ids.map(row))
    expect(after.map(({ trigger }) => trigger)).toEqual([
      ...Array<string>(5).fill('auto'),
      ...Array<string>(2).fill('replay'),
    ])
    expect((await replay({})).body).toMatchObject({
      count: 0,
      hint: expect.stringContaining('It has 1 succeeded: send state "all"'),
    })
  })

  it('returns the same response for a repeated Idempotency-Key, and rejects it with another body', async () => {
    await happen('failed')
    const headers = { 'Idempotency-Key': 'replay-1' }
    const first = await replay({}, { headers })
    expect(first.body).toMatchObject({ count: 1 })
    const again = await replay({}, { headers })
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
    expect((await replay({ dry_run: true }, { headers })).status).toBe(422)
  })

  it('finds no deliveries of another project or of a deleted webhook', async () => {
    const id = await happen('failed')
    const { key, token } = api.otherProject
    expect((await replay({}, { key, token })).status).toBe(404)
    await api.request('DELETE', `/api/webhooks/${webhookId}`)
    expect((await replay({})).status).toBe(404)
    expect(await row(id)).toMatchObject({ state: 'failed', seq: 0 })
  })

  it.each([
    ['since', { since: undefined }],
    ['since', { since: 'yesterday' }],
    ['until', { state: 'succeeded' }],
    ['until', { state: 'all' }],
    ['state', { state: 'canceled' }],
    ['state', { state: null }],
    ['until', { until: '2020-01-01T00:00:00Z' }],
    ['dry_run', { dry_run: 'yes' }],
  ])('rejects a wrong %s', async (field, body) => {
    const answer = await replay(body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors as object)).toEqual([field])
  })
})

describe('a replay', () => {
  interface Shown {
    id: number
    status: string
    progress: object
  }
  const read = async (id: number | string, more: object = {}) =>
    api.request('GET', `/api/replays/${id}`, more)
  const cancel = async (id: number, more: object = {}) =>
    api.request('DELETE', `/api/replays/${id}`, more)
  const begin = async (body: object = {}) => {
    const answer = await replay(body)
    expect(answer.status).toBe(202)
    return (answer.body as unknown as Shown).id
  }
  const until = () => new Date(Date.now() + 60_000).toISOString()

  it('includes succeeded deliveries if it names all states, and never canceled ones', async () => {
    const ids = []
    for (const state of ['succeeded', 'canceled', 'failed', 'skipped', 'pending'])
      ids.push(await happen(state))
    const by_state = { failed: 1, skipped: 1, succeeded: 1, canceled: 1 }
    expect((await replay({ state: 'all', until: until() })).body).toMatchObject({
      count: 3,
      by_state,
    })
    const after = await Promise.all(ids.map(row))
    expect(after.map(({ state }) => state)).toEqual([
      'pending',
      'canceled',
      'pending',
      'pending',
      'pending',
    ])
    expect(after.map(({ seq }) => seq)).toEqual([1, 0, 1, 1, 0])
  })

  it('changes only succeeded deliveries if it names that state', async () => {
    const [failed, succeeded] = [await happen('failed'), await happen('succeeded')]
    await begin({ state: 'succeeded', until: until() })
    expect(await row(failed)).toMatchObject({ state: 'failed', seq: 0 })
    expect(await row(succeeded)).toMatchObject({ state: 'pending', trigger: 'replay' })
  })

  it('shows its progress', async () => {
    const [one, other] = [await happen('failed'), await happen('failed')]
    const id = await begin()
    const counts = { count: 2, by_state: { failed: 2, skipped: 0, succeeded: 0, canceled: 0 } }
    expect((await read(id)).body).toEqual({
      id,
      webhook_id: webhookId,
      status: 'running',
      state: null,
      ...counts,
      progress: { waiting: 2, succeeded: 0, failed: 0, not_sent: 0 },
      since: expect.any(String),
      until: expect.any(String),
      created_at: expect.any(String),
      canceled_at: null,
    })
    await attempt(one, true)
    expect((await read(id)).body).toMatchObject({
      status: 'running',
      progress: { waiting: 1, succeeded: 1 },
    })
    await attempt(other, true)
    expect((await read(id)).body).toMatchObject({
      status: 'finished',
      progress: { waiting: 0, succeeded: 2 },
    })
  })

  it('is canceled: sent deliveries are unaffected, the others get their former state', async () => {
    const ids = [await happen('failed'), await happen('skipped'), await happen('failed')]
    const id = await begin()
    await attempt(ids[0] ?? '', true)
    const answer = await cancel(id)
    expect([answer.status, answer.body]).toEqual([200, { id, deleted: true }])
    const after = await Promise.all(ids.map(row))
    expect(after.map(({ state }) => state)).toEqual(['succeeded', 'skipped', 'failed'])
    expect(after.map(({ dueAt }) => dueAt)).toEqual([null, null, null])
    expect((await read(id)).body).toMatchObject({
      status: 'canceled',
      progress: { waiting: 0, succeeded: 1, failed: 0, not_sent: 2 },
      canceled_at: expect.any(String),
    })
    expect((await cancel(id)).status).toBe(200)
  })

  it('is not canceled when it is finished', async () => {
    const delivery = await happen('failed')
    const id = await begin()
    await attempt(delivery, true)
    expect((await cancel(id)).status).toBe(200)
    expect((await read(id)).body).toMatchObject({ status: 'finished', canceled_at: null })
  })

  it('cannot be read or canceled by another project', async () => {
    const delivery = await happen('failed')
    const id = await begin()
    const { key, token } = api.otherProject
    const missing = await read(2_000_000_000, { key, token })
    for (const answer of [await read(id, { key, token }), await cancel(id, { key, token })]) {
      expect(answer.status).toBe(404)
      expect(answer.body.detail).toBe(missing.body.detail)
    }
    expect(await row(delivery)).toMatchObject({ state: 'pending', seq: 1 })
    expect((await read('1x')).status).toBe(404)
  })
})

describe('deleting a webhook', () => {
  it('cancels held deliveries and those in flight too, and all stay readable', async () => {
    const [held, busy] = [await happen('held'), await happen()]
    const { leaseToken } = await lease(busy)
    expect((await api.request('DELETE', `/api/webhooks/${webhookId}`)).status).toBe(200)
    expect(await row(held)).toMatchObject({ state: 'canceled', heldAt: null })
    await recordResults(api.database, [
      {
        deliveryId: busy,
        leaseToken,
        attemptId: newUuidV7(),
        isSuccess: false,
        trigger: 'auto',
        retryDelayMs: 60_000,
        startedAtMs: Date.now(),
        durationMs: 3,
        statusCode: 500,
        errorClass: 'status',
        error: null,
        responseBody: null,
        url: VALID.url,
        address: null,
      },
    ])
    expect(await row(busy)).toMatchObject({ state: 'canceled', dueAt: null, attemptsMade: 1 })
    const { body } = await api.request('GET', `/api/deliveries/${busy}`)
    expect(body).toMatchObject({ state: 'canceled', attempts: [{ number: 1 }] })
  })
})

it('audits who resent, replayed and canceled deliveries', async () => {
  const id = await happen('failed')
  await resend(id)
  await replay({ dry_run: true })
  await replay({})
  await api.request('POST', `/api/webhooks/${webhookId}/test`)
  const entries = await api.database.prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })
  const actor = `token:${String(api.project.token.split('|')[0])}`
  expect(entries.slice(1)).toMatchObject([
    { actor, action: 'delivery.resend', target: `delivery:${id}`, details: { retries: false } },
    { actor, action: 'webhook.replay', target: `webhook:${webhookId}` },
    { actor, action: 'webhook.test', target: `webhook:${webhookId}` },
  ])
})
