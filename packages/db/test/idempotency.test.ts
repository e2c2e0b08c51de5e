import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import {
  abandonIdempotent,
  beginIdempotent,
  storeIdempotentAnswer,
  type RunningKey,
} from '../src/projects/idempotency.js'
import { insertProject } from '../src/projects/projects.js'

let scratch: TestDatabase
let database: Database
let projectId: string
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  projectId = (await insertProject(database.prisma, { name: 'Acme', prefix: 'acme' })).id
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

const BODY = Buffer.from('body')

async function begin(key: string): Promise<RunningKey> {
  const scope = { projectId, credential: 'sdk', route: 'post /api/links {}', key }
  const state = await beginIdempotent(database.prisma, scope, BODY)
  if (state.kind !== 'begun') throw new Error(`not begun, but ${state.kind}`)
  return { scope, mark: state.mark }
}

/** A request whose running mark has expired, and the next request with the same key. */
async function followed(key: string): Promise<[RunningKey, RunningKey]> {
  const frozen = await begin(key)
  await database.prisma.idempotencyKey.updateMany({
    where: { key },
    data: { runningUntil: new Date(Date.now() - 1) },
  })
  return [frozen, await begin(key)]
}

const rowOf = (key: string) => database.prisma.idempotencyKey.findFirst({ where: { key } })

it('a response is stored once, only by the request that holds the key', async () => {
  const [frozen, follower] = await followed('stored')
  expect(await storeIdempotentAnswer(database.prisma, frozen, 'frozen')).toBe(false)
  expect(await storeIdempotentAnswer(database.prisma, follower, 'follower')).toBe(true)
  expect(await storeIdempotentAnswer(database.prisma, follower, 'again')).toBe(false)
  expect(await rowOf('stored')).toMatchObject({ answerSealed: 'follower', runningUntil: null })
})

it('a key is released only by the request that holds it', async () => {
  const [frozen, follower] = await followed('abandoned')
  await abandonIdempotent(database.prisma, frozen)
  expect(await rowOf('abandoned')).not.toBeNull()
  await abandonIdempotent(database.prisma, follower)
  expect(await rowOf('abandoned')).toBeNull()
})
