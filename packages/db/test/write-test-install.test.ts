import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import {
  findAttribution,
  listAttributions,
  findPayloadByCode,
  findPayloadByFingerprint,
} from '../src/attribution/attributions.js'
import { writeTestInstall, type TestInstall } from '../src/attribution/write-test-install.js'
import { readStatsDays } from '../src/links/stats.js'
import { inTransaction, openDatabase, type Database } from '../src/connection/database.js'
import { listAttributionDeliveries } from '../src/deliveries/read-deliveries.js'
import { eraseInstall } from '../src/erasure/erase-install.js'
import {
  addAttributedInstall,
  addClick,
  addProjectWithLink,
  type ProjectWithLink,
} from './attributed-install.js'

const EVENT = 'install_attributed'

let scratch: TestDatabase
let database: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

function testInstall({ projectId, linkId }: ProjectWithLink): TestInstall {
  const installId = randomUUID()
  return {
    projectId,
    linkId,
    installId,
    platform: 'ios',
    confidence: 1,
    reason: null,
    consent: true,
    fingerprintHash: new Uint8Array(randomBytes(16)),
    explanation: { link: '{"code":"SPRING"}', match: { step: 'token' }, installed_at: undefined },
    referrer: { gclid: 'G1' },
    match: {
      matchType: 'referrer',
      attributionId: newUuidV7(),
      eventId: newUuidV7(),
      payload: `{"matched":true,"n":"${installId}"}`,
    },
  }
}

const write = (install: TestInstall, sendsWebhooks = true) =>
  inTransaction(database, (db) => writeTestInstall(db, install, { type: EVENT, sendsWebhooks }))

/** Everything that is stored of a test install. */
async function stored({ projectId, installId, match }: TestInstall) {
  const { prisma } = database
  const eventId = match?.eventId ?? randomUUID()
  return {
    install: await prisma.install.findFirst({ where: { projectId, installId } }),
    event: await prisma.event.findFirst({ where: { id: eventId, projectId } }),
    deliveries: await prisma.delivery.findMany({
      where: { eventId, projectId },
      orderBy: { webhookId: 'asc' },
    }),
  }
}

describe('a test install that was matched', () => {
  it('is stored with its decision and claims no click', async () => {
    const project = await addProjectWithLink(database)
    const clickId = await addClick(database, project)
    const it = testInstall(project)
    await write(it)
    const { install } = await stored(it)
    expect(install).toMatchObject({
      isTest: true,
      isMatched: true,
      matchType: 'referrer',
      confidence: 1,
      reason: null,
      clickId: null,
      linkId: project.linkId,
      attributionId: it.match?.attributionId,
      consent: true,
      referrer: { gclid: 'G1' },
      erasureId: null,
      trace: { link: '{"code":"SPRING"}', match: { step: 'token' } },
    })
    expect(Buffer.from(install?.fingerprintHash ?? [])).toEqual(
      Buffer.from(it.fingerprintHash ?? []),
    )
    expect(await database.prisma.click.findFirst({ where: { id: clickId } })).toMatchObject({
      consumedAt: null,
      consumedBy: null,
    })
  })

  it('has an event and one delivery for each subscribed active webhook', async () => {
    const project = await addProjectWithLink(database, 2)
    const { projectId } = project
    const webhook = { projectId, url: 'https://example.com/', events: [EVENT] }
    await database.prisma.webhook.createMany({
      data: [
        { ...webhook, isActive: false },
        { ...webhook, deletedAt: new Date() },
        { ...webhook, events: ['other'] },
      ],
    })
    await addProjectWithLink(database)
    const it = testInstall(project)
    const queued = await write(it)
    const { event, deliveries } = await stored(it)
    expect(event).toMatchObject({
      id: it.match?.eventId,
      projectId,
      type: EVENT,
      payload: it.match?.payload,
      isTest: true,
      attributionId: it.match?.attributionId,
      installId: it.installId,
    })
    const pending = { state: 'pending', trigger: 'test', isTest: true, event: EVENT, projectId }
    expect(deliveries).toMatchObject([pending, pending])
    expect(deliveries.every(({ dueAt }) => dueAt !== null)).toBe(true)
    expect(queued).toEqual(
      deliveries.map(({ id, webhookId }) => ({
        deliveryId: id,
        webhookId,
        projectId,
        seq: 0,
        delayMs: 0,
      })),
    )
  })

  it('appears in no count, list or query', async () => {
    const project = await addProjectWithLink(database)
    const { projectId, linkId } = project
    const { prisma } = database
    const campaign = await prisma.campaign.create({ data: { projectId, name: 'Spring' } })
    await prisma.link.update({ where: { id: linkId }, data: { campaignId: campaign.id } })
    const it = testInstall(project)
    await write(it)
    const fingerprintHash = it.fingerprintHash ?? new Uint8Array()
    const id = it.match?.attributionId ?? ''
    const none = { code: null, campaignId: null, matchType: null, platform: null }
    const filter = { ...none, projectId, installId: null, eventId: null, from: null, to: null }
    const page = { afterId: null, limit: 10 }
    for (const by of [{}, { installId: it.installId }, { eventId: it.match?.eventId ?? null }])
      expect(await listAttributions(prisma, { ...filter, ...by }, page)).toEqual([])
    expect(await findAttribution(prisma, { projectId, id })).toBeNull()
    expect(await findPayloadByFingerprint(prisma, { projectId, fingerprintHash })).toBeNull()
    expect(await findPayloadByCode(prisma, { projectId, code: project.code })).toBeNull()
    const subject = { kind: 'campaign', projectId, id: campaign.id } as const
    const bounds = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)]
    expect(await readStatsDays(prisma, subject, bounds)).toEqual([
      { clicks: 0, uniques: 0, installs: 0 },
    ])
    expect(await prisma.dimensionDelta.count()).toBe(0)
    expect(await prisma.link.findFirst({ where: { id: linkId } })).toMatchObject({
      clickedCount: 0n,
    })
  })

  it('leaves the deliveries of a real install of the same click unchanged', async () => {
    const project = await addProjectWithLink(database)
    await write(testInstall(project))
    const real = await addAttributedInstall(database, project)
    const { projectId, attributionId: id } = real
    const row = await findAttribution(database.prisma, { projectId, id })
    const attributedAt = row?.attributedAt ?? new Date(0)
    const attribution = { projectId, id, attributedAt }
    const deliveries = await listAttributionDeliveries(database.prisma, attribution)
    expect(deliveries.map((delivery) => delivery.id)).toEqual(real.deliveryIds)
  })

  it('sends nothing unless the caller may', async () => {
    const it = testInstall(await addProjectWithLink(database))
    expect(await write(it, false)).toEqual([])
    expect(await stored(it)).toMatchObject({
      install: { isTest: true, isMatched: true },
      event: null,
      deliveries: [],
    })
  })

  it('is not stored if the transaction fails', async () => {
    const it = testInstall(await addProjectWithLink(database))
    const failing = inTransaction(database, async (db) => {
      await writeTestInstall(db, it, { type: EVENT, sendsWebhooks: true })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await stored(it)).toEqual({ install: null, event: null, deliveries: [] })
  })
})

it('an unmatched test install has no event', async () => {
  const it = { ...testInstall(await addProjectWithLink(database)), match: null, linkId: null }
  expect(await write({ ...it, confidence: 0.4, reason: 'below_threshold' })).toEqual([])
  const { install, event } = await stored(it)
  expect([install, event]).toMatchObject([
    {
      isTest: true,
      isMatched: false,
      matchType: null,
      reason: 'below_threshold',
      attributionId: null,
    },
    null,
  ])
})

it('erasing a test install empties its event and cancels its deliveries', async () => {
  const it = testInstall(await addProjectWithLink(database))
  await write(it)
  await inTransaction(database, (db) => eraseInstall(db, it))
  expect(await stored(it)).toMatchObject({
    install: { isMatched: false, attributionId: null, referrer: null, trace: {} },
    event: { payload: '', attributionId: null, installId: null },
    deliveries: [{ state: 'canceled' }],
  })
})
