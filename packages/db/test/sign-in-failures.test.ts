import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { createOneTimeLink } from '../src/accounts/one-time-links.js'
import { insertSession } from '../src/accounts/sessions.js'
import {
  beginSignInAttempt,
  clearSignInFailures,
  takeBackSignInAttempt,
} from '../src/accounts/sign-in-failures.js'
import { insertUser } from '../src/accounts/users.js'
import { openDatabase, type Database } from '../src/connection/database.js'
import { deleteExpiredAccountRows } from '../src/accounts/expired-account-rows.js'

let scratch: TestDatabase
let database: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url, poolMax: 4 })
})
beforeEach(() => database.prisma.signInFailure.deleteMany())
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

const KEY = Buffer.alloc(16, 1)
const begin = () => beginSignInAttempt(database.prisma, KEY)
const read = () => database.prisma.signInFailure.findFirstOrThrow()
const change = (data: { blockedUntil?: Date; updatedAt?: Date }) =>
  database.prisma.signInFailure.updateMany({ data })

/** Makes the next attempt without waiting for its delay, and returns the delay after it. */
async function nextDelay(): Promise<number> {
  await change({ blockedUntil: new Date(0) })
  expect(await begin()).toBeNull()
  const { blockedUntil, updatedAt } = await read()
  return Math.round((blockedUntil.getTime() - updatedAt.getTime()) / 1_000)
}

describe('attempts to sign in', () => {
  it('are delayed from the fifth failure on, doubling to 15 minutes', async () => {
    const delays: number[] = []
    for (let n = 0; n < 17; n += 1) delays.push(await nextDelay())
    expect(delays).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
    expect(await begin()).toBe(900)
  })

  it('are counted from zero after a day', async () => {
    for (let n = 0; n < 10; n += 1) await nextDelay()
    await change({ updatedAt: new Date(Date.now() - 86_400_001), blockedUntil: new Date(0) })
    expect(await nextDelay()).toBe(0)
    expect((await read()).failures).toBe(1)
  })

  it('cannot pass together: one attempt is checked per delay', async () => {
    for (let n = 0; n < 9; n += 1) await nextDelay()
    await change({ blockedUntil: new Date(0) })
    const begun = await Promise.all(Array.from({ length: 8 }, begin))
    expect(begun.filter((seconds) => seconds === null)).toHaveLength(1)
  })

  it('are reset after a success, and not counted if only the code is missing', async () => {
    for (let n = 0; n < 4; n += 1) await nextDelay()
    await takeBackSignInAttempt(database.prisma, KEY)
    expect((await read()).failures).toBe(3)
    await clearSignInFailures(database.prisma, KEY)
    expect(await database.prisma.signInFailure.count()).toBe(0)
  })
})

it('deletes expired records', async () => {
  const { prisma } = database
  const { id: userId } = await insertUser(prisma, { email: 'a@example.com', name: 'A' })
  const session = { userId, userAgent: null, isSignedIn: true }
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const changes = [{}, { lastSeenAt: ago(14.1) }, { expiresAt: ago(0.1) }]
  for (const [index, data] of changes.entries()) {
    const { id } = await insertSession(prisma, { ...session, tokenHash: Buffer.alloc(32, index) })
    await prisma.session.update({ where: { id }, data })
  }
  for (const days of [0, 29, 31]) {
    const { record } = await createOneTimeLink(prisma, { kind: 'start', userId }, 'cli')
    const data = { expiresAt: ago(days), usedAt: new Date() }
    await prisma.oneTimeLink.update({ where: { id: record.id }, data })
  }
  await begin()
  expect(await deleteExpiredAccountRows(prisma)).toBe(3)
  await change({ updatedAt: ago(1.1) })
  expect(await deleteExpiredAccountRows(prisma)).toBe(1)
  expect([await prisma.session.count(), await prisma.oneTimeLink.count()]).toEqual([1, 2])
})
