import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { anonymizeInstalls } from '../src/retention/anonymize-installs.js'

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

const projectId = randomUUID()

async function addInstall(ago: string, row: { isTest?: boolean; isMatched?: boolean }) {
  const installId = randomUUID()
  await database.pool.query(
    `INSERT INTO installs (project_id, install_id, platform, is_matched, is_test, referrer, decided_at)
     VALUES ($1, $2, 'android', $3, $4, '{"gclid": "G1"}', now() - $5::interval)`,
    [projectId, installId, row.isMatched ?? false, row.isTest ?? false, ago],
  )
  return installId
}

const referrerOf = async (installId: string) =>
  (await database.prisma.install.findFirst({ where: { projectId, installId } }))?.referrer

it('blanks the click ids of unmatched installs after 30 days and keeps those of matched ones', async () => {
  const old = await addInstall('30 days 1 minute', {})
  const young = await addInstall('29 days 23 hours', {})
  const matched = await addInstall('300 days', { isMatched: true })
  expect(await anonymizeInstalls(database)).toEqual({ rows: 1, hasMore: false })
  expect([await referrerOf(old), await referrerOf(young), await referrerOf(matched)]).toEqual([
    null,
    { gclid: 'G1' },
    { gclid: 'G1' },
  ])
})

it('deletes test installs after 7 days', async () => {
  const old = await addInstall('7 days 1 minute', { isTest: true })
  const young = await addInstall('6 days 23 hours', { isTest: true })
  await anonymizeInstalls(database)
  expect([await referrerOf(old), await referrerOf(young)]).toEqual([undefined, { gclid: 'G1' }])
})

it('deletes refusals after 30 days', async () => {
  await database.pool.query(
    `INSERT INTO install_refusals (project_id, install_hash, reason, day)
     VALUES ($1, '\\x01', 'consent_refused', current_date - 31), ($1, '\\x02', 'consent_refused', current_date - 30)`,
    [projectId],
  )
  await anonymizeInstalls(database)
  const rows = await database.prisma.installRefusal.findMany()
  expect(rows.map(({ installHash }) => [...installHash])).toEqual([[2]])
})
