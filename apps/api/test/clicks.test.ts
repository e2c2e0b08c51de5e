import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

let proxy: FaultProxy
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    reachDatabaseBy: async (url) => {
      proxy = await startFaultProxy(url)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await api.close()
  await proxy.close()
})

const link = (code: string) =>
  api.database.prisma.link.create({
    data: { projectId: api.project.id, code, actualUrl: 'https://shop.example.com/' },
  })
const get = (code: string) =>
  api.visit('GET', `/${code}`, { headers: { 'user-agent': AGENTS.desktop } })
const count = async (id: number) => {
  await untilCounted(api.database)
  return Number((await api.database.prisma.link.findUniqueOrThrow({ where: { id } })).clickedCount)
}
const rows = (linkId: number) => api.database.prisma.click.count({ where: { linkId } })

describe('clicks', () => {
  it('are written when the response arrives, and counted soon', async () => {
    const { id } = await link('durable')
    for (let n = 1; n <= 5; n += 1) {
      await get('durable')
      expect(await rows(id)).toBe(n)
    }
    expect(await count(id)).toBe(5)
  })

  it('are all counted once under load', async () => {
    const { id } = await link('load')
    const answers = await Promise.all(Array.from({ length: 300 }, () => get('load')))
    expect(answers.every(({ status }) => status === 302)).toBe(true)
    expect([await rows(id), await count(id)]).toEqual([300, 300])
  })

  it('delay the response until they are committed', async () => {
    const { id } = await link('slow')
    const client = await api.database.pool.connect()
    await client.query('BEGIN')
    await client.query('LOCK TABLE clicks IN SHARE MODE')
    let isAnswered = false
    const answer = get('slow').then((response) => {
      isAnswered = true
      return response
    })
    await untilWaiting()
    expect(isAnswered).toBe(false)
    await client.query('COMMIT')
    client.release()
    expect((await answer).status).toBe(302)
    expect(await rows(id)).toBe(1)
  })
})

/** Waits until a session waits for a lock. */
async function untilWaiting(): Promise<void> {
  await waitFor(
    async () => {
      const waiting = await api.database.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return waiting.rowCount === 1
    },
    { what: 'a click that waits for its table' },
  )
}
