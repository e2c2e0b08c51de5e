import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { sweepDeliveries } from '../src/deliveries/sweep-deliveries.js'
import { addDelivery, claim } from './in-flight.js'

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
beforeEach(() => database.prisma.delivery.deleteMany())

/** A delivery that has been due, and whose job has been in the queue, for this many seconds. */
async function add({ dueFor = 60, enqueuedFor = 60 }: { dueFor?: number; enqueuedFor?: number }) {
  const { deliveryId } = await addDelivery(database)
  await database.prisma.$executeRaw`
    UPDATE deliveries SET due_at = now() - make_interval(secs => ${dueFor}::int),
           enqueued_at = now() - make_interval(secs => ${enqueuedFor}::int)
     WHERE id = ${deliveryId}::uuid`
  return deliveryId
}

const idsOf = (deliveries: { deliveryId: string }[]) => deliveries.map((each) => each.deliveryId)

describe('a sweep', () => {
  it('returns due deliveries enqueued more than 15 s ago once, with the same seq', async () => {
    const id = await add({ enqueuedFor: 16 })
    const { deliveries, isFull } = await sweepDeliveries(database)
    expect(deliveries).toMatchObject([{ deliveryId: id, seq: 0, delayMs: 0 }])
    expect(isFull).toBe(false)
    expect((await sweepDeliveries(database)).deliveries).toEqual([])
  })

  it('ignores deliveries in flight, not due, just enqueued, or no longer wanted', async () => {
    await claim(database, await add({}))
    await add({ dueFor: -60 })
    await add({ enqueuedFor: 10 })
    const held = await add({})
    await database.prisma.$executeRaw`
      UPDATE deliveries SET state = 'held', due_at = NULL WHERE id = ${held}::uuid`
    expect((await sweepDeliveries(database)).deliveries).toEqual([])
  })

  it('leaves a retry to BullMQ for 15 s after it is due', async () => {
    await add({ dueFor: 10, enqueuedFor: 10 })
    const late = await add({ dueFor: 20, enqueuedFor: 20 })
    expect(idsOf((await sweepDeliveries(database)).deliveries)).toEqual([late])
  })

  it('takes the oldest first, up to its limit, and reports whether more may wait', async () => {
    const [young, old, older] = [
      await add({ dueFor: 20 }),
      await add({ dueFor: 30 }),
      await add({ dueFor: 40 }),
    ]
    const first = await sweepDeliveries(database, 2)
    expect(idsOf(first.deliveries)).toEqual([older, old])
    expect(first.isFull).toBe(true)
    expect(idsOf((await sweepDeliveries(database, 2)).deliveries)).toEqual([young])
  })

  it('runs one at a time: a concurrent one finds nothing', async () => {
    const id = await add({})
    const client = await database.pool.connect()
    await client.query('BEGIN')
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('throughline.sweep'))`)
    expect(await sweepDeliveries(database)).toEqual({ deliveries: [], isFull: false })
    await client.query('COMMIT')
    client.release()
    expect(idsOf((await sweepDeliveries(database)).deliveries)).toEqual([id])
  })
})
