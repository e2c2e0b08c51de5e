import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { migrateDatabase } from '@throughline/db/migrations/migrate'
import { insertProject } from '@throughline/db/projects/projects'
import { builtApps } from '@throughline/testkit/built-app'
import { startInstallation, type Installation } from '@throughline/testkit/installation'
import type { Store } from '@throughline/testkit/installation/stores'
import { waitFor } from '@throughline/testkit/wait-for'
import { killSpawnedApis, spawnApi } from './spawn-api.js'
import { AGENTS } from './user-agents.js'

/** Longer than a ready API needs to serve a link once. */
const EXPIRES_IN_MS = 5_000
const HOST = 'acme.links.test'
let installation: Installation
let postgres: Store
let database: Database
let project: { id: string; key: string }
let spoolDir: string
beforeAll(async () => {
  installation = await startInstallation({
    isScratch: true,
    programs: { folder: await builtApps() },
  })
  postgres = installation.postgres
  database = openDatabase({ url: postgres.url, poolMax: 2, onIdleError: () => undefined })
  project = await insertProject(database.prisma, { name: 'Acme Shop', prefix: 'acme' })
  const base = { projectId: project.id, actualUrl: 'https://shop.example.com/' }
  await database.prisma.link.createMany({
    data: [
      { ...base, code: 'go', utmSource: 'mail' },
      { ...base, code: 'deep', isDeeplink: true, socialTitle: 'Shoes' },
      { ...base, code: 'gone' },
      { ...base, code: 'never' },
    ],
  })
}, 60_000)
beforeEach(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
})
afterEach(async () => {
  await killSpawnedApis()
  await postgres.start()
  await rm(spoolDir, { recursive: true, force: true })
})
afterAll(async () => {
  await database.close()
  await installation.close()
})

const start = async (env: Record<string, string> = {}) => {
  const api = await spawnApi({ DATABASE_URL: postgres.url, SPOOL_DIR: spoolDir, ...env })
  await api.untilListening()
  const follow = (code: string, agent: string = AGENTS.desktop) =>
    api.get(`/${code}`, { host: HOST, headers: { 'user-agent': agent } })
  return { ...api, follow }
}
const clicks = () => database.prisma.click.count()
const file = () => join(spoolDir, 'links.snapshot')

/** Serves the links in one process, then stops the process and PostgreSQL. */
async function serveAndStop(...codes: string[]) {
  return serveOnceReady(() => Promise.resolve(codes))
}

/** @param prepare creates the links once the API is ready, and returns their codes */
async function serveOnceReady(prepare: () => Promise<string[]>) {
  const api = await start()
  await api.untilStatus('/readyz', 200)
  for (const code of await prepare()) expect((await api.follow(code)).status).toBe(302)
  expect(await api.stop()).toBe(0)
  await postgres.stop('clean')
}

it('serves links from before a restart while PostgreSQL is unavailable, and stores their clicks later', async () => {
  const before = await clicks()
  await serveAndStop('go', 'deep')
  const api = await start()
  expect(await api.untilStatus('/readyz', 503)).toBe('PostgreSQL is unavailable')
  expect(await api.untilStatus('/readyz/links', 200)).toBe('ok')
  const redirect = await api.follow('go')
  expect([redirect.status, redirect.headers.location]).toEqual([
    302,
    'https://shop.example.com/?utm_source=mail',
  ])
  const page = await api.follow('deep', AGENTS.iphone)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Acme Shop')])
  expect(page.text).toContain(`service-${project.id}://open`)
  expect((await api.follow('never')).status).toBe(503)
  expect((await api.get('/api/links', { key: project.key })).status).toBe(503)

  await postgres.start()
  await api.untilStatus('/readyz', 200)
  await waitFor(async () => (await clicks()) === before + 4, {
    what: 'the clicks to be in the table',
  })
  expect((await api.follow('never')).status).toBe(302)
}, 90_000)

it('does not make an API ready for links on a schema behind its code', async () => {
  const setRolledBack = (value: string) =>
    database.pool.query(
      `UPDATE _prisma_migrations SET rolled_back_at = ${value}
        WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)`,
    )
  await serveAndStop('go')
  await postgres.start()
  await setRolledBack('now()')
  try {
    const next = await start()
    expect(await next.untilStatus('/readyz/links', 503)).toMatch(/schema is behind.*Missing: \d+_/)
    expect((await next.follow('go')).status).toBe(302)
    await setRolledBack('NULL')
    await next.untilStatus('/readyz/links', 200)
    await next.untilStatus('/readyz', 200)
  } finally {
    await setRolledBack('NULL')
  }
}, 90_000)

it('is private and holds no address, click, visitor, key or token', async () => {
  await serveAndStop('go', 'deep')
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  const text = await readFile(file(), 'utf8')
  await postgres.start()
  expect(text).toContain('"code":"deep"')
  expect(text).not.toMatch(/127\.0\.0\.1|::1|Mozilla/)
  expect(text).not.toContain(project.key)
  for (const click of await database.prisma.click.findMany()) {
    expect(text).not.toContain(click.id)
    for (const hash of [click.visitorId, click.ipPrefixHash])
      for (const encoding of ['hex', 'base64'] as const)
        expect(text).not.toContain(Buffer.from(hash ?? 'none').toString(encoding))
  }
}, 90_000)

it('applies expiry', async () => {
  await serveOnceReady(async () => {
    const expiresAt = new Date(Date.now() + EXPIRES_IN_MS)
    const link = { projectId: project.id, code: 'over', actualUrl: 'https://shop.example.com/' }
    await database.prisma.link.create({ data: { ...link, expiresAt } })
    return ['over']
  })
  const next = await start()
  await next.untilStatus('/readyz/links', 200)
  await waitFor(async () => (await next.follow('over')).status === 410, {
    what: 'the link to expire',
    timeoutMs: EXPIRES_IN_MS + 2_000,
  })
}, 90_000)

it('omits archived links', async () => {
  await serveAndStop('go', 'gone')
  await postgres.start()
  const api = await start()
  await api.untilStatus('/readyz', 200)
  await database.prisma.link.updateMany({
    where: { code: 'gone' },
    data: { archivedAt: new Date() },
  })
  expect(await api.stop()).toBe(0)
  await postgres.stop('clean')
  const next = await start()
  await next.untilStatus('/readyz/links', 200)
  expect((await next.follow('gone')).status).toBe(503)
}, 90_000)

it('is ignored with a warning if it is damaged', async () => {
  await serveAndStop('go')
  const text = await readFile(file(), 'utf8')
  await writeFile(file(), text.replace('shop.example.com', 'evil.example.com'))
  const api = await start()
  expect(await api.untilStatus('/readyz/links', 503)).toContain('no links are cached')
  expect((await api.follow('go')).status).toBe(503)
  expect(api.program.stdout()).toMatch(/it is damaged.*link snapshot ignored/)
}, 90_000)

it('is discarded with a warning if it belongs to another database', async () => {
  await serveAndStop('go')
  const url = new URL(postgres.url)
  url.pathname = '/other'
  await postgres.start()
  await migrateDatabase({ databaseUrl: url.href })
  await postgres.stop('clean')
  const api = await start({ DATABASE_URL: url.href })
  await api.untilStatus('/readyz/links', 200)
  expect((await api.follow('go')).status).toBe(302)
  await postgres.start()
  await api.untilStatus('/readyz', 200)
  expect((await api.follow('go')).status).toBe(404)
  expect(api.program.stdout()).toMatch(/it belongs to another database.*link snapshot ignored/)

  const later = await start({ DATABASE_URL: url.href })
  await later.untilStatus('/readyz', 200)
  expect(later.program.stdout()).toContain('it belongs to another database')
  const other = openDatabase({ url: url.href, poolMax: 1 })
  expect(await other.prisma.click.count()).toBe(0)
  await other.close()
  expect(await later.stop()).toBe(0)
  expect(await api.stop()).toBe(0)
}, 90_000)
