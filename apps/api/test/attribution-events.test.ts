import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { FINGERPRINT, PHONE, postInstall, seed, TEST_MATCHING } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' }, overrides: TEST_MATCHING })
  make = seed(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.prisma.visit.deleteMany()
  await api.database.prisma.webhook.deleteMany()
})

async function rowsOf(installId: string) {
  const { prisma } = api.database
  const attributions = await prisma.attribution.findMany({ where: { installId } })
  const events = await prisma.event.findMany({
    where: { attributionId: { in: attributions.map(({ id }) => id) } },
  })
  const deliveries = await prisma.delivery.findMany({
    where: { eventId: { in: events.map(({ id }) => id) } },
    orderBy: { webhookId: 'asc' },
  })
  return { attributions, events, deliveries }
}

describe('the deliveries of a match', () => {
  it('are one for each subscribed webhook: pending if it is active, skipped if paused', async () => {
    const active = await make.webhook()
    const off = await make.webhook({ isActive: false })
    await make.webhook({ deletedAt: new Date() })
    await make.webhook({ projectId: api.otherProject.id })
    const clickId = await make.click((await make.link()).id)
    const install_id = randomUUID()
    await postInstall(api, { install_id, install_referrer: `click_token=${make.token(clickId)}` })
    const { attributions, events, deliveries } = await rowsOf(install_id)
    expect(
      deliveries.map(({ webhookId, state, dueAt }) => [webhookId, state, dueAt !== null]),
    ).toEqual([
      [active.id, 'pending', true],
      [off.id, 'skipped', false],
    ])
    expect(events).toHaveLength(1)
    expect(events[0]?.payload).toBe(attributions[0]?.payload)
  })

  it('have the same bytes as the responses of the queries', async () => {
    const webhook = await make.webhook()
    const link = await make.link({ utmCampaign: 'Größe "XL" \u2028 🥾' })
    const clickId = await make.click(link.id)
    const install_id = randomUUID()
    const install = await postInstall(api, {
      install_id,
      device: PHONE,
      install_referrer: `click_token=${make.token(clickId)}`,
    })
    const { attributions, deliveries } = await rowsOf(install_id)
    const payload = attributions[0]?.payload
    const byCode = await api.sdk('GET', `/api/attribution/code/${link.code}`)
    const byFingerprint = await api.sdk('GET', `/api/attribution/fingerprint/${FINGERPRINT}`)
    const delivery = await api.request('GET', `/api/deliveries/${deliveries[0]?.id ?? ''}`)
    expect(deliveries[0]?.webhookId).toBe(webhook.id)
    expect([byCode.text, byFingerprint.text, delivery.body.payload]).toEqual([
      payload,
      payload,
      payload,
    ])
    expect(install.text).toContain(payload)
  })

  it('name the install and the attribution, singly and in the list of their webhook', async () => {
    const webhook = await make.webhook()
    const clickId = await make.click((await make.link()).id)
    const install_id = randomUUID()
    await postInstall(api, { install_id, install_referrer: `click_token=${make.token(clickId)}` })
    const { attributions, deliveries } = await rowsOf(install_id)
    const ids = { install_id, attribution_id: attributions[0]?.id }
    const delivery = await api.request('GET', `/api/deliveries/${deliveries[0]?.id ?? ''}`)
    const list = await api.request('GET', `/api/webhooks/${webhook.id}/deliveries`)
    expect(delivery.body).toMatchObject(ids)
    expect(list.body.data).toMatchObject([{ id: deliveries[0]?.id, ...ids }])

    await api.request('POST', '/api/erasures', { body: { install_id } })
    const gone = { install_id: null, attribution_id: null }
    const after = await api.request('GET', `/api/deliveries/${deliveries[0]?.id ?? ''}`)
    expect(after.body).toMatchObject({ ...gone, payload: '', state: 'canceled' })
  })

  it('do not exist without a match', async () => {
    await make.webhook()
    const before = await api.database.prisma.delivery.count()
    await postInstall(api)
    expect(await api.database.prisma.delivery.count()).toBe(before)
  })

  it('are written and reported when the queue fails', async () => {
    const webhookless: TestApi = await startTestApi({
      env: { TRUST_PROXY: '1' },
      overrides: {
        queue: {
          enqueue: () => Promise.reject(new Error('the queue is away')),
          promote: () => Promise.resolve(),
          removeSuperseded: () => Promise.resolve(),
          depth: () => Promise.reject(new Error('the queue is away')),
          delayed: () => Promise.reject(new Error('the queue is away')),
          isReady: () => false,
          close: () => Promise.resolve(),
        },
      },
    })
    try {
      const there = seed(webhookless)
      await there.webhook()
      const clickId = await there.click((await there.link()).id)
      const answer = await postInstall(webhookless, {
        install_referrer: `click_token=${there.token(clickId)}`,
      })
      expect([answer.status, answer.body.matched]).toEqual([200, true])
      const deliveries = await webhookless.database.prisma.delivery.findMany()
      expect(deliveries.map(({ state }) => state)).toEqual(['pending'])
    } finally {
      await webhookless.close()
    }
  })
})

describe('concurrent installs', () => {
  it('are one attribution and one event if they share an install id', async () => {
    await make.webhook()
    const link = await make.link()
    await make.click(link.id, { fingerprint: FINGERPRINT })
    const install_id = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => postInstall(api, { install_id, device: PHONE })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.body.matched).toBe(true)
    const { attributions, events, deliveries } = await rowsOf(install_id)
    expect([attributions.length, events.length, deliveries.length]).toEqual([1, 1, 1])
    const { prisma } = api.database
    expect(await prisma.click.count({ where: { consumedBy: install_id } })).toBe(1)
    expect(await prisma.install.count({ where: { installId: install_id } })).toBe(1)
  })

  it('have one winner for one click, and the others are rejected', async () => {
    await make.webhook()
    const link = await make.link()
    const clickId = await make.click(link.id)
    const install_referrer = `click_token=${make.token(clickId)}`
    const before = await api.database.prisma.event.count()
    const ids = Array.from({ length: 200 }, () => randomUUID())
    const answers = await Promise.all(
      ids.map((install_id) => postInstall(api, { install_id, install_referrer })),
    )
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
    const reasons = answers.map(({ body }) => body.reason as string | null)
    expect(reasons.filter((reason) => reason === null)).toHaveLength(1)
    expect(reasons.filter((reason) => reason === 'already_consumed')).toHaveLength(199)
    const { prisma } = api.database
    const winner = ids[reasons.indexOf(null)]
    expect(await prisma.click.findFirstOrThrow({ where: { id: clickId } })).toMatchObject({
      consumedBy: winner,
    })
    expect(await prisma.event.count()).toBe(before + 1)
    expect(await prisma.attribution.count({ where: { clickId } })).toBe(1)
    expect(await prisma.install.count({ where: { installId: { in: ids } } })).toBe(200)
  })

  it('share the clicks of one address, each matched to its phone', async () => {
    const link = await make.link()
    const models = Array.from({ length: 8 }, (_, n) => `Phone ${n}`)
    for (const model of models)
      await make.click(link.id, { fingerprint: FINGERPRINT, signals: { model } })
    const answers = await Promise.all(
      [...models, ...models].map((model) => postInstall(api, { device: { ...PHONE, model } })),
    )
    const reasons = answers.map(({ body }) => body.reason as string | null)
    expect(reasons.filter((reason) => reason === null)).toHaveLength(models.length)
    const { prisma } = api.database
    const claimed = await prisma.attribution.findMany({ where: { linkId: link.id } })
    expect(new Set(claimed.map(({ clickId }) => clickId)).size).toBe(models.length)
  })
})

describe('a failure during a match', () => {
  it('leaves nothing, and the next call matches', async () => {
    await make.webhook()
    const { prisma } = api.database
    const link = await make.link()
    const clickId = await make.click(link.id)
    const install_id = randomUUID()
    const body = { install_id, install_referrer: `click_token=${make.token(clickId)}` }
    const events = await prisma.event.count()
    await prisma.$executeRaw`ALTER TABLE deliveries ADD CONSTRAINT refuse CHECK (false) NOT VALID`
    const failed = await postInstall(api, body)
    await prisma.$executeRaw`ALTER TABLE deliveries DROP CONSTRAINT refuse`
    expect([failed.status, failed.body.code]).toEqual([500, 'internal'])
    expect(await prisma.click.findFirstOrThrow({ where: { id: clickId } })).toMatchObject({
      consumedAt: null,
      consumedBy: null,
    })
    expect(await prisma.install.count({ where: { installId: install_id } })).toBe(0)
    expect(await prisma.attribution.count({ where: { installId: install_id } })).toBe(0)
    expect(await prisma.event.count()).toBe(events)
    expect((await postInstall(api, body)).body.matched).toBe(true)
  })
})
