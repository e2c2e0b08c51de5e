import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/ids'
import { openDatabase } from '@throughline/db/client'
import { insertClicks, type NewClick } from '@throughline/db/clicks'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'
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
const count = async (id: number) =>
  Number((await api.database.prisma.link.findUniqueOrThrow({ where: { id } })).clickedCount)
const rows = (linkId: number) => api.database.prisma.click.count({ where: { linkId } })

const click = (linkId: number, more: Partial<NewClick> = {}): NewClick => ({
  id: newUuidV7(),
  projectId: api.project.id,
  linkId,
  source: 'link_host',
  platform: 'ios',
  osVersion: null,
  deviceModel: null,
  ipHash: Buffer.from([0, 1, 255, 92, 39]),
  ipPrefixHash: null,
  userAgent: `quotes " ' \\ {} , NULL`,
  referer: null,
  params: { utm_source: `{"\\'` },
  fbclidCapturedAt: 1_700_000_000,
  uncountedReason: null,
  ...more,
})

describe('clicks', () => {
  it('are written and counted by the time the answer arrives', async () => {
    const { id } = await link('durable')
    for (let n = 1; n <= 5; n += 1) {
      await get('durable')
      expect([await rows(id), await count(id)]).toEqual([n, n])
    }
  })

  it('of a crowd are all counted once', async () => {
    const { id } = await link('crowd')
    const answers = await Promise.all(Array.from({ length: 300 }, () => get('crowd')))
    expect(answers.every(({ status }) => status === 302)).toBe(true)
    expect([await rows(id), await count(id)]).toEqual([300, 300])
  })

  it('hold back the answer until they are committed', async () => {
    const { id } = await link('slow')
    const client = await api.database.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM links WHERE id = $1 FOR UPDATE', [id])
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
    expect(await count(id)).toBe(1)
  })
})

describe('insertClicks', () => {
  it('keeps every value as it was', async () => {
    const { id } = await link('values')
    const given = click(id, { params: { gclid: 'A+b%20', utm_source: `{"\\',}` } })
    expect(await insertClicks(api.database.pool, [given])).toEqual([true])
    const stored = await api.database.prisma.click.findFirstOrThrow({ where: { id: given.id } })
    expect(stored).toMatchObject({
      userAgent: given.userAgent,
      params: given.params,
      fbclidCapturedAt: 1_700_000_000n,
      ipPrefixHash: null,
    })
    expect(Buffer.from(stored.ipHash ?? []).equals(given.ipHash ?? Buffer.of())).toBe(true)
  })

  it('counts a click once that is written again, and uncounted ones never', async () => {
    const { id } = await link('again')
    const given = [click(id), click(id), click(id, { uncountedReason: 'bot' })]
    expect(await insertClicks(api.database.pool, given)).toEqual([true, true, true])
    expect(await insertClicks(api.database.pool, [...given, click(id)])).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect([await rows(id), await count(id)]).toEqual([4, 3])
  })

  it('from two processes in opposite orders neither deadlocks nor loses a count', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => (await link(`many${n}`)).id),
    )
    const other = openDatabase({ url: api.databaseUrl, poolMax: 4 })
    const batches = Array.from({ length: 40 }, (_, n) => {
      const order = n % 2 === 0 ? ids : [...ids].reverse()
      return insertClicks(
        n % 2 === 0 ? api.database.pool : other.pool,
        order.map((id) => click(id)),
      )
    })
    await Promise.all(batches)
    await other.close()
    expect(await Promise.all(ids.map(count))).toEqual(ids.map(() => 40))
  })
})

/** Until a session waits for a lock. */
async function untilWaiting(): Promise<void> {
  await waitFor(
    async () => {
      const waiting = await api.database.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return waiting.rowCount === 1
    },
    { what: 'a click that waits for its link' },
  )
}
