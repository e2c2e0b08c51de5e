import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let campaignId: number
let installId: string
const hooks: number[] = []
const CODE = 'DELIVERED'

beforeAll(async () => {
  api = await startTestApi()
  const { link, click, campaign, token, webhook } = seed(api)
  hooks.push((await webhook()).id, (await webhook()).id)
  campaignId = (await campaign()).id
  const { id } = await link({ code: CODE, campaignId })
  installId = randomUUID()
  const install_referrer = `click_token=${token(await click(id))}`
  await api.sdk('POST', '/api/attribution/installs', {
    body: { install_id: installId, platform: 'android', install_referrer },
  })
  await add({ state: 'failed' }, [500, 503])
  await add({ state: 'retrying' }, [null])
  await add({ state: 'succeeded' }, [500, 200])
  await add({ state: 'succeeded', isTest: true }, [204])
  await add({ state: 'pending', leaseUntil: new Date(Date.now() + 600_000) }, [])
})
afterAll(() => api.close())

/** Creates a delivery of the second webhook with attempts of these statuses; null is a timeout. */
async function add(columns: Record<string, unknown>, statuses: (number | null)[]): Promise<void> {
  const { prisma } = api.database
  const projectId = api.project.id
  const id = newUuidV7()
  await prisma.delivery.create({
    data: {
      id,
      projectId,
      webhookId: hooks[1] ?? 0,
      eventId: newUuidV7(),
      trigger: 'auto',
      event: 'install_attributed',
      state: 'failed',
      attemptsMade: statuses.length,
      ...columns,
    },
  })
  for (const [index, statusCode] of statuses.entries()) {
    const isSuccess = statusCode !== null && statusCode < 300
    const errorClass = statusCode === null ? 'timeout' : 'status'
    await prisma.deliveryAttempt.create({
      data: {
        id: newUuidV7(),
        projectId,
        deliveryId: id,
        number: index + 1,
        trigger: 'auto',
        startedAt: new Date(),
        durationMs: 5,
        outcome: isSuccess ? 'succeeded' : 'failed',
        url: 'https://a.example/',
        statusCode,
        errorClass: isSuccess ? null : errorClass,
        error: isSuccess ? null : 'It failed',
      },
    })
  }
}

const list = async (query = '') => (await api.request('GET', `/api/deliveries?${query}`)).body

describe('GET /api/deliveries', () => {
  it('lists deliveries of all webhooks, newest first, with the last attempt', async () => {
    const body = await list()
    expect(body).toMatchObject({ total: 7, has_more: false, next_cursor: null })
    expect((body.data as { state: string }[]).map((one) => one.state)).toEqual([
      'delivering',
      'succeeded',
      'succeeded',
      'retrying',
      'failed',
      'pending',
      'pending',
    ])
    expect(body.data[4]).toMatchObject({
      webhook_id: hooks[1],
      attempts_made: 2,
      last_status_code: 503,
      last_error_class: 'status',
      last_error: 'It failed',
      install_id: null,
    })
    expect(body.data[2]).toMatchObject({ last_status_code: 200, last_error: null })
    expect(body.data[6]).toMatchObject({ install_id: installId, last_status_code: null })
  })

  it.each([
    ['state=failed', 1],
    ['state=failed,retrying', 2],
    ['state=delivering', 1],
    ['state=pending', 2],
    ['event=install_attributed', 7],
    ['event=other', 0],
    ['status_code=503', 1],
    ['status_code=500', 0],
    ['status_code=200', 1],
    ['error_class=timeout', 1],
    ['error_class=status', 1],
    ['error_class=dns', 0],
    [`link=${CODE}`, 2],
    ['link=NONE', 0],
    ['test=true', 1],
    ['test=false', 6],
    ['from=2020-01-01T00:00:00Z', 7],
    ['to=2020-01-01T00:00:00Z', 0],
  ])('returns deliveries for %s: %i', async (query, count) => {
    const { data, total } = await list(query)
    expect([data.length, total]).toEqual([count, count])
  })

  it('finds deliveries of a webhook, a campaign and an install', async () => {
    expect((await list(`webhook_id=${hooks[0]}`)).total).toBe(1)
    expect((await list(`campaign=${campaignId}`)).total).toBe(2)
    expect((await list(`install_id=${installId}`)).total).toBe(2)
    expect((await list(`install_id=${randomUUID()}`)).total).toBe(0)
  })

  it('pages by cursor', async () => {
    const first = await list('limit=3')
    const second = await list(`limit=100&cursor=${first.next_cursor}`)
    expect([first.data.length, second.data.length, 'total' in second]).toEqual([3, 4, false])
  })

  it('rejects an unknown state', async () => {
    const { status, body } = await api.request('GET', '/api/deliveries?state=failed,lost')
    expect([status, Object.keys(body.errors)]).toEqual([422, ['state']])
  })

  it('returns nothing to another project', async () => {
    const { key, token } = api.otherProject
    const { body } = await api.request('GET', '/api/deliveries', { key, token })
    expect(body).toMatchObject({ data: [], total: 0 })
  })
})
