import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { claimDeliveries } from '../src/deliveries/claim-deliveries.js'
import { isAnyoneDelivering } from '../src/deliveries/read-due.js'
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

const claimAll = (ids: string[]) =>
  claimDeliveries(
    database,
    ids.map((deliveryId) => ({ deliveryId, leaseToken: randomUUID() })),
    10_000,
  )
const change = (id: string, data: object) =>
  database.prisma.delivery.updateMany({ where: { id }, data })

describe('a claim', () => {
  it('returns the remaining delay for a delivery that is not due, and takes no lease', async () => {
    const { deliveryId } = await addDelivery(database)
    await change(deliveryId, { dueAt: new Date(Date.now() + 60_000) })
    const [outcome] = await claimAll([deliveryId])
    if (outcome?.kind !== 'wait') throw new Error(`${outcome?.kind} and not wait`)
    expect(outcome.waitMs).toBeGreaterThan(55_000)
    expect(outcome.waitMs).toBeLessThanOrEqual(60_500)
    const row = await database.prisma.delivery.findFirstOrThrow({ where: { id: deliveryId } })
    expect(row.leaseToken).toBeNull()
  })

  it('returns the rest of the lease that another worker holds', async () => {
    const { deliveryId } = await addDelivery(database)
    await claim(database, deliveryId)
    const [outcome] = await claimAll([deliveryId])
    if (outcome?.kind !== 'wait') throw new Error(`${outcome?.kind} and not wait`)
    expect(outcome.waitMs).toBeGreaterThan(5_000)
    expect(outcome.waitMs).toBeLessThanOrEqual(10_000)
  })

  it.each(['succeeded', 'failed', 'held', 'skipped', 'canceled'])(
    'ends the job if the delivery is %s',
    async (state) => {
      const { deliveryId } = await addDelivery(database)
      await change(deliveryId, { state, dueAt: null })
      expect(await claimAll([deliveryId])).toEqual([{ kind: 'ended' }])
    },
  )

  it('ends the job if the row does not exist', async () => {
    expect(await claimAll([randomUUID()])).toEqual([{ kind: 'ended' }])
  })

  it('ends a job with an older seq; a job with the row’s seq gets the lease', async () => {
    const { deliveryId } = await addDelivery(database)
    await change(deliveryId, { seq: 2 })
    const by = (seq: number) => ({ deliveryId, leaseToken: randomUUID(), seq })
    const outcomes = await claimDeliveries(database, [by(1), by(2), by(0)], 10_000)
    expect(outcomes.map(({ kind }) => kind)).toEqual(['ended', 'claimed', 'ended'])
    expect(await claimDeliveries(database, [by(1)], 10_000)).toEqual([{ kind: 'ended' }])
    expect((await claimDeliveries(database, [by(2)], 10_000))[0]?.kind).toBe('wait')
  })

  it('claims many in the given order, and a repeated delivery once', async () => {
    const [one, two] = [await addDelivery(database), await addDelivery(database)]
    const ids = [one.deliveryId, randomUUID(), two.deliveryId, one.deliveryId]
    const outcomes = await claimAll(ids)
    const kinds = outcomes.map(({ kind }) => kind)
    expect([kinds[1], kinds[2]]).toEqual(['ended', 'claimed'])
    expect([kinds[0], kinds[3]].sort()).toEqual(['claimed', 'wait'])
    outcomes.forEach((outcome, index) => {
      if (outcome.kind === 'claimed') expect(outcome.delivery.deliveryId).toBe(ids[index])
    })
  })

  it('gives a delivery to one of many concurrent workers', async () => {
    const { deliveryId } = await addDelivery(database)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => claimAll([deliveryId])))
    expect(outcomes.flat().filter(({ kind }) => kind === 'claimed')).toHaveLength(1)
  })

  it('increments the attempts, and returns how many were scheduled', async () => {
    const { deliveryId } = await addDelivery(database)
    const leaseToken = await claim(database, deliveryId)
    await recordResult(database, { deliveryId, leaseToken }, { retryDelayMs: 0 })
    const [outcome] = await claimAll([deliveryId])
    expect(outcome).toMatchObject({
      kind: 'claimed',
      delivery: { attemptNumber: 2, scheduleAttempts: 1, trigger: 'auto' },
    })
  })

  it('succeeds when holding the deliveries beside it fails', async () => {
    const [on, off] = [await addDelivery(database), await addDelivery(database)]
    await database.prisma.webhook.update({
      where: { id: off.webhookId },
      data: { isActive: false },
    })
    await database.pool.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not now'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON deliveries FOR EACH ROW WHEN (NEW.state = 'held') EXECUTE FUNCTION refuse()`)
    const outcomes = await claimAll([on.deliveryId, off.deliveryId])
    expect(outcomes).toMatchObject([{ kind: 'claimed' }, { kind: 'wait' }])
    await expect(claimAll([off.deliveryId])).rejects.toThrow('not now')
    await database.pool.query('DROP FUNCTION refuse CASCADE')
    expect(await claimAll([off.deliveryId])).toEqual([{ kind: 'ended' }])
  })
})

describe('isAnyoneDelivering', () => {
  it('is not affected by an attempt of a worker whose clock is a month ahead', async () => {
    const { deliveryId } = await addDelivery(database)
    await database.prisma.delivery.updateMany({ data: { leaseToken: null, leaseUntil: null } })
    await database.prisma.deliveryAttempt.deleteMany()
    const record = async (daysAhead: number) => {
      const { rows } = await database.pool.query<{ attemptId: string }>(
        'SELECT uuid7_floor(clock_timestamp() + make_interval(days => $1)) AS "attemptId"',
        [daysAhead],
      )
      const leaseToken = await claim(database, deliveryId)
      await recordResult(database, { deliveryId, leaseToken }, { ...rows[0], retryDelayMs: 0 })
      return isAnyoneDelivering(database.prisma, 60)
    }
    expect(await record(30)).toBe(false)
    expect(await record(0)).toBe(true)
  })
})
