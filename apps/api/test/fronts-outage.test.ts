import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from '@jest/globals'
import { openDatabase } from '@throughline/db/connection/database'
import { insertProject } from '@throughline/db/projects/projects'
import {
  FRONT_API_HOST,
  FRONTS,
  hasFront,
  startFront,
  type FrontName,
} from '@throughline/testkit/fronts'
import { builtApps } from '@throughline/testkit/built-app'
import { startInstallation } from '@throughline/testkit/installation'
import { areFrontsFull } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { askFront } from './front-client.js'
import { killSpawnedApis, LINK_BASE_HOST, spawnApi } from './spawn-api.js'
import { AGENTS } from './user-agents.js'

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  await killSpawnedApis()
  for (const close of closing) await close()
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** `npm test` has one of them, with only failed requests to tell it that an API is away. */
const tested: FrontName[] = areFrontsFull()
  ? FRONTS.filter((name) => name !== 'caddy-in-kubernetes')
  : ['nginx']

for (const name of tested) {
  // A front without its program is reported as skipped. `npm test` prints how to get it.
  const itThrough = hasFront(name) ? it : it.skip
  itThrough(
    `a known link is followed through ${name} while PostgreSQL is stopped and APIs restart`,
    async () => {
      const installation = await startInstallation({
        isScratch: true,
        programs: { folder: await builtApps() },
      })
      closing.push(() => installation.close())
      const { postgres } = installation
      const database = openDatabase({ url: postgres.url, poolMax: 1, onIdleError: () => undefined })
      const project = await insertProject(database.prisma, { name: 'Acme', prefix: 'acme' })
      const data = { projectId: project.id, code: 'go', actualUrl: 'https://shop.example.com/' }
      await database.prisma.link.create({ data })
      const PUBLIC_URL = `http://${FRONT_API_HOST}`
      const stores = { DATABASE_URL: postgres.url, SPOOL_DIR: await makeFolder() }
      const env = { ...stores, PUBLIC_URL, TRUST_PROXY: '1' }
      const first = await spawnApi(env)
      // This API has never served the link and has no snapshot, so it responds 503 without the database.
      const second = await spawnApi({ ...env, SPOOL_DIR: await makeFolder() })
      for (const api of [first, second]) await api.untilStatus('/readyz/links', 200)
      const front = await startFront(name, {
        apiPorts: [Number(first.port), Number(second.port)],
        linkBaseHost: LINK_BASE_HOST,
        customHost: 'go.acme.example',
      })
      closing.push(front.stop)
      const host = 'acme.links.test'
      const headers = { 'user-agent': AGENTS.desktop }
      const follow = async () => (await askFront(front, { host, path: '/go', headers })).status
      const untilFollowed = () =>
        waitFor(async () => (await follow()) === 302, { what: `${name} to answer` })
      await untilFollowed()
      await first.get('/go', { host, headers })
      expect(await first.stop()).toBe(0)
      expect(await second.stop()).toBe(0)
      await database.close()
      await postgres.stop('clean')

      const again = await spawnApi({ ...env, PORT: first.port })
      const empty = await spawnApi({ ...env, PORT: second.port, SPOOL_DIR: await makeFolder() })
      await again.untilStatus('/readyz/links', 200)
      await empty.untilStatus('/readyz/links', 503)
      await again.untilStatus('/readyz', 503)
      // Until its health checks fail, a front sends every second request to the API without links.
      const isSettled = async () => {
        for (let n = 0; n < 4; n += 1) if ((await follow()) !== 302) return false
        return true
      }
      await waitFor(isSettled, { what: `the health checks of ${name}` })
      const statuses: number[] = []
      for (let n = 0; n < 20; n += 1) statuses.push(await follow())
      expect(statuses).toEqual(Array.from({ length: 20 }, () => 302))

      await postgres.start()
      for (const api of [again, empty]) await api.untilStatus('/readyz', 200)
      const back = openDatabase({ url: postgres.url, poolMax: 1 })
      // 20 through the front while PostgreSQL was stopped, and the earlier ones.
      await waitFor(async () => (await back.prisma.click.count()) >= 22, {
        what: 'the clicks to be in the table',
      })
      await back.close()
    },
    90_000,
  )
}
