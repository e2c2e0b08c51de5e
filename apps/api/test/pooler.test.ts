import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '@throughline/testkit/pgbouncer'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { killSpawnedApis, spawnApi } from './spawn-api.js'

const describeWithPgBouncer = hasPgBouncer() ? describe : describe.skip

describeWithPgBouncer('an API behind PgBouncer (apt-get install pgbouncer)', () => {
  let test: TestDatabase
  let bouncer: PgBouncer
  let spoolDir: string
  beforeAll(async () => {
    test = await createTestDatabase()
    bouncer = await startPgBouncer(test.url, { mode: 'transaction', poolSize: 8 })
    spoolDir = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
  })
  afterEach(killSpawnedApis)
  afterAll(async () => {
    await bouncer.stop()
    await test.drop()
    await rm(spoolDir, { recursive: true, force: true })
  })
  const start = (env: Record<string, string>) => spawnApi({ SPOOL_DIR: spoolDir, ...env })

  it('exits 1 without DATABASE_DIRECT_URL and names it', async () => {
    const { program } = await start({ DATABASE_URL: bouncer.url })
    expect(await program.ended).toBe(1)
    expect(program.stderr()).toMatch(/^DATABASE_URL leads .* Set DATABASE_DIRECT_URL/)
  })

  it('exits 1 with a pooled DATABASE_DIRECT_URL and names it', async () => {
    const { program } = await start({ DATABASE_URL: test.url, DATABASE_DIRECT_URL: bouncer.url })
    expect(await program.ended).toBe(1)
    expect(program.stderr()).toMatch(/^DATABASE_DIRECT_URL leads through a connection pooler/)
  })

  it('exits 1 with a DATABASE_DIRECT_URL of another database and names both variables', async () => {
    const other = await createTestDatabase()
    try {
      const { program } = await start({
        DATABASE_URL: bouncer.url,
        DATABASE_DIRECT_URL: other.url,
      })
      expect(await program.ended).toBe(1)
      expect(program.stderr()).toMatch(/^DATABASE_URL and DATABASE_DIRECT_URL lead to different/)
    } finally {
      await other.drop()
    }
  })

  it('is ready with DATABASE_DIRECT_URL', async () => {
    const api = await start({ DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: test.url })
    await api.untilStatus('/readyz', 200)
    await api.untilStatus('/readyz/links', 200)
    expect(await api.stop()).toBe(0)
  })
})
