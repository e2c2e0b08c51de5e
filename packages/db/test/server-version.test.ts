import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { parseKeyRing, generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import pg from 'pg'
import { assertSupported } from '../src/connection/server-version.js'
import { openFirstConnection } from '../src/migrations/first-connection.js'
import { migrateDatabase } from '../src/migrations/migrate.js'

const TOO_OLD = 'PostgreSQL 13.23 is too old: Throughline needs PostgreSQL 14 or newer.'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  const client = new pg.Client({ connectionString: test.url })
  await client.connect()
  // A real server that says it is older: this function hides PostgreSQL's own.
  await client.query(`
    CREATE SCHEMA old;
    CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql STABLE AS $$
      SELECT CASE name WHEN 'server_version_num' THEN '130023' WHEN 'server_version' THEN '13.23'
                       ELSE pg_catalog.current_setting(name) END
    $$;
    ALTER DATABASE ${test.name} SET search_path = old, pg_catalog, public`)
  await client.end()
})
afterAll(() => test.drop())

it('accepts PostgreSQL 14 and newer', () => {
  expect(() => assertSupported({ version: '14.0', number: 140_000 })).not.toThrow()
  expect(() => assertSupported({ version: '13.23', number: 130_023 })).toThrow(TOO_OLD)
})

it('an older server is not migrated', async () => {
  await expect(migrateDatabase({ databaseUrl: test.url })).rejects.toThrow(TOO_OLD)
})

it('API and worker do not wait for an older server', async () => {
  const first = openFirstConnection({
    databaseUrl: test.url,
    databaseDirectUrl: test.url,
    keyRing: parseKeyRing(generateKeyRingEntry('test')),
    onProblem: () => undefined,
  })
  await expect(first.rootSecret).rejects.toThrow(TOO_OLD)
  await first.close()
})
