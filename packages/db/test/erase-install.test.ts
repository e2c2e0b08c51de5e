import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { inTransaction, openDatabase, type Database } from '../src/connection/database.js'
import { cancelOrphans } from '../src/deliveries/cancel-orphans.js'
import { claimDeliveries } from '../src/deliveries/claim-deliveries.js'
import { listAttempts } from '../src/deliveries/read-deliveries.js'
import {
  replayDeliveries,
  totalOf,
  type ReplayableState,
} from '../src/deliveries/replay-deliveries.js'
import { resendDelivery } from '../src/deliveries/resend-delivery.js'
import { continueErasure } from '../src/erasure/continue-erasure.js'
import { eraseInstall } from '../src/erasure/erase-install.js'
import { eraseInstalls } from '../src/erasure/erase-installs.js'
import { findErasure } from '../src/erasure/erasures.js'
import { readInstalls } from '../src/attribution/installs.js'
import {
  addAttributedInstall,
  addProjectWithLink,
  stored,
  type AttributedInstall,
} from './attributed-install.js'
import { claim, recordResult } from './in-flight.js'

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

const erase = ({ projectId, installId }: Pick<AttributedInstall, 'projectId' | 'installId'>) =>
  inTransaction(database, (db) => eraseInstall(db, { projectId, installId }))

async function erasedReceipt(it: AttributedInstall) {
  const erased = await erase(it)
  return findErasure(database.prisma, { projectId: it.projectId, id: erased?.erasureId ?? '' })
}

/** An install with one delivery in each of the given states. */
async function attributed(...states: string[]) {
  const it = await addAttributedInstall(database, await addProjectWithLink(database, states.length))
  for (const [index, state] of states.entries()) {
    const isWaiting = state === 'pending' || state === 'retrying'
    const isDone = ['succeeded', 'failed', 'skipped'].includes(state)
    await database.prisma.delivery.updateMany({
      where: { id: it.deliveryIds[index] ?? '' },
      data: {
        state,
        ...(isWaiting ? {} : { dueAt: null, nextAttemptAt: null }),
        ...(state === 'held' ? { heldAt: new Date(), nextAttemptAt: new Date() } : {}),
        ...(isDone ? { completedAt: new Date() } : {}),
      },
    })
  }
  return { ...it, deliveryId: it.deliveryIds[0] ?? '' }
}

describe('erasing an install', () => {
  it('leaves its id, a final decision, and a click without personal data', async () => {
    const it = await attributed('pending')
    const before = await stored(database, it)
    expect(before).toMatchObject({ visits: 1, install: { isMatched: true } })
    expect(before.event).toMatchObject({ attributionId: it.attributionId, installId: it.installId })
    const receipt = await erasedReceipt(it)
    expect(receipt).toEqual({
      id: expect.any(String),
      installId: it.installId,
      code: null,
      installs: 1,
      clicks: 1,
      visits: 1,
      attributions: 1,
      deliveriesCanceled: 1,
      payloadsBlanked: 1,
      erasedAt: expect.any(Date),
    })
    const after = await stored(database, it)
    expect(after).toMatchObject({ visits: 0, attribution: null })
    expect(after.install).toEqual({
      projectId: it.projectId,
      installId: it.installId,
      platform: 'ios',
      isMatched: false,
      matchType: null,
      confidence: 0,
      reason: 'no_candidate',
      isTest: false,
      referrer: null,
      country: null,
      osVersion: null,
      sdkVersion: null,
      clickId: null,
      linkId: null,
      attributionId: null,
      fingerprintHash: null,
      consent: null,
      trace: {},
      erasureId: receipt?.id,
      createdAt: receipt?.erasedAt,
      decidedAt: receipt?.erasedAt,
    })
    expect(after.click).toEqual({
      ...before.click,
      ipHash: null,
      ipPrefixHash: null,
      userAgent: null,
      referer: null,
      visitorId: null,
      country: null,
      osVersion: null,
      deviceModel: null,
      fbclidCapturedAt: null,
      params: {},
      consumedBy: null,
    })
    expect(after.click?.consumedAt).not.toBeNull()
    expect(after.event).toMatchObject({ payload: '', attributionId: null, installId: null })
    expect(after.deliveries).toMatchObject([
      { state: 'canceled', dueAt: null, nextAttemptAt: null, completedAt: expect.any(Date) },
    ])
  })

  it('changes no other install of the project, and no other project’s with the same id', async () => {
    const project = await addProjectWithLink(database)
    const it = await addAttributedInstall(database, project)
    const others = [
      await addAttributedInstall(database, project),
      await addAttributedInstall(database, await addProjectWithLink(database), it.installId),
    ]
    const before = await Promise.all(others.map((other) => stored(database, other)))
    await erase(it)
    expect(await Promise.all(others.map((other) => stored(database, other)))).toEqual(before)
  })

  it('erases the clicks that it consumed', async () => {
    const project = await addProjectWithLink(database)
    const it = await addAttributedInstall(database, project)
    const superseded = await addAttributedInstall(database, project)
    await database.prisma.click.updateMany({
      where: { id: superseded.clickId },
      data: { consumedBy: it.installId },
    })
    expect(await erasedReceipt(it)).toMatchObject({ clicks: 2, visits: 2 })
  })

  it('changes nothing the second time and returns the first receipt, also concurrently', async () => {
    const it = await attributed('failed')
    const [one, other] = await Promise.all([erase(it), erase(it)])
    expect(one?.erasureId).toBe(other?.erasureId)
    expect([one?.isNew, other?.isNew].sort()).toEqual([false, true])
    const before = await stored(database, it)
    expect(await erase(it)).toEqual({ erasureId: one?.erasureId, isNew: false })
    expect(await stored(database, it)).toEqual(before)
    expect(await database.prisma.erasure.count({ where: { projectId: it.projectId } })).toBe(1)
  })

  it('is skipped by a link erasure that had listed it before', async () => {
    const it = await attributed('failed')
    const { projectId, installId } = it
    await erase(it)
    const before = await stored(database, it)
    const { counts } = await inTransaction(database, (db) =>
      eraseInstalls(db, { projectId, installIds: [installId], erasureId: randomUUID() }),
    )
    expect(counts).toMatchObject({ installs: 0, attributions: 0, payloadsBlanked: 0 })
    expect(await stored(database, it)).toEqual(before)
  })

  it('writes nothing for an unknown install', async () => {
    const { projectId } = await addProjectWithLink(database)
    expect(await erase({ projectId, installId: randomUUID() })).toBeNull()
    expect(await database.prisma.erasure.count({ where: { projectId } })).toBe(0)
  })

  it('makes a decision that waits for consent final', async () => {
    const it = await attributed('pending')
    const where = { projectId_installId: { projectId: it.projectId, installId: it.installId } }
    await database.prisma.install.update({
      where,
      data: { reason: 'consent_missing', isMatched: false },
    })
    await erase(it)
    const install = (await readInstalls(database, [{ ...it, installHash: it.fingerprintHash }]))[0]
      ?.install
    expect(install).toMatchObject({ isMatched: false, reason: 'no_candidate', payload: null })
  })
})

describe('the deliveries of an erased install', () => {
  it('are canceled unless delivered, and none is due any more', async () => {
    const it = await attributed('pending', 'retrying', 'held', 'failed', 'skipped', 'succeeded')
    // A resend of the succeeded delivery was requested.
    const last = { id: it.deliveryIds[5] ?? '' }
    await database.prisma.delivery.updateMany({
      where: last,
      data: { isManual: true, dueAt: new Date() },
    })
    expect(await erasedReceipt(it)).toMatchObject({ deliveriesCanceled: 5, payloadsBlanked: 1 })
    const { deliveries } = await stored(database, it)
    const states = deliveries.map(({ state }) => state).sort()
    expect(states).toEqual([...Array<string>(5).fill('canceled'), 'succeeded'])
    for (const delivery of deliveries)
      expect(delivery).toMatchObject({
        dueAt: null,
        nextAttemptAt: null,
        heldAt: null,
        isManual: false,
        completedAt: expect.any(Date),
      })
  })

  it('are not resent, whatever their state', async () => {
    const it = await attributed('failed', 'succeeded')
    await erase(it)
    for (const deliveryId of it.deliveryIds)
      for (const withRetries of [false, true]) {
        const request = { projectId: it.projectId, deliveryId, withRetries }
        expect(await resendDelivery(database.prisma, request)).toEqual({ kind: 'not_resendable' })
      }
  })

  it('are not resent by a call that waited for the erasure', async () => {
    const it = await attributed('succeeded')
    const request = { projectId: it.projectId, deliveryId: it.deliveryId, withRetries: true }
    const { resending } = await inTransaction(database, async (db) => {
      await eraseInstall(db, it)
      const resending = inTransaction(database, (other) => resendDelivery(other, request))
      await untilWaiting()
      return { resending }
    })
    expect(await resending).toEqual({ kind: 'not_resendable' })
    expect((await stored(database, it)).deliveries).toMatchObject([{ dueAt: null }])
  })

  it('are not replayed', async () => {
    const it = await attributed('failed', 'skipped', 'succeeded')
    await erase(it)
    for (const { webhookId } of (await stored(database, it)).deliveries) {
      const request = { webhookId, since: new Date(0), until: null }
      const states: ReplayableState[] = ['failed', 'skipped', 'succeeded']
      const { byState } = await replayDeliveries(database.prisma, { ...request, states }, 10)
      expect(totalOf(byState)).toBe(0)
    }
  })

  it('keep no response body of a receiver', async () => {
    const it = await attributed('pending')
    const leaseToken = await claim(database, it.deliveryId)
    await recordResult(
      database,
      { ...it, leaseToken },
      { responseBody: it.payload, statusCode: 500 },
    )
    await erase(it)
    expect(await listAttempts(database.prisma, it)).toMatchObject([
      { responseBody: null, statusCode: 500 },
    ])
  })

  it.each([
    [false, 'canceled'],
    [true, 'succeeded'],
  ])('end, if in flight and success is %s, as %s', async (isSuccess, state) => {
    const it = await attributed('pending')
    const leaseToken = await claim(database, it.deliveryId)
    const receipt = await erasedReceipt(it)
    expect(receipt).toMatchObject({ deliveriesCanceled: 1 })
    await recordResult(database, { ...it, leaseToken }, { isSuccess, responseBody: it.payload })
    expect((await stored(database, it)).deliveries).toMatchObject([{ state, dueAt: null }])

    const part = { id: receipt?.id ?? '' }
    expect(await continueErasure(database, part)).toBe(false)
    await database.prisma.$executeRaw`
      UPDATE erasures SET erased_at = erased_at - interval '2 minutes' WHERE id = ${part.id}::uuid`
    expect(await continueErasure(database, part)).toBe(true)
    expect(await listAttempts(database.prisma, it)).toMatchObject([{ responseBody: null }])
    expect(await continueErasure(database, part)).toBe(false)
  })

  it('are claimed without a payload, and end, if one ever becomes due', async () => {
    const it = await attributed('pending')
    await erase(it)
    await database.prisma.$executeRaw`
      UPDATE deliveries SET state = 'pending', due_at = now() - interval '61 seconds' WHERE id = ${it.deliveryId}::uuid`
    const request = { deliveryId: it.deliveryId, leaseToken: randomUUID() }
    const [outcome] = await claimDeliveries(database, [request], 10_000)
    expect(outcome).toMatchObject({ kind: 'claimed', delivery: { payload: null } })
    expect(await cancelOrphans(database.prisma)).toContain(it.deliveryId)
    expect((await stored(database, it)).deliveries).toMatchObject([
      { state: 'canceled', dueAt: null },
    ])
  })
})

async function untilWaiting(): Promise<void> {
  await waitFor(
    async () => {
      const { rowCount } = await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rowCount === 1
    },
    { what: 'a statement to wait for a lock' },
  )
}
