import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { insertProject } from '@throughline/db/projects/projects'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { builtApp } from '@throughline/testkit/built-app'
import { startNode, type NodeProgram } from '@throughline/testkit/node-program'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { sendRequest } from './send-request.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

let testDatabase: TestDatabase
let database: Database
let proxy: FaultProxy
let spoolDir: string
let linkId: number
const running = new Set<NodeProgram>()
const keys = generateKeyRingEntry('test')

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
  for (const program of running) program.signalGroup('SIGKILL')
  await Promise.all([...running].map(({ ended }) => ended))
  await proxy.close()
  await database.close()
  await testDatabase.drop()
  await rm(spoolDir, { recursive: true, force: true })
})

const spoolFiles = async () => (await readdir(spoolDir)).filter((name) => name.endsWith('.clicks'))

/** An API process of its own; answers requests for the link. */
async function startApi() {
  const port = await freePort()
  const program = await startNode([await builtApp('api')], {
    DATABASE_URL: proxy.url,
    SECRETS_KEYS: keys,
    SPOOL_DIR: spoolDir,
    PORT: String(port),
    LINK_BASE_HOST: 'links.test',
    NODE_ENV: 'test',
  })
  running.add(program)
  void program.ended.then(() => running.delete(program))
  await program.waitForOutput('API started')
  const get = () =>
    sendRequest(`http://127.0.0.1:${port}/kill`, 'GET', {
      host: 'acme.links.test',
      headers: { 'user-agent': AGENTS.desktop },
    })
  return { get, kill: () => program.signalGroup('SIGKILL'), ended: program.ended }
}

it('counts every click that was answered before a kill, and none twice, whatever drain was killed', async () => {
  const first = await startApi()
  expect((await first.get()).status).toBe(302)
  // A connection that was being made in that moment would go on.
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
  // Each ended because the process had gone, not because an answer was wrong.
  for (const end of ends)
    expect(end).toMatchObject({
      reason: { code: expect.stringMatching(/^ECONNRE/) as unknown },
    })
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
  // In the middle of it, or just after: what was written may be read again by whoever comes next.
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

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
