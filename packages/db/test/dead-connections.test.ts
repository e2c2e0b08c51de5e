import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { inTransaction, openDatabase, type Database } from '../src/connection/database.js'
import { insertProject } from '../src/projects/projects.js'
import { isDatabaseUnavailable } from '../src/connection/errors.js'

let scratch: TestDatabase
/** A pool of one connection, whose statements are abandoned after 300 ms. */
let hasty: Database
let witness: Database

beforeAll(async () => {
  scratch = await createTestDatabase()
  hasty = openDatabase({ url: scratch.url, poolMax: 1, statementTimeoutMs: 300 })
  witness = openDatabase({ url: scratch.url })
})

afterAll(async () => {
  await hasty.close()
  await witness.close()
  await scratch.drop()
})

const newProject = () => ({ name: 'Hasty', prefix: `hasty-${randomUUID().slice(0, 8)}` })

it('returns no connection from the pool whose abandoned statement left a transaction open', async () => {
  const { id } = await insertProject(witness.prisma, newProject())
  const holder = await witness.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM projects FOR UPDATE')
  const lost = await inTransaction(hasty, (db) =>
    db.project.update({ where: { id }, data: { name: 'Lost' } }),
  ).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(lost)).toBe(true)
  await holder.query('ROLLBACK')
  holder.release()

  // The next write is committed; nothing of the abandoned transaction is.
  const next = newProject()
  await waitFor(
    () =>
      insertProject(hasty.prisma, next).then(
        () => true,
        () => false,
      ),
    { what: 'a connection' },
  )
  const { prefix } = next
  expect(await witness.prisma.project.count({ where: { prefix } })).toBe(1)
  expect(await witness.prisma.project.findUniqueOrThrow({ where: { id } })).toMatchObject({
    name: 'Hasty',
  })
})
