import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { applyDatabaseRoles } from '@throughline/testkit/database-roles'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { migrateDatabase } from '../src/migrations/migrate.js'
import { ensurePartitions, PARTITIONED_TABLES } from '../src/retention/partitions.js'
import { applyRetention } from '../src/retention/retention.js'

describe('the roles of deploy/postgresql/roles.sql', () => {
  let scratch: TestDatabase
  let app: Database
  beforeAll(async () => {
    scratch = await createTestDatabase({ isEmpty: true })
    const { ownerUrl, appUrl } = await applyDatabaseRoles(scratch.url)
    await migrateDatabase({ databaseUrl: ownerUrl })
    app = openDatabase({ url: appUrl, poolMax: 2 })
  })
  afterAll(async () => {
    await app.close()
    await scratch.drop()
  })

  it('let the app create partitions of coming months, and write and read their rows', async () => {
    const { made } = await ensurePartitions(app, { monthsAhead: 5 })
    expect(made).toHaveLength(2 * PARTITIONED_TABLES.length)
    await app.prisma.project.create({ data: { name: 'Acme', prefix: 'acme' } })
    expect(await app.prisma.project.count()).toBe(1)
  })

  it('let the app drop partitions that have expired', async () => {
    await app.pool.query(`SELECT make_partition('clicks', '2020-01-01Z', 0)`)
    const policy = { clickDays: 400, attemptDays: 30, deliveryDays: 90 }
    const { dropped } = await applyRetention(app, policy)
    expect(dropped).toEqual([{ table: 'clicks', partition: 'clicks_202001' }])
  })

  it.each([
    ['create a table', 'CREATE TABLE mine (id int)', /permission denied for schema public/],
    ['drop a table', 'DROP TABLE audit_entries', /must be owner of table/],
    ['change a table', 'ALTER TABLE links ADD COLUMN mine int', /must be owner of table/],
    ['truncate a table', 'TRUNCATE clicks', /permission denied for table/],
    ['create a role', 'CREATE ROLE mine', /permission denied to create role/],
    [
      'drop a table that is no partition',
      `SELECT drop_partition('clicks', 'links')`,
      /links is no partition of clicks/,
    ],
  ])('do not let the app %s', async (_what, statement, error) => {
    await expect(app.pool.query(statement)).rejects.toThrow(error)
  })
})
