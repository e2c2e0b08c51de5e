import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { insertAdminToken } from '../src/projects/admin-tokens.js'
import { openDatabase, type Database } from '../src/connection/database.js'
import { deleteRevokedTokens } from '../src/retention/expired-rows.js'
import { insertProject } from '../src/projects/projects.js'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolMax: 2 })
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const DAY_MS = 86_400_000

it('deletes tokens that were revoked over 90 days ago, and no others', async () => {
  const { prisma } = database
  const { id: projectId } = await insertProject(prisma, { name: 'Acme', prefix: 'acme' })
  const insert = async (name: string, revokedDaysAgo: number | null) => {
    const token = { projectId, name, secretHash: Buffer.alloc(32) }
    const { id } = await insertAdminToken(prisma, token)
    if (revokedDaysAgo === null) return
    const revokedAt = new Date(Date.now() - revokedDaysAgo * DAY_MS)
    await prisma.adminToken.update({ where: { id }, data: { revokedAt } })
  }
  await insert('live', null)
  await insert('revoked lately', 89)
  await insert('revoked long ago', 91)
  expect(await deleteRevokedTokens(prisma)).toBe(1)
  const kept = await prisma.adminToken.findMany({ orderBy: { id: 'asc' } })
  expect(kept.map(({ name }) => name)).toEqual(['live', 'revoked lately'])
})
