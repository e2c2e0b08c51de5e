import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ListedWebhookWire } from '@throughline/contracts/webhook'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const VALID = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }

async function create(): Promise<{ id: number }> {
  const { status, body } = await api.request('POST', '/api/webhooks', { body: VALID })
  expect(status).toBe(201)
  return body as { id: number }
}

describe('the health in the list of webhooks', () => {
  const healthOf = async (id: number) => {
    const { data } = (await api.request('GET', '/api/webhooks')).body as {
      data: ListedWebhookWire[]
    }
    return data.find((hook) => hook.id === id)?.health
  }

  it('counts attempts, and has the last error and what waits', async () => {
    const { prisma } = api.database
    const projectId = api.project.id
    const [{ id }, { id: other }] = [await create(), await create()]
    const dueAt = new Date(Date.now() - 90_000)
    const columns = { projectId, webhookId: id, eventId: newUuidV7(), event: 'install_attributed' }
    const deliveryId = newUuidV7()
    await prisma.delivery.create({
      data: { ...columns, id: deliveryId, trigger: 'auto', state: 'succeeded', attemptsMade: 2 },
    })
    await prisma.delivery.create({
      data: { ...columns, id: newUuidV7(), trigger: 'auto', state: 'pending', dueAt },
    })
    const attempt = { projectId, deliveryId, trigger: 'auto', url: VALID.url }
    const failedAt = new Date(Date.now() - 60_000)
    const failure = { statusCode: 503, errorClass: 'status', error: 'Status 503' }
    await prisma.deliveryAttempt.createMany({
      data: [
        {
          ...attempt,
          ...failure,
          id: newUuidV7(),
          number: 1,
          durationMs: 9,
          outcome: 'failed',
          startedAt: failedAt,
        },
        {
          ...attempt,
          id: newUuidV7(),
          number: 2,
          durationMs: 9,
          outcome: 'succeeded',
          startedAt: new Date(),
        },
      ],
    })
    const count = { projectId, webhookId: id, hour: new Date(Date.now() - 3_600_000) }
    await prisma.attemptCount.createMany({
      data: [
        { ...count, outcome: 'succeeded', durationMs: 40, attempts: 90 },
        { ...count, outcome: 'failed', durationMs: 2_000, attempts: 10 },
        {
          ...count,
          outcome: 'failed',
          durationMs: 9_000,
          attempts: 99,
          hour: new Date('2026-01-01'),
        },
      ],
    })
    expect(await healthOf(id)).toEqual({
      succeeded: 90,
      failed_attempts: 10,
      success_rate: 0.9,
      p95_ms: 2_000,
      oldest_due_at: formatTimestamp(dueAt),
      last_error: {
        delivery_id: deliveryId,
        at: formatTimestamp(failedAt),
        status_code: 503,
        error_class: 'status',
        error: 'Status 503',
      },
    })
    expect(await healthOf(other)).toEqual({
      succeeded: 0,
      failed_attempts: 0,
      success_rate: null,
      p95_ms: null,
      oldest_due_at: null,
      last_error: null,
    })
  })
})
