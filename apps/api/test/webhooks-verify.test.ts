import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { recordVerification } from '@throughline/db/webhooks/webhooks'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let id: number
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.prisma.webhook.deleteMany()
  const body = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }
  id = Number((await api.request('POST', '/api/webhooks', { body })).body['id'])
})

const read = async () => (await api.request('GET', `/api/webhooks/${id}`)).body
const change = async (body: object) =>
  (await api.request('PUT', `/api/webhooks/${id}`, { body })).body

/** Starts a verification, and answers the wrong signature as the worker would. */
async function verify(statusCode?: number | null): Promise<string> {
  const started = await api.request('POST', `/api/webhooks/${id}/verify`)
  const deliveryId = String(started.body['delivery_id'])
  expect([started.status, started.headers.location]).toEqual([202, `/api/deliveries/${deliveryId}`])
  if (statusCode !== undefined)
    await recordVerification(api.database.prisma, { id, deliveryId, statusCode })
  return deliveryId
}

describe('POST /api/webhooks/{id}/verify', () => {
  it('creates a test delivery and waits for its success', async () => {
    expect(await read()).toMatchObject({ verified_at: null, verification: null })
    const deliveryId = await verify()
    const delivery = await api.request('GET', `/api/deliveries/${deliveryId}`)
    expect(delivery.body).toMatchObject({ webhook_id: id, trigger: 'test', is_test: true })
    expect(await read()).toMatchObject({
      verified_at: null,
      verification: {
        delivery_id: deliveryId,
        result: 'waiting',
        wrong_signature_status: null,
        checked_at: null,
      },
    })
    const entry = await api.database.prisma.auditEntry.findFirst({ orderBy: { id: 'desc' } })
    expect(entry).toMatchObject({
      action: 'webhook.verify',
      target: `webhook:${id}`,
      details: { delivery_id: deliveryId },
    })
  })

  it.each([
    [401, 'verified'],
    [500, 'verified'],
    [204, 'accepts_wrong_signature'],
    [null, 'no_response'],
  ])('says after status %p to the wrong signature: %s', async (status, result) => {
    const deliveryId = await verify(status)
    const { verificationCheckedAt: at } = await api.database.prisma.webhook.findUniqueOrThrow({
      where: { id },
    })
    const checkedAt = at === null ? null : formatTimestamp(at)
    const { verified_at: verifiedAt, verification } = await read()
    expect(verification).toEqual({
      delivery_id: deliveryId,
      result,
      wrong_signature_status: status,
      checked_at: checkedAt,
    })
    expect(checkedAt).not.toBeNull()
    expect(verifiedAt).toEqual(result === 'verified' ? checkedAt : null)
    const list = await api.request('GET', '/api/webhooks')
    expect(list.body['data']).toMatchObject([{ verified_at: verifiedAt, verification }])
  })

  it('keeps an earlier mark until the receiver accepts a wrong signature', async () => {
    await verify(401)
    const { verified_at: first } = await read()
    await verify()
    expect(await read()).toMatchObject({ verified_at: first, verification: { result: 'waiting' } })
    await verify(null)
    expect(await read()).toMatchObject({ verified_at: first })
    await verify(200)
    expect(await read()).toMatchObject({ verified_at: null })
  })

  it('ignores the result of a verification that was replaced', async () => {
    const former = await verify()
    const deliveryId = await verify()
    await recordVerification(api.database.prisma, { id, deliveryId: former, statusCode: 401 })
    expect(await read()).toMatchObject({
      verified_at: null,
      verification: { delivery_id: deliveryId, result: 'waiting' },
    })
  })

  it('loses the mark with a new URL and with each new secret, and with nothing else', async () => {
    const none = { verified_at: null, verification: null }
    await verify(401)
    const marked = await read()
    expect(marked['verified_at']).not.toBeNull()
    const same = { url: marked['url'], name: 'CRM', is_active: true }
    expect(await change(same)).toMatchObject({ verified_at: marked['verified_at'] })
    expect(await change({ url: 'https://hooks.example.com/other' })).toMatchObject(none)
    for (const path of ['rotate', 'regenerate-secret']) {
      await verify(401)
      await api.request('POST', `/api/webhooks/${id}/${path}`)
      expect(await read()).toMatchObject(none)
    }
  })

  it('rejects a webhook that is off, and one of another project', async () => {
    const path = `/api/webhooks/${id}/verify`
    const { key, token } = api.otherProject
    expect(await api.request('POST', path, { key, token })).toMatchObject({ status: 404 })
    await change({ is_active: false })
    expect(await api.request('POST', path)).toMatchObject({
      status: 409,
      body: { code: 'webhook_inactive' },
    })
    expect(await api.database.prisma.delivery.count({ where: { webhookId: id } })).toBe(0)
  })

  it('is a step of the setup, done by an active webhook', async () => {
    const step = async () => (await api.request('GET', '/api/setup')).body['verification']
    expect(await step()).toEqual({ done: false, verified: 0 })
    await verify(401)
    expect(await step()).toEqual({ done: true, verified: 1 })
    await change({ is_active: false })
    expect(await step()).toEqual({ done: false, verified: 0 })
  })
})
