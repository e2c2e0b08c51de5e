import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { adoptBaseline } from './adopt-baseline.js'
import { applyMigration, type Migration } from './apply-migration.js'
import { checkServerVersion } from '../connection/server-version.js'
import { MigrationError } from './migration-error.js'
import type { Patience } from './with-patience.js'

export interface MigrateOptions extends Patience {
  /** The folder of `<name>/migration.sql`; by default the bundle's or the repository's. */
  migrationsDir?: string
}

/**
 * Migrates like `prisma migrate deploy`, with its lock and rows but without its CLI; creates a missing database. Each
 * migration is one transaction unless it says otherwise, and steps back while others hold its locks. Returns the names
 * of those applied. @throws MigrationError if one was changed, has failed or never gets its locks, or for a too old
 * database. @throws ServerVersionError for a too old server
 */
export async function migrateDatabase(options: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(options.migrationsDir ?? defaultMigrationsDir())
  const client = await connectOrCreate(options.databaseUrl)
  try {
    await checkServerVersion(client)
    await lockMigrations(client)
    await client.query(HISTORY_TABLE)
    const adopted = await adoptBaseline(client, migrations, options)
    const pending = await pendingMigrations(client, migrations)
    for (const migration of pending) await applyMigration(client, migration, options)
    const names = pending.map(({ name }) => name)
    return { applied: adopted === null ? names : [adopted, ...names] }
  } finally {
    await client.end()
  }
}

/** The names of pending migrations; changes nothing. */
export async function listPendingMigrations(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.migrationsDir ?? defaultMigrationsDir())
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: 5_000,
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ known: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
    )
    if (rows[0]?.known !== true) return migrations.map(({ name }) => name)
    return (await pendingMigrations(client, migrations)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Migrations of this code that the database lacks, in order. Later ones than this code's are accepted. */
export async function findMissingMigrations(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const names = await migrationNames(defaultMigrationsDir())
  const applied = await listApplied(pool)
  return names.filter((name) => !applied.has(name))
}

async function listApplied(pool: Pick<pg.Pool, 'query'>): Promise<Set<string>> {
  const known = await pool.query<{ known: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
  )
  if (known.rows[0]?.known !== true) return new Set()
  const { rows } = await pool.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** The advisory lock that Prisma's own engine takes, so that both cannot run concurrently. */
const PRISMA_MIGRATE_LOCK = 72_707_369
const LOCK_RETRY_MS = 100

/** A waiting statement would have a snapshot, for whose end CREATE INDEX CONCURRENTLY of the holder waits. */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_mine: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS is_mine',
      [PRISMA_MIGRATE_LOCK],
    )
    if (rows[0]?.is_mine === true) return
    await sleep(LOCK_RETRY_MS)
  }
}

const HISTORY_TABLE = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" varchar(36) PRIMARY KEY,
    "checksum" varchar(64) NOT NULL,
    "finished_at" timestamptz,
    "migration_name" varchar(255) NOT NULL,
    "logs" text,
    "rolled_back_at" timestamptz,
    "started_at" timestamptz NOT NULL DEFAULT now(),
    "applied_steps_count" integer NOT NULL DEFAULT 0
  )`

/** `migrations` beside the file that runs, as in a bundle; else the repository's. */
function defaultMigrationsDir(): string {
  const beside = fileURLToPath(new URL('migrations', import.meta.url))
  if (existsSync(beside)) return beside
  return fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url))
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = await migrationNames(directory)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(`${directory}/${name}/migration.sql`, 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function migrationNames(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Of migrations that changed before their first release, as databases of development versions have them. */
const EARLIER_CHECKSUMS: Partial<Record<string, string>> = {
  // Created indexes of large tables while it locked them.
  '20261123160000_numbers': '79807213bf9485077837a09a696f57ea6b4e211d2fee50c2c3cdc5a5df9aa9a5',
}

async function pendingMigrations(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{
    migration_name: string
    checksum: string
    finished: boolean
  }>(
    `SELECT migration_name, checksum, finished_at IS NOT NULL AS finished FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  )
  const seen = new Map(rows.map((row) => [row.migration_name, row]))
  return migrations.filter(({ name, checksum }) => {
    const row = seen.get(name)
    if (row === undefined) return true
    if (!row.finished)
      throw new MigrationError(
        `Migration ${name} failed earlier. Repair the database, then mark the migration with: prisma migrate resolve`,
      )
    if (row.checksum !== checksum && row.checksum !== EARLIER_CHECKSUMS[name])
      throw new MigrationError(
        `Migration ${name} was changed after it had been applied. Restore its file and add a new migration`,
      )
    return false
  })
}

async function connectOrCreate(databaseUrl: string): Promise<pg.Client> {
  try {
    return await connect(databaseUrl)
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_CATALOG_NAME) throw error
    await createDatabase(databaseUrl)
    return connect(databaseUrl)
  }
}

const INVALID_CATALOG_NAME = '3D000'
/** duplicate_database, or unique_violation if two processes create it concurrently. */
const ALREADY_THERE = new Set(['42P04', '23505'])

async function createDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const name = decodeURIComponent(url.pathname.slice(1))
  url.pathname = '/postgres'
  const client = await connect(url.href)
  try {
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`)
  } catch (error) {
    if (!ALREADY_THERE.has((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  return client
}
