import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { insertProject } from '@throughline/db/projects/projects'
import { builtApps } from '@throughline/testkit/built-app'
import { startInstallation, type Installation } from '@throughline/testkit/installation'
import type { Store } from '@throughline/testkit/installation/stores'
import { killSpawnedApis, spawnApi } from './spawn-api.js'

let installation: Installation
let postgres: Store
let database: Database
let key: string
let spoolDir: string
beforeAll(async () => {
  installation = await startInstallation({
    isScratch: true,
    programs: { folder: await builtApps() },
  })
  postgres = installation.postgres
  database = openDatabase({ url: postgres.url, poolMax: 2 })
  key = (await insertProject(database.prisma, { name: 'Acme', prefix: 'acme' })).key
  spoolDir = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
}, 60_000)
afterEach(async () => {
  await killSpawnedApis()
  await postgres.start()
})
afterAll(async () => {
  await database.close()
  await installation.close()
  await rm(spoolDir, { recursive: true, force: true })
})

const start = (env: Record<string, string> = {}) =>
  spawnApi({ DATABASE_URL: postgres.url, SPOOL_DIR: spoolDir, ...env })

describe('an API that starts', () => {
  it('is unready while PostgreSQL is unavailable, and works without a restart afterwards', async () => {
    await postgres.stop('clean')
    const api = await start()
    await api.untilListening()
    expect(await api.untilStatus('/readyz', 503)).toBe('PostgreSQL is unavailable')
    expect(await api.untilStatus('/readyz/links', 503)).toContain('PostgreSQL is unavailable')
    expect((await api.get('/livez')).status).toBe(200)
    const refused = await api.get('/api/links', { key })
    expect([refused.status, refused.body.code]).toEqual([503, 'database_unavailable'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const link = await api.get('/code', { host: 'acme.links.test' })
    expect([link.status, link.body.code]).toEqual([503, 'database_unavailable'])

    await postgres.start()
    await api.untilStatus('/readyz', 200)
    await api.untilStatus('/readyz/links', 200)
    expect((await api.get('/api/projects/link-domains', { key })).status).toBe(200)
    expect((await api.get('/code', { host: 'acme.links.test' })).status).toBe(404)
    expect(await api.stop()).toBe(0)
  }, 60_000)

  it('stops with exit code 0 while PostgreSQL is unavailable', async () => {
    await postgres.stop('clean')
    const api = await start()
    await api.untilStatus('/readyz', 503)
    expect(await api.stop()).toBe(0)
  }, 60_000)

  it('exits 1 with a wrong key ring and names the key once the database responds', async () => {
    const first = await start()
    await first.untilStatus('/readyz', 200)
    await first.stop()
    await postgres.stop('clean')
    const api = await start({ SECRETS_KEYS: generateKeyRingEntry('other') })
    await api.untilStatus('/readyz', 503)
    await postgres.start()
    expect(await api.program.ended).toBe(1)
    expect(api.program.stderr()).toContain('SECRETS_KEYS lacks the key "test"')
  }, 60_000)

  it('is unready with a wrong password, and says so', async () => {
    const url = new URL(postgres.url)
    url.password = 'wrong'
    const api = await start({ DATABASE_URL: url.href })
    expect(await api.untilStatus('/readyz', 503)).toBe(
      'PostgreSQL refused the user or the password of DATABASE_URL',
    )
    expect(api.program.stdout()).toContain('"API not ready"')
    expect(api.program.stdout()).not.toContain('wrong@')
  }, 60_000)

  it('is unready on a schema behind its code, names what is missing, and becomes ready with it', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `WITH last AS (SELECT id FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1)
       UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id IN (SELECT id FROM last)
       RETURNING migration_name AS name`,
    )
    const api = await start()
    expect(await api.untilStatus('/readyz', 503)).toContain(rows[0]?.name ?? 'a migration')
    expect(await api.untilStatus('/readyz/links', 503)).toContain('the schema is behind')
    expect((await api.get('/api/projects/link-domains', { key })).status).toBe(503)
    await database.pool.query('UPDATE _prisma_migrations SET rolled_back_at = NULL')
    await api.untilStatus('/readyz', 200)
  }, 60_000)

  it('is ready on a schema ahead of its code', async () => {
    await database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name)
       VALUES ('ahead', 'none', now(), '29990101000000_later')`,
    )
    const api = await start()
    await api.untilStatus('/readyz', 200)
  }, 60_000)
})
