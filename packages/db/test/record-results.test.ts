import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { recordResults } from '../src/deliveries/record-results.js'
import type { AttemptResult } from '../src/deliveries/attempt-result.js'
import { addDelivery, claim, failedAttempt } from './in-flight.js'

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

const succeeded = { isSuccess: true, statusCode: 204, errorClass: null, error: null }

async function attempt(more: Partial<AttemptResult> = {}): Promise<AttemptResult> {
  const { deliveryId } = await addDelivery(database)
  const leaseToken = await claim(database, deliveryId)
  return { ...failedAttempt({ deliveryId, leaseToken }), ...more }
}

const recordResult = (results: AttemptResult[]) => recordResults(database, results)
const stateOf = async ({ deliveryId }: AttemptResult) =>
  (await database.prisma.delivery.findFirstOrThrow({ where: { id: deliveryId } })).state
const attemptsOf = ({ deliveryId }: AttemptResult) =>
  database.prisma.deliveryAttempt.findMany({ where: { deliveryId } })

it('records successes and failures of one batch, each for its delivery', async () => {
  const results = [await attempt(), await attempt(succeeded), await attempt(succeeded)]

  const outcomes = await recordResult(results)

  expect(outcomes.map((outcome) => ('state' in outcome ? outcome.state : outcome.kind))).toEqual([
    'retrying',
    'succeeded',
    'succeeded',
  ])
  expect(await Promise.all(results.map(stateOf))).toEqual(['retrying', 'succeeded', 'succeeded'])
})

it('separates a success whose lease was lost from recorded ones', async () => {
  const stale = { ...(await attempt(succeeded)), leaseToken: randomUUID() }
  const results = [await attempt(succeeded), stale, await attempt(succeeded)]

  const outcomes = await recordResult(results)

  expect(outcomes.map(({ kind }) => kind)).toEqual(['recorded', 'leaseLost', 'recorded'])
  expect(await stateOf(stale)).toBe('pending')
  expect(await attemptsOf(stale)).toEqual([])
})

it('records a success once, and returns the same when it is repeated', async () => {
  const result = await attempt(succeeded)
  const [first] = await recordResult([result])
  const [again] = await recordResult([result])

  expect(again).toEqual(first)
  expect(await attemptsOf(result)).toMatchObject([{ number: 1, outcome: 'succeeded' }])
})
