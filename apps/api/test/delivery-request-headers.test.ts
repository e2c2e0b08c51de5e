import { createHmac } from 'node:crypto'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createHistory } from './delivery-history.js'
import { startTestApi, type TestApi } from './harness.js'

const VALID = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }

let api: TestApi
let webhookId: number
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.prisma.webhook.deleteMany()
  const { body } = await api.request('POST', '/api/webhooks', { body: VALID })
  webhookId = Number(body.id)
})

const happen = () => createHistory(api, webhookId).happen()
const attempt = (id: string, isSuccess: boolean) =>
  createHistory(api, webhookId).attempt(id, isSuccess)
const row = (id: string) => api.database.prisma.delivery.findFirstOrThrow({ where: { id } })

describe('the request headers of an attempt', () => {
  interface Shown {
    request_headers: Record<string, string>
    signatures: string
  }
  const read = async (id: string, more: object = {}) => {
    const { body } = await api.request('GET', `/api/deliveries/${id}`, more)
    return (body as unknown as { attempts: Shown[] }).attempts
  }
  const secretOf = async (path: string, body?: object) => {
    const answer = await api.request('POST', path, body === undefined ? {} : { body })
    return String(answer.body['secret'])
  }
  /** Moves what happened so far to the past. */
  const wait = async (seconds: number) => {
    const { prisma } = api.database
    await prisma.$executeRaw`
      UPDATE webhooks SET secret_changed_at = secret_changed_at - make_interval(secs => ${seconds}::integer),
             created_at = created_at - make_interval(secs => ${seconds}::integer),
             previous_secret_expires_at = previous_secret_expires_at - make_interval(secs => ${seconds}::integer)`
    await prisma.$executeRaw`
      UPDATE delivery_attempts SET started_at = started_at - make_interval(secs => ${seconds}::integer)`
    await prisma.$executeRaw`UPDATE deliveries SET due_at = now() WHERE due_at IS NOT NULL`
  }
  const sign = (secret: string, signed: string) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }

  it('are those that the worker sends, with the second that was signed', async () => {
    const secret = await secretOf(`/api/webhooks/${webhookId}/regenerate-secret`)
    await wait(60)
    const id = await happen()
    await attempt(id, false)
    const [shown] = await read(id)
    const { started_at: at } = shown as unknown as { started_at: string }
    const timestamp = String(Math.floor(Date.parse(at) / 1_000))
    const payload = '{"matched":true}'
    expect(shown?.signatures).toBe('included')
    expect(shown?.request_headers).toEqual({
      'Content-Type': 'application/json',
      'X-Service-Signature': createHmac('sha256', secret).update(payload).digest('hex'),
      'X-Service-Event': 'install_attributed',
      'X-Service-Event-Id': (await row(id)).eventId,
      'X-Service-Delivery': id,
      'X-Service-Webhook-Id': String(webhookId),
      'X-Service-Attempt': '1',
      'X-Service-Trigger': 'auto',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': sign(secret, `${id}.${timestamp}.${payload}`),
    })
  })

  it('have both signatures for attempts in the grace of a rotation, and one after it', async () => {
    await secretOf(`/api/webhooks/${webhookId}/rotate`, { grace_seconds: 60 })
    await wait(30)
    const id = await happen()
    await attempt(id, false)
    await wait(60)
    await attempt(id, false)
    const [both, one] = await read(id)
    expect(both?.request_headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(one?.request_headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('have one signature after the grace was ended early', async () => {
    await secretOf(`/api/webhooks/${webhookId}/rotate`, { grace_seconds: 3_600 })
    await wait(30)
    const id = await happen()
    await attempt(id, false)
    await api.request('POST', `/api/webhooks/${webhookId}/end-grace`)
    await wait(30)
    await attempt(id, false)
    const [both, one] = await read(id)
    expect(both?.request_headers['webhook-signature']?.split(' ')).toHaveLength(2)
    expect(one?.request_headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('have one signature for a verification in the grace, and none for a test that may have been one', async () => {
    const { prisma } = api.database
    const where = { id: webhookId }
    await secretOf(`/api/webhooks/${webhookId}/rotate`, { grace_seconds: 60 })
    await wait(30)
    const id = await happen()
    await prisma.delivery.updateMany({ where: { id }, data: { isTest: true } })
    await prisma.webhook.update({ where, data: { verificationId: id } })
    await attempt(id, false)
    const [shown] = await read(id)
    expect(shown?.request_headers['webhook-signature']?.split(' ')).toHaveLength(1)
    await prisma.webhook.update({ where, data: { verificationId: newUuidV7() } })
    expect(await read(id)).toMatchObject([{ signatures: 'secret_unknown' }])
  })

  it('have no signatures after the secret was replaced or the webhook deleted', async () => {
    const id = await happen()
    await attempt(id, false)
    expect(await read(id)).toMatchObject([{ signatures: 'included' }])
    await secretOf(`/api/webhooks/${webhookId}/regenerate-secret`)
    const [shown] = await read(id)
    expect(shown).toMatchObject({ signatures: 'secret_unknown' })
    expect(Object.keys(shown?.request_headers ?? {})).not.toContain('X-Service-Signature')
    expect(Object.keys(shown?.request_headers ?? {})).not.toContain('webhook-signature')
    // An attempt at the time of the replacement may have been signed with either secret.
    await api.database.prisma.delivery.updateMany({ where: { id }, data: { dueAt: new Date() } })
    await attempt(id, false)
    expect((await read(id))[1]).toMatchObject({ signatures: 'secret_unknown' })
    await api.request('DELETE', `/api/webhooks/${webhookId}`)
    expect((await read(id))[0]).toMatchObject({ signatures: 'secret_unknown' })
  })

  it('have signatures only for callers that may send the delivery again', async () => {
    const id = await happen()
    await attempt(id, false)
    const token = await api.createToken(api.project, { abilities: ['deliveries:read'] })
    const [shown] = await read(id, { token })
    expect(shown).toMatchObject({ signatures: 'not_permitted' })
    expect(JSON.stringify(shown)).not.toMatch(/signature":"|v1,/i)
    expect(shown?.request_headers['webhook-id']).toBe(id)
  })

  it('have no signatures after the payload was erased', async () => {
    const id = await happen()
    await attempt(id, false)
    const { eventId } = await row(id)
    await api.database.prisma.event.updateMany({ where: { id: eventId }, data: { payload: '' } })
    expect(await read(id)).toMatchObject([{ signatures: 'payload_erased' }])
  })
})
