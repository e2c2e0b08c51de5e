import { newUuidV7 } from '@throughline/core/lib/ids'
import { claimDeliveries } from '@throughline/db/deliveries/claim-deliveries'
import { insertDeliveries } from '@throughline/db/deliveries/insert-deliveries'
import { recordResults } from '@throughline/db/deliveries/record-results'
import { waitFor } from '@throughline/testkit/wait-for'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from '../harness.js'

let api: TestApi
let webhookId: number
beforeAll(async () => {
  api = await startTestApi()
  await waitFor(() => api.ctx.queue.isReady(), { what: 'the queue to be ready' })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.prisma.delivery.deleteMany()
  await api.database.prisma.webhook.deleteMany()
  webhookId = await createWebhook()
})

const VALID = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }
const PAYLOAD = '{"matched":true,"dyna_code":"ÄBC"}'
const HOUR_MS = 3_600_000

async function createWebhook(body: object = {}): Promise<number> {
  const answer = await api.request('POST', '/api/webhooks', { body: { ...VALID, ...body } })
  return (answer.body as { id: number }).id
}

const setActive = (is_active: boolean) =>
  api.request('PUT', `/api/webhooks/${webhookId}`, { body: { is_active } })

/** Writes an event with its deliveries as the attribution does; returns the delivery of our webhook. */
async function happen(): Promise<string> {
  const { prisma } = api.database
  const event = { projectId: api.project.id, type: 'install_attributed' }
  const eventId = newUuidV7()
  await prisma.event.create({ data: { ...event, id: eventId, payload: PAYLOAD } })
  await insertDeliveries(prisma, { ...event, eventId })
  const { id } = await prisma.delivery.findFirstOrThrow({ where: { eventId, webhookId } })
  return id
}

const row = (id: string) => api.database.prisma.delivery.findFirstOrThrow({ where: { id } })

/** Records one failed attempt, as a worker does. */
async function failOnce(id: string, retryDelayMs: number | null): Promise<void> {
  const token = newUuidV7()
  const [claim] = await claimDeliveries(
    api.database,
    [{ deliveryId: id, leaseToken: token }],
    17_000,
  )
  expect(claim?.kind).toBe('claimed')
  await recordResults(api.database, [
    {
      deliveryId: id,
      leaseToken: token,
      attemptId: newUuidV7(),
      isSuccess: false,
      trigger: 'auto',
      retryDelayMs,
      startedAtMs: Date.now(),
      durationMs: 12,
      statusCode: 500,
      errorClass: 'status',
      error: 'answered 500',
      responseBody: 'oops',
      url: VALID.url,
      address: '203.0.113.9',
      requestId: 'req-1',
    },
  ])
}

const seen = async (id: string) => (await api.request('GET', `/api/deliveries/${id}`)).body

/** How many jobs a call has added to the queue, once the expected number is there. */
async function enqueuedBy(call: () => Promise<unknown>, awaited: number): Promise<void> {
  const before = await api.ctx.queue.depth()
  await call()
  await waitFor(async () => (await api.ctx.queue.depth()) - before === awaited, {
    what: `${awaited} jobs in the queue`,
  })
}

describe('POST /api/webhooks/{id}/test', () => {
  it('writes a sample event with one delivery and enqueues it', async () => {
    await createWebhook()
    await enqueuedBy(async () => {
      const answer = await api.request('POST', `/api/webhooks/${webhookId}/test`)
      expect(answer.status).toBe(202)
      const { delivery_id } = answer.body as { delivery_id: string }
      expect(answer.headers.location).toBe(`/api/deliveries/${delivery_id}`)
      const { payload, ...delivery } = await seen(delivery_id)
      expect(delivery).toMatchObject({
        id: delivery_id,
        webhook_id: webhookId,
        event: 'install_attributed',
        state: 'pending',
        trigger: 'test',
        is_test: true,
        attempts_made: 0,
        attempts: [],
        install_id: null,
        attribution_id: null,
      })
      expect(Object.keys(JSON.parse(String(payload)) as object)).toHaveLength(17)
    }, 1)
    expect(await api.database.prisma.delivery.count()).toBe(1)
  })

  it('is rejected while the webhook is paused', async () => {
    await setActive(false)
    const answer = await api.request('POST', `/api/webhooks/${webhookId}/test`)
    expect([answer.status, answer.body.code]).toEqual([409, 'webhook_inactive'])
    expect(await api.database.prisma.delivery.count()).toBe(0)
  })
})

describe('GET /api/deliveries/{id}', () => {
  it('shows the exact payload and the attempts', async () => {
    const id = await happen()
    await failOnce(id, 60_000)
    const delivery = await seen(id)
    expect(Object.keys(delivery as object)).toEqual([
      'id',
      'webhook_id',
      'event_id',
      'event',
      'state',
      'trigger',
      'attempts_made',
      'next_attempt_at',
      'created_at',
      'completed_at',
      'is_test',
      'install_id',
      'attribution_id',
      'payload',
      'attempts',
    ])
    expect(delivery).toMatchObject({ state: 'retrying', attempts_made: 1, payload: PAYLOAD })
    const [{ started_at, ...attempt }] = delivery.attempts as [{ started_at: string }]
    expect(started_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    expect(attempt).toEqual({
      number: 1,
      trigger: 'auto',
      duration_ms: 12,
      outcome: 'failed',
      status_code: 500,
      error_class: 'status',
      error: 'answered 500',
      response_body: 'oops',
      url: VALID.url,
      address: '203.0.113.9',
      request_id: 'req-1',
      request_headers: expect.objectContaining({ 'webhook-id': id, 'X-Service-Attempt': '1' }),
      signatures: 'included',
    })
  })

  it('shows an attempt in flight as delivering', async () => {
    const id = await happen()
    await claim(id)
    expect(await seen(id)).toMatchObject({ state: 'delivering' })
  })

  it('stays readable after its webhook was deleted, and only in its own project', async () => {
    const id = await happen()
    await api.request('DELETE', `/api/webhooks/${webhookId}`)
    expect(await seen(id)).toMatchObject({ state: 'canceled', payload: PAYLOAD })
    const { key, token } = api.otherProject
    expect((await api.request('GET', `/api/deliveries/${id}`, { key, token })).status).toBe(404)
  })
})

describe('GET /api/webhooks/{id}/deliveries', () => {
  it('pages, newest first, and filters by state and time', async () => {
    const ids = [await happen(), await happen(), await happen()].sort().reverse()
    await failOnce(String(ids[1]), null)
    const list = async (query: string) => {
      const answer = await api.request('GET', `/api/webhooks/${webhookId}/deliveries?${query}`)
      expect(answer.status).toBe(200)
      return answer.body as { data: { id: string }[]; next_cursor: string | null }
    }
    const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)
    const first = await list('limit=2')
    expect(idsOf(first)).toEqual(ids.slice(0, 2))
    expect(idsOf(await list(`limit=2&cursor=${String(first.next_cursor)}`))).toEqual(ids.slice(2))
    expect(idsOf(await list('state=failed'))).toEqual([ids[1]])
    expect(idsOf(await list('state=held'))).toEqual([])
    const soon = new Date(Date.now() + HOUR_MS).toISOString()
    const before = new Date(Date.now() - HOUR_MS).toISOString()
    expect(idsOf(await list(`since=${before}&until=${soon}`))).toEqual(ids)
    expect(idsOf(await list(`since=${soon}`))).toEqual([])
    expect(idsOf(await list(`until=${before}`))).toEqual([])
  })

  it.each([
    'state=done',
    'since=yesterday',
    'since=0000-01-01T00:00:00Z',
    'until=2026-02-30T00:00:00Z',
    'limit=0',
    'limit=101',
    'limit=1e1',
    'cursor=%00',
    'cursor=MTIz',
  ])('rejects ?%s', async (query) => {
    const answer = await api.request('GET', `/api/webhooks/${webhookId}/deliveries?${query}`)
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
  })
})

describe('pausing a webhook', () => {
  it('holds waiting deliveries, keeps their time, and skips later ones', async () => {
    const pending = await happen()
    const retrying = await happen()
    await failOnce(retrying, 240_000)
    const due = (await row(retrying)).nextAttemptAt
    expect((await setActive(false)).status).toBe(200)

    expect(await row(pending)).toMatchObject({ state: 'held', dueAt: null })
    expect(await row(retrying)).toMatchObject({ state: 'held', dueAt: null, nextAttemptAt: due })
    const skipped = await happen()
    expect(await row(skipped)).toMatchObject({ state: 'skipped', dueAt: null })
  })

  it('changes no finished ones, and nothing if it is paused already', async () => {
    const failed = await happen()
    await failOnce(failed, null)
    await setActive(false)
    const before = await row(failed)
    await setActive(false)
    expect(await row(failed)).toEqual(before)
    expect(before.state).toBe('failed')
  })
})

describe('resuming a webhook', () => {
  it('continues at the later of now and the due time, and enqueues', async () => {
    const pending = await happen()
    const retrying = await happen()
    await failOnce(retrying, 240_000)
    const due = (await row(retrying)).nextAttemptAt
    await setActive(false)
    await enqueuedBy(() => setActive(true), 1)

    const resumed = await row(pending)
    expect(resumed).toMatchObject({ state: 'pending', seq: 1, heldAt: null })
    expect(Math.abs((resumed.dueAt?.getTime() ?? 0) - Date.now())).toBeLessThan(5_000)
    expect(await row(retrying)).toMatchObject({ state: 'retrying', seq: 1, dueAt: due })
  })

  it('skips what was held for a day, and never sends skipped ones', async () => {
    const old = await happen()
    await setActive(false)
    const skipped = await happen()
    const dayAgo = new Date(Date.now() - 24 * HOUR_MS - 1_000)
    await api.database.prisma.delivery.updateMany({ where: { id: old }, data: { heldAt: dayAgo } })
    await setActive(true)
    expect(await row(old)).toMatchObject({ state: 'skipped', dueAt: null, heldAt: null })
    expect(await row(skipped)).toMatchObject({ state: 'skipped', dueAt: null })
  })
})

describe('deleting a webhook', () => {
  it('cancels unfinished ones', async () => {
    const pending = await happen()
    const failed = await happen()
    await failOnce(failed, null)
    await api.request('DELETE', `/api/webhooks/${webhookId}`)
    expect(await row(pending)).toMatchObject({ state: 'canceled', dueAt: null })
    expect((await row(pending)).completedAt).toBeInstanceOf(Date)
    expect(await row(failed)).toMatchObject({ state: 'failed' })
    const answer = await api.request('POST', `/api/deliveries/${failed}/resend`)
    expect([answer.status, answer.body.code]).toEqual([409, 'webhook_deleted'])
  })
})

describe('POST /api/deliveries/{id}/resend', () => {
  const resend = (id: string, body?: object) =>
    api.request('POST', `/api/deliveries/${id}/resend`, body === undefined ? {} : { body })

  it('requests one attempt now and keeps the schedule', async () => {
    const id = await happen()
    await failOnce(id, 240_000)
    const before = await row(id)
    await enqueuedBy(async () => {
      const answer = await resend(id)
      expect(answer.status).toBe(202)
      expect(answer.body).toMatchObject({ id, state: 'retrying', attempts_made: 1 })
      expect(answer.body).not.toHaveProperty('payload')
    }, 1)
    expect(await row(id)).toMatchObject({
      isManual: true,
      seq: before.seq + 1,
      nextAttemptAt: before.nextAttemptAt,
      scheduleAttempts: 1,
    })
    await failOnce(id, 1)
    expect(await row(id)).toMatchObject({
      state: 'retrying',
      attemptsMade: 2,
      scheduleAttempts: 1,
      dueAt: before.nextAttemptAt,
    })
  })

  it('starts a new schedule with retries', async () => {
    const id = await happen()
    await failOnce(id, null)
    const answer = await resend(id, { retries: true })
    expect(answer.body).toMatchObject({ state: 'pending', trigger: 'resend', completed_at: null })
    expect(await row(id)).toMatchObject({ scheduleAttempts: 0, attemptsMade: 1, isManual: false })
  })

  it('is rejected while an attempt is in flight', async () => {
    const id = await happen()
    await claim(id)
    const answer = await resend(id)
    expect([answer.status, answer.body.code]).toEqual([409, 'delivery_in_flight'])
    expect(await row(id)).toMatchObject({ seq: 0, isManual: false })
  })

  it('is rejected while the webhook is paused', async () => {
    const id = await happen()
    await setActive(false)
    const answer = await resend(id)
    expect([answer.status, answer.body.code]).toEqual([409, 'webhook_inactive'])
  })

  it('is rejected for a canceled delivery', async () => {
    const id = await happen()
    const data = { state: 'canceled', dueAt: null }
    await api.database.prisma.delivery.updateMany({ where: { id }, data })
    const answer = await resend(id)
    expect([answer.status, answer.body.code]).toEqual([409, 'not_resendable'])
    expect(await row(id)).toMatchObject({ state: 'canceled', dueAt: null })
  })

  it('finds no delivery of another project', async () => {
    const id = await happen()
    const { key, token } = api.otherProject
    const path = `/api/deliveries/${id}/resend`
    expect((await api.request('POST', path, { key, token })).status).toBe(404)
    expect(await row(id)).toMatchObject({ seq: 0 })
  })

  it('sends once more, not twice, for one Idempotency-Key', async () => {
    const id = await happen()
    await failOnce(id, null)
    const headers = { 'Idempotency-Key': 'resend-1' }
    const path = `/api/deliveries/${id}/resend`
    await api.request('POST', path, { headers })
    const again = await api.request('POST', path, { headers })
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([202, 'true'])
    expect(await row(id)).toMatchObject({ seq: 1 })
  })
})

describe('POST /api/webhooks/{id}/replay', () => {
  const replay = (body: object) =>
    api.request('POST', `/api/webhooks/${webhookId}/replay`, { body })
  const since = new Date(Date.now() - HOUR_MS).toISOString()

  async function failedAndSkipped(): Promise<{ failed: string; skipped: string }> {
    const failed = await happen()
    await failOnce(failed, null)
    await setActive(false)
    const skipped = await happen()
    await setActive(true)
    return { failed, skipped }
  }

  it('gives failed and skipped ones a new schedule and enqueues them', async () => {
    const { failed, skipped } = await failedAndSkipped()
    await enqueuedBy(async () => {
      expect(await replay({ since })).toMatchObject({ status: 202, body: { count: 2 } })
    }, 2)
    for (const id of [failed, skipped]) {
      expect(await row(id)).toMatchObject({
        state: 'pending',
        trigger: 'replay',
        scheduleAttempts: 0,
        completedAt: null,
      })
    }
    expect(await seen(failed)).toMatchObject({ id: failed, attempts_made: 1, payload: PAYLOAD })
  })

  it('limits to one state on request', async () => {
    const { failed, skipped } = await failedAndSkipped()
    expect((await replay({ since, state: 'skipped' })).body).toMatchObject({ count: 1 })
    expect(await row(failed)).toMatchObject({ state: 'failed' })
    expect(await row(skipped)).toMatchObject({ state: 'pending' })
  })

  it('is limited to its time range', async () => {
    const { failed } = await failedAndSkipped()
    const soon = new Date(Date.now() + HOUR_MS).toISOString()
    const before = new Date(Date.now() - HOUR_MS / 2).toISOString()
    expect((await replay({ since: soon })).body).toMatchObject({ count: 0 })
    expect((await replay({ since, until: before })).body).toMatchObject({ count: 0 })
    expect(await row(failed)).toMatchObject({ state: 'failed' })
  })

  it('writes nothing on a dry run, also while the webhook is paused', async () => {
    const { failed, skipped } = await failedAndSkipped()
    await setActive(false)
    const before = [await row(failed), await row(skipped)]
    expect(await replay({ since, dry_run: true })).toMatchObject({
      status: 202,
      body: {
        id: null,
        count: 2,
        by_state: { failed: 1, skipped: 1, succeeded: 0, canceled: 0 },
      },
    })
    expect([await row(failed), await row(skipped)]).toEqual(before)
    const real = await replay({ since })
    expect([real.status, real.body.code]).toEqual([409, 'webhook_inactive'])
    expect([await row(failed), await row(skipped)]).toEqual(before)
  })

  it('rejects an end before the beginning', async () => {
    const answer = await replay({ since, until: since })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors as object)).toEqual(['until'])
  })
})

async function claim(deliveryId: string): Promise<void> {
  await claimDeliveries(api.database, [{ deliveryId, leaseToken: newUuidV7() }], 17_000)
}
