import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { openDatabase, type Database } from '../../src/connection/database.js'
import { inRoot, runPrisma } from '../run-prisma.js'

let scratch: TestDatabase
let database: Database
let folder: string
const open: { close: () => unknown }[] = []
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  folder = await mkdtemp(join(tmpdir(), 'throughline-prisma-'))
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
  await rm(folder, { recursive: true })
})

const SCHEMA = ['--to-schema', 'prisma/schema.prisma', '--exit-code']

const FUNCTION = `CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$;`

/** The repository's configuration, with the migrations of this test's folder. */
async function writeConfig(url: string): Promise<string> {
  const config = {
    schema: inRoot('prisma/schema.prisma'),
    migrations: { path: join(folder, 'migrations') },
    datasource: { url },
  }
  const file = join(folder, 'prisma.config.mjs')
  const engine = JSON.stringify(inRoot('scripts/schema-engine.mjs'))
  await writeFile(
    file,
    `process.env.PRISMA_SCHEMA_ENGINE_BINARY = ${engine}
     export default ${JSON.stringify(config)}`,
  )
  return file
}

describe('Prisma’s command line, on a migrated database', () => {
  it('finds the migrations equal to schema.prisma, and removes its shadow database', async () => {
    const { code, output } = await runPrisma(
      ['migrate', 'diff', '--from-migrations', 'prisma/migrations', ...SCHEMA],
      scratch.url,
    )
    expect([code, output]).toEqual([0, expect.stringContaining('No difference detected')])
    // A concurrent run of this file may briefly have its own database in the same server.
    const left = `SELECT FROM pg_database WHERE datname LIKE 'prisma_migrate_shadow_db_%'`
    await waitFor(async () => (await database.pool.query(left)).rowCount === 0, {
      what: 'no shadow database to be left',
    })
  })

  it('runs a script of several statements', async () => {
    const file = join(folder, 'script.sql')
    await writeFile(file, `${FUNCTION} CREATE TABLE whole (n int DEFAULT two());`)
    const { code, output } = await runPrisma(['db', 'execute', '--file', file], scratch.url)
    expect([code, output]).toEqual([0, expect.stringContaining('success')])
    const insert = 'INSERT INTO whole DEFAULT VALUES RETURNING n'
    expect((await database.pool.query(insert)).rows).toEqual([{ n: 2 }])
  })

  it('applies a migration atomically, and leaves nothing of a failed one', async () => {
    const other = await createTestDatabase()
    const client = openDatabase({ url: other.url })
    open.push(client, { close: other.drop })
    const config = await writeConfig(other.url)
    const found = async () =>
      (await client.pool.query(`SELECT to_regproc('two')::text AS two`)).rows as unknown
    const deploy = async (sql: string) => {
      await mkdir(join(folder, 'migrations', '9_two'), { recursive: true })
      await writeFile(join(folder, 'migrations', '9_two', 'migration.sql'), sql)
      return runPrisma(['migrate', 'deploy', '--config', config], other.url)
    }
    expect((await deploy(`${FUNCTION} SELECT no_such_function();`)).output).toContain('no_such')
    expect(await found()).toEqual([{ two: null }])
    await client.pool.query(`DELETE FROM _prisma_migrations WHERE migration_name = '9_two'`)
    expect((await deploy(FUNCTION)).code).toBe(0)
    expect(await found()).toEqual([{ two: 'two' }])
  })
})
