import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { testEnv } from '@throughline/testkit/test-env'
import pg from 'pg'
import { listPendingMigrations, migrateDatabase } from '../src/migrations/migrate.js'
import { MigrationError } from '../src/migrations/migration-error.js'

let folder: string
let name: string
let databaseUrl: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-migrations-'))
  name = `test_${randomBytes(8).toString('hex')}`
  const url = new URL(testEnv().databaseUrl)
  url.pathname = `/${name}`
  databaseUrl = url.href
})
afterEach(async () => {
  await query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, testEnv().databaseUrl)
  await rm(folder, { recursive: true })
})

async function query<Row>(sql: string, connectionString = databaseUrl): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows as Row[]
  } finally {
    await client.end()
  }
}

async function write(migration: string, sql: string): Promise<void> {
  await mkdir(join(folder, migration), { recursive: true })
  await writeFile(join(folder, migration, 'migration.sql'), sql)
}

const migrate = () => migrateDatabase({ databaseUrl, migrationsDir: folder })
const history = () =>
  query(`SELECT migration_name, finished_at IS NOT NULL AS finished, applied_steps_count AS steps
           FROM _prisma_migrations ORDER BY migration_name`)

const ONE = 'CREATE TABLE one (n int); INSERT INTO one VALUES (1);'
const WITH_BODY = `
  CREATE FUNCTION add_one() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO one VALUES (2);
  END
  $$;
  SELECT add_one();`

describe('migrateDatabase', () => {
  it('creates a missing database and applies the folder’s migrations once, in order', async () => {
    await write('2_two', WITH_BODY)
    await write('1_one', ONE)
    expect(await migrate()).toEqual({ applied: ['1_one', '2_two'] })
    expect(await migrate()).toEqual({ applied: [] })
    expect(await query('SELECT n FROM one ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }])
    expect(await history()).toEqual([
      { migration_name: '1_one', finished: true, steps: 1 },
      { migration_name: '2_two', finished: true, steps: 1 },
    ])
  })

  it('applies once when two run concurrently, also on a missing database', async () => {
    await write('1_one', `SELECT pg_sleep(0.2); ${ONE}`)
    const both = await Promise.all([migrate(), migrate()])
    expect(both.flatMap(({ applied }) => applied)).toEqual(['1_one'])
    expect(await query('SELECT n FROM one')).toEqual([{ n: 1 }])
  })

  it('rolls a failed migration back completely, and applies it once corrected', async () => {
    await write('1_one', ONE)
    await write('2_two', `${WITH_BODY} SELECT no_such_function();`)
    await expect(migrate()).rejects.toThrow('no_such_function')
    expect(await query('SELECT n FROM one')).toEqual([{ n: 1 }])
    expect(await query(`SELECT to_regproc('add_one') AS found`)).toEqual([{ found: null }])
    expect(await history()).toEqual([{ migration_name: '1_one', finished: true, steps: 1 }])
    await write('2_two', WITH_BODY)
    expect(await migrate()).toEqual({ applied: ['2_two'] })
  })

  it('rejects a history that has changed, and one marked as failed', async () => {
    await write('1_one', ONE)
    await migrate()
    await write('1_one', `${ONE} -- more`)
    await expect(migrate()).rejects.toThrow(MigrationError)
    await expect(migrate()).rejects.toThrow(/1_one was changed after it had been applied/)
    await write('1_one', ONE)
    await query('UPDATE _prisma_migrations SET finished_at = NULL')
    await expect(migrate()).rejects.toThrow(/1_one failed earlier/)
    await query('UPDATE _prisma_migrations SET rolled_back_at = now()')
    await expect(migrate()).rejects.toThrow(/already exists/)
  })
})

describe('a migration that waits for a lock', () => {
  const ALTER = 'ALTER TABLE one ADD COLUMN m int;'
  let holder: pg.Client
  let pid: number
  beforeEach(async () => {
    await write('1_one', ONE)
    await migrate()
    await write('2_two', ALTER)
    holder = new pg.Client({ connectionString: databaseUrl, application_name: 'pg_dump' })
    holder.on('error', () => undefined)
    await holder.connect()
    await holder.query('BEGIN')
    const { rows } = await holder.query<{ pid: number }>(
      'SELECT pg_backend_pid() AS pid FROM one LIMIT 1',
    )
    pid = rows[0]?.pid ?? 0
  })
  afterEach(() => holder.end())

  const patiently = (patienceMs: number, onWaiting: (line: string) => void) =>
    migrateDatabase({
      databaseUrl,
      migrationsDir: folder,
      lockTimeoutMs: 400,
      patienceMs,
      onWaiting,
    })

  it('lets later queries pass, names the holder, and is applied when the lock is free', async () => {
    let told: (line: string) => void = () => undefined
    const line = new Promise<string>((resolve) => (told = resolve))
    const migrated = patiently(60_000, (text) => told(text))
    expect(await line).toContain('2_two waits for a lock')
    // If the migration kept waiting for its lock, this would wait as long.
    expect(await query('SELECT n FROM one')).toEqual([{ n: 1 }])
    await holder.query('ROLLBACK')
    expect(await migrated).toEqual({ applied: ['2_two'] })
  })

  it('gives up in the end, and says what to do', async () => {
    const lines: string[] = []
    await expect(patiently(3_000, (line) => lines.push(line))).rejects.toThrow(
      new RegExp(
        `2_two .* held by process ${pid} \\(pg_dump, user .* pg_terminate_backend\\(${pid}\\)`,
      ),
    )
    expect(lines.length).toBeGreaterThan(0)
    expect(await history()).toHaveLength(1)
  })
})

describe('listPendingMigrations', () => {
  it('names pending migrations and writes nothing', async () => {
    await write('1_one', ONE)
    await migrate()
    await write('2_two', WITH_BODY)
    const options = { databaseUrl, migrationsDir: folder }
    expect(await listPendingMigrations(options)).toEqual(['2_two'])
    expect(await history()).toHaveLength(1)
    await query('DROP TABLE _prisma_migrations')
    expect(await listPendingMigrations(options)).toEqual(['1_one', '2_two'])
    expect(await query(`SELECT to_regclass('_prisma_migrations') AS found`)).toEqual([
      { found: null },
    ])
  })
})
