import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { ensurePartitions } from '@throughline/db/retention/partitions'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ready = () => api.request('GET', '/readyz', { key: null, token: null })
/** The result is cached for a second. */
const untilReady = () =>
  waitFor(async () => (await ready()).status === 200, { what: 'the API to be ready' })

it.each(['clicks', 'events', 'deliveries', 'delivery_attempts'])(
  'is not ready without a partition of %s for next month, whatever comes after that',
  async (table) => {
    await untilReady()
    const { rows } = await api.database.pool.query<{ name: string }>(
      `SELECT $1 || '_' || to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month', 'YYYYMM') AS name`,
      [table],
    )
    const name = rows[0]?.name ?? ''
    await api.database.pool.query(`DROP TABLE ${name}`)
    const answer = await waitFor(
      async () => {
        const found = await ready()
        return found.status !== 200 && found
      },
      { what: 'the API not to be ready' },
    )
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('partition')])
    expect(await ensurePartitions(api.database)).toEqual({ made: [name], left: [] })
    await untilReady()
  },
)

it('queries the database once for all probes within a second', async () => {
  let statements = 0
  const count = () => (statements += 1)
  api.ctx.database.pool.on('acquire', count)
  const answers = await Promise.all(Array.from({ length: 200 }, ready))
  api.ctx.database.pool.off('acquire', count)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(statements).toBeLessThan(10)
})
