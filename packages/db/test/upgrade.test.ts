import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '@throughline/testkit/test-database'
import { rollUpClicks } from '../src/clicks/roll-up-clicks.js'
import { openDatabase, type Database } from '../src/connection/database.js'
import { continueHolding } from '../src/deliveries/hold-deliveries.js'
import { migrateDatabase } from '../src/migrations/migrate.js'
import { MigrationError } from '../src/migrations/migration-error.js'
import { readSchema } from './read-schema.js'
import { restoreDump } from './restore-dump.js'
import { inRoot } from './run-prisma.js'

const BASELINE = '20261123000000_baseline'
/** The database of the next fixture before commit ea275cd migrated it. */
const OLDER = inRoot('packages/db/test/fixtures/1db748f.sql.gz')
/** Written by commit 1db748f, then migrated and used by ea275cd. */
const LAST_BEFORE_BASELINE = inRoot('packages/db/test/fixtures/ea275cd.sql.gz')

const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function restore(file: string): Promise<Database & { url: string }> {
  const { url, drop } = await restoreDump(file)
  undo.push(drop)
  return { url, ...open(url) }
}

function open(url: string): Database {
  const database = openDatabase({ url, poolMax: 2 })
  undo.push(() => database.close())
  return database
}

/** A folder of migrations with the baseline only, because later ones add columns. */
async function baselineAlone(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-baseline-'))
  undo.push(() => rm(folder, { recursive: true }))
  await cp(inRoot(`prisma/migrations/${BASELINE}`), join(folder, BASELINE), { recursive: true })
  return folder
}

const RENAMED = new Map([
  ['parkings', 'hold_backlog'],
  ['forget_marks', 'retention_cursors'],
  ['click_tallies', 'click_deltas'],
])

/** All rows by table, with the names of the baseline. */
async function readRows({ pool }: Database): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND relname <> '_prisma_migrations'`,
  )
  const entries = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT to_json(t)::text AS row FROM "${name}" t ORDER BY 1`,
    )
    const texts = rows.map(({ row }) => row.replace('"chore":', '"task":'))
    return [RENAMED.get(name) ?? name, texts] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const history = async ({ pool }: Database) =>
  (await pool.query(`SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1`)).rows

describe('a database at the last migration before the baseline', () => {
  it('keeps every row and gets the schema of a new database', async () => {
    const database = await restore(LAST_BEFORE_BASELINE)
    const before = await readRows(database)
    const filled = Object.keys(before).filter((table) => before[table]?.length !== 0)
    expect(filled).toEqual(
      expect.arrayContaining([
        'clicks',
        'click_deltas',
        'visits',
        'installs',
        'attributions',
        'events',
        'deliveries',
        'delivery_attempts',
        'hold_backlog',
        'retention_cursors',
        'erasures',
        'idempotency_keys',
      ]),
    )

    const options = { databaseUrl: database.url, migrationsDir: await baselineAlone() }
    expect(await migrateDatabase(options)).toEqual({ applied: [BASELINE] })

    expect(await readRows(database)).toEqual(before)
    const { applied } = await migrateDatabase({ databaseUrl: database.url })
    expect(applied).not.toContain(BASELINE)
    const fresh = await createTestDatabase()
    undo.push(fresh.drop)
    expect(await readSchema(database.pool)).toEqual(await readSchema(open(fresh.url).pool))
    const sql = await readFile(inRoot(`prisma/migrations/${BASELINE}/migration.sql`))
    const checksum = createHash('sha256').update(sql).digest('hex')
    expect((await history(database))[0]).toEqual({ migration_name: BASELINE, checksum })
    expect(await migrateDatabase({ databaseUrl: database.url })).toEqual({ applied: [] })
  })

  it('continues to work: deltas are counted and held deliveries follow their webhook', async () => {
    const database = await restore(LAST_BEFORE_BASELINE)
    await migrateDatabase({ databaseUrl: database.url })
    const { pool, prisma } = database
    const readCount = async (sql: string) =>
      (await pool.query<{ count: number }>(`SELECT (${sql})::integer AS count`)).rows[0]?.count ?? 0
    const counted = () => readCount('SELECT sum(clicked_count) FROM links')
    const before = await counted()
    expect(before).toBeGreaterThan(0)
    const wrong =
      'SELECT count(*) FROM links WHERE click_magnitude <> click_magnitude(clicked_count)'
    expect(await readCount(wrong)).toBe(0)
    const deltas = await readCount('SELECT count(*) FROM click_deltas')
    const clicks = await readCount('SELECT sum(cardinality(link_ids)) FROM click_deltas')
    expect(clicks).toBeGreaterThan(0)
    expect(await rollUpClicks({ pool })).toBe(deltas)
    expect(await counted()).toBe(before + clicks)

    const { webhookId } = await prisma.holdBacklog.findFirstOrThrow()
    const countOpen = () =>
      prisma.delivery.count({ where: { webhookId, state: { in: ['pending', 'retrying'] } } })
    expect(await countOpen()).toBeGreaterThan(0)
    while (await continueHolding(database));
    expect(await countOpen()).toBe(0)
    expect(await prisma.holdBacklog.count()).toBe(0)
  })

  it('is rejected unchanged if it has an unknown migration', async () => {
    const database = await restore(LAST_BEFORE_BASELINE)
    await database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '20261122180000_own', now())`,
    )
    const before = [await readSchema(database.pool), await history(database)]
    const migrating = migrateDatabase({ databaseUrl: database.url })
    await expect(migrating).rejects.toThrow(MigrationError)
    await expect(migrating).rejects.toThrow('20261122180000_own')
    expect([await readSchema(database.pool), await history(database)]).toEqual(before)
  })
})

describe('a database of an older commit', () => {
  it('is rejected unchanged; the error names the commit to upgrade through', async () => {
    const database = await restore(OLDER)
    const before = [await readSchema(database.pool), await history(database)]
    const migrating = migrateDatabase({ databaseUrl: database.url })
    await expect(migrating).rejects.toThrow(MigrationError)
    await expect(migrating).rejects.toThrow(
      /lacks the migration 20261122160000_matching\. Check out commit ea275cd, run its migrate command/,
    )
    expect([await readSchema(database.pool), await history(database)]).toEqual(before)
  })
})
