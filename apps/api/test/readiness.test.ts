import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { ensurePartitions } from '@throughline/db/partitions'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ready = () => api.request('GET', '/readyz', { key: null, token: null })

it.each(['clicks', 'events', 'deliveries', 'delivery_attempts'])(
  'is not ready without a partition of %s for next month, whatever comes after that',
  async (table) => {
    expect((await ready()).status).toBe(200)
    const { rows } = await api.database.pool.query<{ name: string }>(
      `SELECT $1 || '_' || to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month', 'YYYYMM') AS name`,
      [table],
    )
    const name = rows[0]?.name ?? ''
    await api.database.pool.query(`DROP TABLE ${name}`)
    const answer = await ready()
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('partition')])
    expect(await ensurePartitions(api.database)).toEqual({ made: [name], left: [] })
    expect((await ready()).status).toBe(200)
  },
)
