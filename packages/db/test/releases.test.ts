import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from '@jest/globals'
import { createTestDatabase } from '@throughline/testkit/test-database'
import { openDatabase } from '../src/connection/database.js'
import { migrateDatabase } from '../src/migrations/migrate.js'
import { readSchema } from './read-schema.js'
import { restoreDump } from './restore-dump.js'
import { inRoot } from './run-prisma.js'

interface Release {
  version: string
  date: string
  migration: string
  checksum: string
}

const releases = JSON.parse(
  await readFile(inRoot('prisma/releases/releases.json'), 'utf8'),
) as Release[]

/** The checksum of the migration that also created the indexes. */
const EARLIER = '79807213bf9485077837a09a696f57ea6b4e211d2fee50c2c3cdc5a5df9aa9a5'

async function schemaOf(url: string): Promise<string[]> {
  const database = openDatabase({ url, poolMax: 1 })
  try {
    return await readSchema(database.pool)
  } finally {
    await database.close()
  }
}

describe.each(releases)('the database of release $version', ({ version, migration, checksum }) => {
  it('has a last migration that has not changed', async () => {
    const sql = await readFile(inRoot(`prisma/migrations/${migration}/migration.sql`))
    expect(createHash('sha256').update(sql).digest('hex')).toBe(checksum)
  })

  it('is migrated to the schema of a new database', async () => {
    const released = await restoreDump(inRoot(`prisma/releases/${version}.sql`))
    const fresh = await createTestDatabase()
    try {
      await migrateDatabase({ databaseUrl: released.url })
      expect(await schemaOf(released.url)).toEqual(await schemaOf(fresh.url))
    } finally {
      await Promise.all([released.drop(), fresh.drop()])
    }
  })
})

describe('a database of a development version', () => {
  it('is accepted with the earlier text of a migration that changed before its release', async () => {
    const { url, drop } = await createTestDatabase()
    const database = openDatabase({ url, poolMax: 1 })
    try {
      const before = await readSchema(database.pool)
      await database.pool.query(
        `UPDATE _prisma_migrations SET checksum = '${EARLIER}' WHERE migration_name = '20261123160000_numbers';
         DELETE FROM _prisma_migrations WHERE migration_name = '20261126180000_numbers_indexes'`,
      )
      const migrating = migrateDatabase({ databaseUrl: url })
      expect(await migrating).toEqual({ applied: ['20261126180000_numbers_indexes'] })
      expect(await readSchema(database.pool)).toEqual(before)
    } finally {
      await database.close()
      await drop()
    }
  })
})

describe('the newest release', () => {
  it('is the version of every package and has a section in the changelog', async () => {
    const newest = releases.at(-1)
    if (newest === undefined) throw new Error('there is no release')
    const folders = await Promise.all(
      ['apps', 'packages'].map(async (parent) =>
        (await readdir(inRoot(parent))).map((name) => `${parent}/${name}`),
      ),
    )
    const versions = await Promise.all(['.', ...folders.flat()].map(versionOf))
    expect(new Set(versions)).toEqual(new Set([newest.version]))
    const changelog = await readFile(inRoot('CHANGELOG.md'), 'utf8')
    expect(changelog).toContain(`## [${newest.version}] - ${newest.date}`)
  })
})

/** The version in a folder's npm or Dart manifest. */
async function versionOf(folder: string): Promise<string | undefined> {
  if (folder === 'packages/flutter')
    return /^version: (\S+)$/m.exec(await readFile(inRoot(`${folder}/pubspec.yaml`), 'utf8'))?.[1]
  const manifest = await readFile(inRoot(`${folder}/package.json`), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
