import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { keyedRoutes as routes } from '../src/routes.js'
import { nameOf, pathOf } from './each-route.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Routes that accept parameters and are neither a list nor statistics. */
const OTHERS = ['GET /api/attribution/explain', 'GET /api/links/:code/qr']
const reading = routes
  .filter(({ method }) => method === 'get')
  .map((route) => [nameOf(route), route] as const)
const strict = reading.filter(([name, { query }]) => query !== undefined && !OTHERS.includes(name))

it('are rejected on every list and all statistics', () => {
  expect(strict.map(([name]) => name).sort()).toEqual([
    'GET /api/attribution/quality',
    'GET /api/attributions',
    'GET /api/audit',
    'GET /api/campaigns',
    'GET /api/campaigns/:id/stats',
    'GET /api/clicks',
    'GET /api/deliveries',
    'GET /api/installs',
    'GET /api/links',
    'GET /api/links/:code/stats',
    'GET /api/links/availability',
    'GET /api/links/preview/page',
    'GET /api/lookup',
    'GET /api/overview',
    'GET /api/project/association-files',
    'GET /api/project/domains',
    'GET /api/project/invitations',
    'GET /api/project/members',
    'GET /api/project/tokens',
    'GET /api/tags',
    'GET /api/webhooks',
    'GET /api/webhooks/:id/deliveries',
  ])
})

const REQUIRED: Record<string, string> = {
  'GET /api/project/association-files': '&host=x',
  'GET /api/lookup': '&id=x',
  'GET /api/links/availability': '&code=x',
}

describe.each(strict)('%s', (path, route) => {
  it.each([['limitt'], ['__proto__'], ['constructor'], ['ключ'], ['Limit']])(
    'names %s',
    async (name) => {
      const answer = await api.request(
        'GET',
        `${pathOf(route)}?${encodeURIComponent(name)}=1&other=2${REQUIRED[path] ?? ''}`,
      )
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
      expect(JSON.parse(answer.text).errors).toHaveProperty(['other'])
      expect(Object.keys(answer.body.errors as object).sort()).toEqual([name, 'other'].sort())
    },
  )
})

describe.each([
  ['/api/projects/link-domains', 200],
  ['/api/links/none', 404],
  ['/api/attribution/code/none', 404],
  ['/api/attribution/fingerprint/none', 404],
  ['/api/webhooks/2147483647', 404],
  ['/livez', 200],
  ['/readyz', 200],
  ['/openapi.json', 200],
])('GET %s', (path, status) => {
  it('ignores them', async () => {
    expect((await api.request('GET', `${path}?other=1`)).status).toBe(status)
  })
})

it('are ignored by write calls of the SDK', async () => {
  const body = { install_id: '6b0f3f0e-0f60-4a59-8f3a-0a5f1d9f4f11', platform: 'ios' }
  const reported = await api.sdk('POST', '/api/attribution/installs?other=1', { body })
  expect(reported.status).toBe(200)
  const made = await api.sdk('POST', '/api/links?other=1', {
    body: { actual_url: 'https://a.example/' },
  })
  expect(made.status).toBe(201)
})
