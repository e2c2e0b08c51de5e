import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import { migrateDatabase } from '../src/migrations/migrate.js'
import { restoreDump } from './restore-dump.js'
import { inRoot } from './run-prisma.js'

const releases = JSON.parse(await readFile(inRoot('prisma/releases/releases.json'), 'utf8')) as {
  version: string
}[]

/** Each kind of statement that the release's API, worker and command line sent in its tests. */
async function readStatements(version: string): Promise<string[]> {
  const bytes = await readFile(inRoot(`prisma/releases/${version}.statements.sql.gz`))
  const parts = gunzipSync(bytes).toString('utf8').split(';\n\n')
  return parts.filter((statement) => statement !== '')
}

describe.each(releases)('the statements of release $version', ({ version }) => {
  let statements: string[]
  let database: Awaited<ReturnType<typeof restoreDump>>
  let client: pg.Client
  beforeAll(async () => {
    statements = await readStatements(version)
    database = await restoreDump(inRoot(`prisma/releases/${version}.sql`))
    await migrateDatabase({ databaseUrl: database.url })
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  /** @param change of the schema, undone afterwards */
  async function findRejected(change = ''): Promise<string[]> {
    const rejected: string[] = []
    await client.query(`BEGIN; ${change}`)
    for (const text of statements) {
      try {
        await client.query('SAVEPOINT before')
        await client.query(`PREPARE one AS ${text}`)
        await client.query('DEALLOCATE one')
      } catch (error) {
        rejected.push(`${(error as Error).message}: ${text}`)
        await client.query('ROLLBACK TO before')
      }
    }
    await client.query('ROLLBACK')
    return rejected
  }

  it('are valid on the schema of this version', async () => {
    expect(statements.length).toBeGreaterThan(200)
    expect(await findRejected()).toEqual([])
  })

  it.each([
    ['a dropped column', 'ALTER TABLE deliveries DROP COLUMN schedule_attempts'],
    ['a changed type', 'ALTER TABLE installs ALTER COLUMN platform TYPE integer USING 0'],
  ])('include one that fails because of %s', async (_what, change) => {
    expect(await findRejected(change)).not.toEqual([])
  })
})

it('are recorded for each release', () => {
  const missing = releases.filter(
    ({ version }) => !existsSync(inRoot(`prisma/releases/${version}.statements.sql.gz`)),
  )
  expect(missing).toEqual([])
})
