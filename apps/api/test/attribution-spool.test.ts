import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { signClickToken } from '@throughline/core/matching/click-token'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { SPOOL_LOCK } from '@throughline/db/connection/spool-lock'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let backForMs: number
beforeAll(async () => {
  api = await startTestApi()
  Object.assign(api.ctx.linkStore, { databaseBackForMs: () => backForMs })
})
beforeEach(() => {
  backForMs = 60_000
})
afterAll(() => api.close())

const HOUR_MS = 3_600_000

/** Reports an install whose valid token names a click that is not stored. */
async function install(ageMs: number) {
  const id = newUuidV7()
  const time = (Date.now() - ageMs).toString(16).padStart(12, '0')
  const clickId = `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`
  const key = api.ctx.keys.clickToken
  const token = signClickToken({ clickId, projectId: api.project.id, key })
  const { status, headers, body } = await api.sdk('POST', '/api/attribution/installs', {
    body: {
      install_id: randomUUID(),
      platform: 'android',
      install_referrer: `click_token=${token}`,
    },
  })
  return status === 503 ? `503 ${headers['retry-after']}` : `${status} ${String(body.reason)}`
}

describe('a valid token whose click does not exist yet', () => {
  it('must retry during its first day, soon at first, and not forever', async () => {
    expect(await install(1_000)).toBe('503 5')
    expect(await install(HOUR_MS)).toBe('503 60')
    expect(await install(23 * HOUR_MS)).toBe('503 60')
    expect(await install(25 * HOUR_MS)).toBe('200 no_candidate')
  })

  it('must retry, at any age, while any process has clicks in its spool', async () => {
    const client = await api.database.pool.connect()
    await client.query('SELECT pg_advisory_lock_shared($1)', [SPOOL_LOCK])
    expect([await install(HOUR_MS), await install(72 * HOUR_MS)]).toEqual(['503 5', '503 5'])
    expect(await install(31 * 24 * HOUR_MS)).toMatch(/^200/)
    await client.query('SELECT pg_advisory_unlock_shared($1)', [SPOOL_LOCK])
    client.release()
    expect(await install(72 * HOUR_MS)).toBe('200 no_candidate')
  })

  it('must retry until all processes reported their spool, after the database was unavailable', async () => {
    backForMs = 3_000
    expect(await install(72 * HOUR_MS)).toBe('503 5')
  })
})
