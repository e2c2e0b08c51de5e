import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createMemberOf } from '../accounts.js'
import { startTestApi, type TestApi } from '../harness.js'

let api: TestApi
beforeAll(async () => {
  const limits = JSON.stringify({ management: 3, management_project: 5 })
  api = await startTestApi({ env: { RATE_LIMITS: limits } })
})
afterAll(() => api.close())

it('limits the calls of a session per user, and per project together with tokens and other members', async () => {
  const [first, second] = [
    await createMemberOf(api, api.project, 'viewer'),
    await createMemberOf(api, api.project, 'viewer'),
  ]
  const read = async (session: object) =>
    (await api.request('GET', '/api/webhooks', { ...session, key: api.project.id })).status
  const me = async () => (await api.request('GET', '/api/me', first.session)).status
  expect([await read(first.session), await read(first.session), await me()]).toEqual([
    200, 200, 200,
  ])
  // The user's three calls are used up on any route; the other user has a separate limit.
  expect([await me(), await read(first.session)]).toEqual([429, 429])
  expect([await read(second.session), await read(second.session)]).toEqual([200, 200])
  const byToken = () => api.request('GET', '/api/webhooks')
  expect((await byToken()).status).toBe(200)
  const over = await byToken()
  expect([over.status, over.body.code]).toEqual([429, 'rate_limited'])
})
