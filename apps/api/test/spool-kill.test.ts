import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { insertProject } from '@throughline/db/projects/projects'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { killSpawnedApis, spawnApi } from './spawn-api.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

let testDatabase: TestDatabase
let database: Database
let proxy: FaultProxy
let spoolDir: string
let linkId: number

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolMax: 2 })
  proxy = await startFaultProxy(testDatabase.url)
  spoolDir = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
  const project = await insertProject(database.prisma, { name: 'Acme', prefix: 'acme' })
  const data = { projectId: project.id, code: 'kill', actualUrl: 'https://shop.example.com/' }
  linkId = (await database.prisma.link.create({ data })).id
})
afterAll(async () => {
  await killSpawnedApis()
  await proxy.close()
  await database.close()
  await testDatabase.drop()
  await rm(spoolDir, { recursive: true, force: true })
})

const spoolFiles = async () => (await readdir(spoolDir)).filter((name) => name.endsWith('.clicks'))

/** A separate API process that serves the link. */
async function startApi() {
  const api = await spawnApi({ DATABASE_URL: proxy.url, SPOOL_DIR: spoolDir })
  await api.untilListening()
  const headers = { 'user-agent': AGENTS.desktop }
  return {
    get: () => api.get('/kill', { host: 'acme.links.test', headers }),
    kill: () => api.program.signalGroup('SIGKILL'),
    ended: api.program.ended,
  }
}

it('counts every click that got a response before a kill exactly once, also if a drain is killed', async () => {
  const first = await startApi()
  // On a busy machine the first lookup of the link may exceed the database's time limit and get 503.
  await waitFor(async () => (await first.get()).status === 302, { what: 'the link to be known' })
  // A connection that was being opened at that moment might continue.
  await waitFor(
    async () => {
      await proxy.cut()
      return proxy.openConnections() === 0
    },
    { what: 'the database to be out of reach' },
  )

  let sent = 1
  let answered = 1
  const wrong: number[] = []
  const visitor = async () => {
    for (;;) {
      sent += 1
      const { status } = await first.get()
      if (status !== 302) wrong.push(status)
      else answered += 1
      if (answered === 500 || status !== 302) first.kill()
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: 16 }, visitor))
  // Each one ended because the process was killed, not because of a wrong response.
  for (const end of ends) {
    const { code, message } = (end as PromiseRejectedResult).reason as NodeJS.ErrnoException
    // For a refused connection, supertest reports the code in the message.
    expect(code ?? message).toMatch(/^ECONNRE/)
  }
  expect(wrong).toEqual([])
  expect({ ended: await first.ended, wasAnswered: answered >= 500 }).toEqual({
    ended: 'SIGKILL',
    wasAnswered: true,
  })
  expect(await spoolFiles()).not.toEqual([])

  await proxy.restore()
  const rowsNow = () => database.prisma.click.count({ where: { linkId } })
  const before = await rowsNow()
  const second = await startApi()
  await waitFor(async () => (await rowsNow()) > before, {
    what: 'the next process to drain what the dead one had left',
    timeoutMs: 40_000,
    everyMs: 1,
  })
  // During the drain or just after it: the next process may read written clicks again.
  second.kill()
  await second.ended
  await startApi()
  await waitFor(async () => (await spoolFiles()).length === 0, {
    what: 'what both had left to be drained',
    timeoutMs: 40_000,
  })
  const rows = await rowsNow()
  await untilCounted(database)
  const link = await database.prisma.link.findUniqueOrThrow({ where: { id: linkId } })
  expect(rows).toBeGreaterThanOrEqual(answered)
  expect(rows).toBeLessThanOrEqual(sent)
  expect(Number(link.clickedCount)).toBe(rows)
}, 120_000)
