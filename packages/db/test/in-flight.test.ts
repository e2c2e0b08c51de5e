import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import {
  cancelDeliveries,
  holdDeliveries,
  resumeDeliveries,
} from '../src/deliveries/hold-deliveries.js'
import { listAttempts } from '../src/deliveries/read-deliveries.js'
import { replayDeliveries } from '../src/deliveries/replay-deliveries.js'
import { resendDelivery } from '../src/deliveries/resend-delivery.js'
import { deleteWebhook, updateWebhook } from '../src/webhooks/webhooks.js'
import { addDelivery, claim, recordResult } from './in-flight.js'

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

type Added = Awaited<ReturnType<typeof addDelivery>>

const row = ({ deliveryId }: Added) =>
  database.prisma.delivery.findFirstOrThrow({ where: { id: deliveryId } })
const turnOff = async ({ webhookId }: Added) => {
  await updateWebhook(database.prisma, webhookId, { isActive: false })
  await holdDeliveries(database.prisma, webhookId)
}
const turnOn = async ({ webhookId }: Added) => {
  await updateWebhook(database.prisma, webhookId, { isActive: true })
  return resumeDeliveries(database.prisma, webhookId)
}
const drop = async ({ webhookId }: Added) => {
  await deleteWebhook(database.prisma, webhookId)
  await cancelDeliveries(database.prisma, webhookId)
}
const resend = ({ projectId, deliveryId }: Added, withRetries = false) =>
  resendDelivery(database.prisma, { projectId, deliveryId, withRetries })

async function inFlight() {
  const added = await addDelivery(database)
  return { ...added, leaseToken: await claim(database, added.deliveryId) }
}

/** A failed attempt of the schedule, whose next attempt is much later, and a resend in flight. */
async function resendInFlight() {
  const first = await inFlight()
  await recordResult(database, first, { retryDelayMs: 240_000 })
  const { nextAttemptAt } = await row(first)
  expect((await resend(first)).kind).toBe('queued')
  return { ...first, leaseToken: await claim(database, first.deliveryId), nextAttemptAt }
}

describe('an attempt in flight while its webhook is paused', () => {
  it('is held when it fails, and continues when it is due and the webhook is active', async () => {
    const one = await inFlight()
    await turnOff(one)
    expect(await recordResult(database, one)).toEqual([
      { kind: 'recorded', state: 'held', waitMs: null },
    ])
    const held = await row(one)
    expect(held).toMatchObject({ state: 'held', dueAt: null, scheduleAttempts: 1 })
    const [resumed] = await turnOn(one)
    expect(resumed?.delayMs).toBeGreaterThan(50_000)
    expect(await row(one)).toMatchObject({ state: 'retrying', dueAt: held.nextAttemptAt })
  })

  it('has succeeded when it succeeds, and has failed when it was the last', async () => {
    const [good, last] = [await inFlight(), await inFlight()]
    await turnOff(good)
    await turnOff(last)
    await recordResult(database, good, { isSuccess: true, statusCode: 200, errorClass: null })
    await recordResult(database, last, { retryDelayMs: null })
    expect(await row(good)).toMatchObject({ state: 'succeeded', heldAt: null, dueAt: null })
    expect(await row(last)).toMatchObject({ state: 'failed', heldAt: null, nextAttemptAt: null })
  })

  it('keeps its schedule when the webhook is resumed before it fails', async () => {
    const one = await inFlight()
    await turnOff(one)
    await turnOn(one)
    const [outcome] = await recordResult(database, one)
    expect(outcome).toMatchObject({ kind: 'recorded', state: 'retrying' })
    expect(await row(one)).toMatchObject({ scheduleAttempts: 1, attemptsMade: 1, leaseUntil: null })
  })
})

describe('a resend in flight', () => {
  it('does not change the schedule when it fails', async () => {
    const one = await resendInFlight()
    await recordResult(database, one)
    expect(await row(one)).toMatchObject({
      state: 'retrying',
      scheduleAttempts: 1,
      attemptsMade: 2,
      isManual: false,
      nextAttemptAt: one.nextAttemptAt,
      dueAt: one.nextAttemptAt,
    })
  })

  it.each([
    ['off', [turnOff], { state: 'held', dueAt: null }],
    ['off and on again', [turnOff, turnOn], { state: 'retrying' }],
  ] as const)(
    'does not change it either while its webhook is turned %s',
    async (_name, steps, expected) => {
      const one = await resendInFlight()
      for (const step of steps) await step(one)
      await recordResult(database, one)
      const stored = await row(one)
      expect(stored).toMatchObject({
        ...expected,
        scheduleAttempts: 1,
        attemptsMade: 2,
        isManual: false,
        nextAttemptAt: one.nextAttemptAt,
      })
      const attempts = await listAttempts(database.prisma, one)
      expect(attempts.map(({ number, trigger }) => [number, trigger])).toEqual([
        [1, 'auto'],
        [2, 'resend'],
      ])
    },
  )

  it('is dropped while the webhook is paused, if it still waits', async () => {
    const one = await addDelivery(database)
    await resend(one)
    await turnOff(one)
    expect(await row(one)).toMatchObject({ state: 'held', isManual: false })
  })
})

describe('an attempt in flight while its webhook is deleted', () => {
  it('is canceled when it fails, and does not start again', async () => {
    const one = await inFlight()
    await drop(one)
    expect(await recordResult(database, one)).toEqual([
      { kind: 'recorded', state: 'canceled', waitMs: null },
    ])
    expect(await row(one)).toMatchObject({ state: 'canceled', dueAt: null, nextAttemptAt: null })
  })

  it('has succeeded if the receiver accepted it', async () => {
    const one = await inFlight()
    await drop(one)
    await recordResult(database, one, { isSuccess: true, statusCode: 200, errorClass: null })
    expect(await row(one)).toMatchObject({ state: 'succeeded', dueAt: null })
  })

  it('does not revive a canceled delivery', async () => {
    const one = await inFlight()
    await cancelDeliveries(database.prisma, one.webhookId)
    await recordResult(database, one)
    expect(await row(one)).toMatchObject({ state: 'canceled', dueAt: null, attemptsMade: 1 })
  })
})

describe('a delivery in flight', () => {
  it('is neither resent nor replayed', async () => {
    const one = await inFlight()
    await database.prisma.delivery.updateMany({
      where: { id: one.deliveryId },
      data: { state: 'failed' },
    })
    expect(await resend(one)).toEqual({ kind: 'in_flight' })
    const since = new Date(Date.now() - 60_000)
    const request = { webhookId: one.webhookId, since, until: null, states: ['failed' as const] }
    expect(await replayDeliveries(database.prisma, request, 10)).toMatchObject({
      byState: { failed: 0 },
      deliveries: [],
    })
  })

  it('is not visible to another project in any state', async () => {
    const [one, other] = [await inFlight(), await addDelivery(database)]
    const { deliveryId } = one
    expect(await resend({ ...other, deliveryId })).toEqual({ kind: 'not_found' })
    expect(await row(one)).toMatchObject({ seq: 0, isManual: false })
  })

  it('is recorded once, however often its result is reported', async () => {
    const one = await inFlight()
    const attemptId = one.leaseToken
    const [first] = await recordResult(database, one, { attemptId })
    const [again] = await recordResult(database, one, { attemptId })
    expect([first, again]).toMatchObject([{ state: 'retrying' }, { state: 'retrying' }])
    expect(await row(one)).toMatchObject({ attemptsMade: 1, scheduleAttempts: 1 })
    expect(await listAttempts(database.prisma, one)).toHaveLength(1)
  })
})
