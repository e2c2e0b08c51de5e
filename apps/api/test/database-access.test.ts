import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { insertProject } from '@throughline/db/projects/projects'
import { applyDatabaseRoles } from '@throughline/testkit/database-roles'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { sendRequest } from './send-request.js'
import { killSpawnedApis, spawnApi } from './spawn-api.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

describe('an API with the role throughline_app on a PostgreSQL that requires TLS', () => {
  let scratch: TestDatabase
  let database: Database
  let folder: string
  let appUrl: string
  beforeAll(async () => {
    scratch = await createTestDatabase({ requiresTls: true })
    database = openDatabase({ url: scratch.url, poolMax: 2 })
    folder = await mkdtemp(join(tmpdir(), 'throughline-roles-'))
    ;({ appUrl } = await applyDatabaseRoles(scratch.url))
  })
  afterAll(async () => {
    await killSpawnedApis()
    await database.close()
    await scratch.drop()
    await rm(folder, { recursive: true })
  })

  it('creates a link, counts its click and stores an install', async () => {
    const { key } = await insertProject(database.prisma, { name: 'Acme', prefix: 'acme' })
    const api = await spawnApi({
      DATABASE_URL: appUrl,
      DATABASE_DIRECT_URL: appUrl,
      SPOOL_DIR: join(folder, 'spool'),
    })
    await api.untilStatus('/readyz', 200)
    const post = (path: string, body: unknown) =>
      sendRequest(`${api.url}${path}`, 'POST', { key, body })

    const link = await post('/api/links', { actual_url: 'https://shop.example.com/' })
    expect(link.status).toBe(201)
    const headers = { 'user-agent': AGENTS.desktop }
    const path = new URL(String(link.body.short_url)).pathname
    expect((await api.get(path, { host: 'acme.links.test', headers })).status).toBe(302)
    const install = await post('/api/attribution/installs', {
      install_id: randomUUID(),
      platform: 'ios',
    })
    expect([install.status, install.body.matched]).toEqual([200, false])

    await untilCounted(database)
    expect(await database.prisma.click.count()).toBe(1)
    expect(await database.prisma.install.count()).toBe(1)
    expect(api.program.stdout()).not.toContain('permission denied')
  }, 60_000)
})
