import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { migrateDatabase } from '../src/migrations/migrate.js'
import { MigrationError } from '../src/migrations/migration-error.js'

const TABLES = `
CREATE TABLE plain (id integer, n integer);
INSERT INTO plain SELECT i, i FROM generate_series(1, 10) AS i;
CREATE TABLE parted (id integer, n integer) PARTITION BY RANGE (id);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (1) TO (10);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (10) TO (20);
INSERT INTO parted SELECT i, i FROM generate_series(1, 19) AS i;`

const CONCURRENTLY = '-- migrate: concurrently\n'
const ON_PLAIN = `${CONCURRENTLY}CREATE INDEX CONCURRENTLY "plain_n_idx" ON "plain"("n");`
const ON_PARTED = `${CONCURRENTLY}
-- A comment; with a semicolon.
CREATE UNIQUE INDEX CONCURRENTLY "parted_id_n_idx" ON "parted"("id", "n" DESC);
CREATE INDEX CONCURRENTLY "parted_some_idx" ON "parted"("n") WHERE "n" > 3;`

let folder: string
let databaseUrl: string
const clients: pg.Client[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-migrations-'))
  const url = new URL(testEnv().databaseUrl)
  url.pathname = `/test_${randomBytes(8).toString('hex')}`
  databaseUrl = url.href
  await write('1_tables', TABLES)
  await migrate()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end()
  const server = await connect(testEnv().databaseUrl)
  await server.query(
    `DROP DATABASE IF EXISTS ${new URL(databaseUrl).pathname.slice(1)} WITH (FORCE)`,
  )
  await clients.pop()?.end()
  await rm(folder, { recursive: true })
})

async function write(migration: string, sql: string): Promise<void> {
  await mkdir(join(folder, migration))
  await writeFile(join(folder, migration, 'migration.sql'), sql)
}

const migrate = () =>
  migrateDatabase({ databaseUrl, migrationsDir: folder, lockTimeoutMs: 200, patienceMs: 30_000 })

async function connect(connectionString = databaseUrl): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

async function query<Row>(sql: string): Promise<Row[]> {
  const client = await connect()
  return (await client.query(sql)).rows as Row[]
}

/** Each index with whether it is valid. */
const indexes = () =>
  query<{ name: string; valid: boolean }>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index
      WHERE indrelid::regclass::text ~ '^(plain|parted)' ORDER BY 1`,
  )

describe('a migration that creates indexes concurrently', () => {
  it('lets others write while it waits for an open transaction', async () => {
    await write('2_index', ON_PLAIN)
    const holder = await connect()
    await holder.query('BEGIN; UPDATE plain SET n = 0 WHERE id = 1')
    const migrated = migrate()
    await waitFor(async () => (await indexes()).length === 1, { what: 'the build to have begun' })
    await query('INSERT INTO plain VALUES (11, 11)')
    await holder.query('COMMIT')
    expect(await migrated).toEqual({ applied: ['2_index'] })
    expect(await indexes()).toEqual([{ name: 'plain_n_idx', valid: true }])
  })

  it('indexes each partition of a partitioned table, and later ones', async () => {
    await write('2_index', ON_PARTED)
    expect(await migrate()).toEqual({ applied: ['2_index'] })
    await query('CREATE TABLE parted_3 PARTITION OF parted FOR VALUES FROM (20) TO (30)')
    const found = await indexes()
    expect(found.map(({ name }) => name)).toEqual([
      'parted_1_id_n_idx',
      'parted_1_some_idx',
      'parted_2_id_n_idx',
      'parted_2_some_idx',
      'parted_3_id_n_idx',
      'parted_3_n_idx',
      'parted_id_n_idx',
      'parted_some_idx',
    ])
    expect(found.filter(({ valid }) => !valid)).toEqual([])
  })

  it('completes what a run that was killed left behind', async () => {
    await write('2_index', ON_PARTED)
    await query('CREATE UNIQUE INDEX "parted_id_n_idx" ON ONLY "parted"("id", "n" DESC)')
    await query('CREATE UNIQUE INDEX "parted_1_id_n_idx" ON "parted_1"("id", "n" DESC)')
    await query(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'parted_1_id_n_idx'::regclass`,
    )
    // A partition that is made between both runs.
    await query('CREATE TABLE parted_3 PARTITION OF parted FOR VALUES FROM (20) TO (30)')
    await migrate()
    expect((await indexes()).filter(({ valid }) => !valid)).toEqual([])
    expect(await indexes()).toHaveLength(8)
  })

  it('does not wait for a second run that waits for the first', async () => {
    await write('2_index', ON_PLAIN)
    const both = await Promise.all([migrate(), migrate()])
    expect(both.flatMap(({ applied }) => applied)).toEqual(['2_index'])
  })

  it('rejects other statements', async () => {
    await write('2_index', `${ON_PLAIN}\nALTER TABLE plain ADD COLUMN m integer;`)
    await expect(migrate()).rejects.toThrow(MigrationError)
    await expect(migrate()).rejects.toThrow(
      '2_index has a statement that cannot run concurrently: ALTER TABLE plain ADD COLUMN m integer',
    )
    expect(await indexes()).toEqual([])
  })
})

describe('a migration that changes rows in batches', () => {
  const BATCHES = `-- migrate: in batches
UPDATE plain SET n = -n WHERE id IN (SELECT id FROM plain WHERE n > 0 ORDER BY id LIMIT 3);`
  const transactions = async () =>
    (
      await query<{ n: number }>(
        'SELECT count(*)::integer AS n FROM plain GROUP BY xmin::text ORDER BY 1',
      )
    ).map(({ n }) => n)

  it('commits each batch by itself until no row is left', async () => {
    await write('2_rows', BATCHES)
    expect(await migrate()).toEqual({ applied: ['2_rows'] })
    expect(await transactions()).toEqual([1, 3, 3, 3])
    expect(await query('SELECT FROM plain WHERE n > 0')).toEqual([])
    expect(await migrate()).toEqual({ applied: [] })
  })

  it('waits for a locked row without losing the batches before it', async () => {
    await write('2_rows', BATCHES)
    const holder = await connect()
    await holder.query('BEGIN; UPDATE plain SET id = 8 WHERE id = 8')
    const migrated = migrate()
    await waitFor(async () => (await query('SELECT FROM plain WHERE n < 0')).length === 6, {
      what: 'two batches to be committed',
    })
    await holder.query('COMMIT')
    expect(await migrated).toEqual({ applied: ['2_rows'] })
    expect(await query('SELECT FROM plain WHERE n > 0')).toEqual([])
  })
})
