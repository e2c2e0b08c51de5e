import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { releaseLease } from '../src/deliveries/release-lease.js'
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

const leaseOf = async (id: string) =>
  (await database.prisma.delivery.findFirstOrThrow({ where: { id } })).leaseToken

it('releases the worker’s own lease, and never another’s', async () => {
  const { deliveryId } = await addDelivery(database)
  const leaseToken = await claim(database, deliveryId)

  await releaseLease(database.prisma, { deliveryId, leaseToken: randomUUID() })
  expect(await leaseOf(deliveryId)).toBe(leaseToken)

  await releaseLease(database.prisma, { deliveryId, leaseToken })
  expect(await leaseOf(deliveryId)).toBeNull()
})
