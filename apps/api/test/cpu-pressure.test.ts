import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { insertProject } from '@throughline/db/projects/projects'
import { freePort } from '@throughline/stack/ports'
import { builtApp } from '@throughline/testkit/built-app'
import { startNode, type NodeProgram } from '@throughline/testkit/node-program'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { sendRequest, type TestResponse } from './send-request.js'
import { AGENTS } from './user-agents.js'

/** Between one SIGUSR2 and the next, each turn of the process's event loop takes this long. */
const TURN_MS = 700
const BURN = `
let isBurning = false
const burn = () => {
  const until = performance.now() + ${TURN_MS}
  while (performance.now() < until);
  if (isBurning) setImmediate(burn)
}
process.on('SIGUSR2', () => { isBurning = !isBurning; if (isBurning) burn() })
`

let testDatabase: TestDatabase
let database: Database
let program: NodeProgram
let spoolDir: string
let url: string
let key: string

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({ url: testDatabase.url, poolMax: 2 })
  spoolDir = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
  const project = await insertProject(database.prisma, { name: 'Acme', prefix: 'acme' })
  key = project.key
  const data = { projectId: project.id, code: 'busy', actualUrl: 'https://shop.example.com/' }
  await database.prisma.link.create({ data })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const burner = `data:text/javascript,${encodeURIComponent(BURN)}`
  program = await startNode(['--import', burner, await builtApp('api')], {
    DATABASE_URL: testDatabase.url,
    SECRETS_KEYS: generateKeyRingEntry('test'),
    SPOOL_DIR: spoolDir,
    PORT: String(port),
    PUBLIC_URL: url,
    LINK_BASE_HOST: 'links.test',
    MAX_REQUESTS_IN_WORK: '16',
    NODE_ENV: 'test',
  })
  await program.waitForOutput('API started')
  await waitFor(async () => (await sendRequest(`${url}/readyz`, 'GET')).status === 200, {
    what: 'the API to be ready',
  })
})
afterAll(async () => {
  agent.destroy()
  program.signalGroup('SIGKILL')
  await program.ended
  await database.close()
  await testDatabase.drop()
  await rm(spoolDir, { recursive: true, force: true })
})

// Connections are kept, as by a proxy: Node accepts one new connection in each turn of the event loop.
const agent = new Agent({ keepAlive: true })
const call = () => sendRequest(`${url}/api/links/busy`, 'GET', { key, agent })
const follow = () =>
  sendRequest(`${url}/busy`, 'GET', {
    agent,
    host: 'acme.links.test',
    headers: { 'user-agent': AGENTS.desktop },
  })

it('rejects calls while the event loop is late, keeps redirecting, and accepts all again afterwards', async () => {
  const first = await Promise.all(Array.from({ length: 12 }, call))
  expect(first.map(({ status }) => status)).toEqual(Array(12).fill(200))
  expect((await follow()).status).toBe(302)

  program.signalGroup('SIGUSR2')
  await sleep(5 * TURN_MS)
  const rejected: { ms: number; headers: TestResponse['headers'] }[] = []
  const startedMs = performance.now()
  // Fewer than MAX_REQUESTS_IN_WORK, so none is rejected by that limit.
  const calls = Array.from({ length: 12 }, async () => {
    const { body, headers } = await call()
    if (isOverloaded(body)) rejected.push({ ms: performance.now() - startedMs, headers })
  })
  await waitFor(() => rejected.length >= 5, { what: 'calls to be rejected' })
  expect(rejected[0]?.headers['retry-after']).toBe('1')
  // A rejection needs the turns to accept and read the call; a served call takes ten or more.
  expect(rejected[0]?.ms).toBeLessThan(6 * TURN_MS)
  const visits = await Promise.all(Array.from({ length: 10 }, follow))
  expect(visits.filter(({ status }) => status === 302).length).toBeGreaterThanOrEqual(5)
  expect((await sendRequest(`${url}/livez`, 'GET')).status).toBe(200)

  program.signalGroup('SIGUSR2')
  await Promise.all(calls)
  expect(rejected.length).toBeLessThan(calls.length)
  await waitFor(
    async () =>
      (await Promise.all(Array.from({ length: 10 }, call))).every(({ status }) => status === 200),
    { what: 'all calls to be taken again', everyMs: 200 },
  )
})

/** An accepted call may also get 503, because waiting for the database times out after some seconds. */
const isOverloaded = (body: unknown) =>
  (body as { code?: unknown } | undefined)?.code === 'overloaded'
