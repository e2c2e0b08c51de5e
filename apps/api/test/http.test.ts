import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Route } from '../src/http/route.js'
import { routes } from '../src/routes.js'
import { isKeyOnly } from '../src/http/access.js'
import { pathOf } from './each-route.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** A fixed path may also match a parameter: `links/bulk` is also the link with the code "bulk". */
const paths = [...new Set(routes.map(({ path }) => path))].map((path) => {
  const isAlike = ({ path: other }: Route) =>
    new RegExp(`^${other.replace(/:\w+/g, '[^/]+')}$`).test(path)
  return [path, routes.filter(isAlike)] as const
})
const ORIGIN = { Origin: 'https://app.example' }

describe.each(paths)('%s', (own, group) => {
  const first = group.find((route) => route.path === own)
  const path = first === undefined ? '/' : pathOf(first)
  const offered = group.map(({ method }) => method.toUpperCase())
  const allowed = group.flatMap(({ method, rejectsHead }) =>
    method === 'get' && rejectsHead !== true ? ['GET', 'HEAD'] : [method.toUpperCase()],
  )
  const open = group
    .filter((route) => isKeyOnly(route.access))
    .map(({ method }) => method.toUpperCase())

  it('rejects every other method and names the allowed ones', async () => {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter(
      (method) => !offered.includes(method),
    )
    for (const method of others) {
      const answer = await api.request(method, path)
      expect([method, answer.status, answer.headers.allow]).toEqual([
        method,
        405,
        allowed.join(', '),
      ])
      expect(answer.body.code).toBe('method_not_allowed')
    }
  })

  it('has a strict, case-sensitive path', async () => {
    const method = String(first?.method).toUpperCase()
    for (const other of [
      `${path}/`,
      path.replace('/api/', '/API/'),
      path.replace('/api/', '//api/'),
    ])
      expect([other, (await api.request(method, other)).status]).toEqual([other, 404])
  })

  it('allows preflights only for calls with the project key', async () => {
    const answer = await api.request('OPTIONS', path, {
      key: null,
      token: null,
      headers: { ...ORIGIN, 'Access-Control-Request-Method': 'POST' },
    })
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    if (open.length === 0) {
      expect(answer.status).toBe(405)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-'))).toEqual([])
      return
    }
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': open.join(', '),
      'access-control-allow-headers': 'x-project-key, content-type, idempotency-key',
    })
  })

  // The first matching route handles the request: links/availability, not links/:code.
  const answering = group.filter(
    (route, index) => group.findIndex(({ method }) => method === route.method) === index,
  )
  it.each(answering.map((route) => [route.method, route] as const))(
    'allows other origins to read responses of %s only with the key',
    async (_method, route) => {
      const answer = await api.request(route.method.toUpperCase(), path, { headers: ORIGIN })
      const isOpen = answer.headers['access-control-allow-origin'] === '*'
      expect(isOpen).toBe(isKeyOnly(route.access))
      if (isOpen)
        expect(answer.headers['access-control-expose-headers']).toBe(
          'X-Request-Id, Retry-After, Location, RateLimit, RateLimit-Policy',
        )
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    },
  )
})

describe('HEAD', () => {
  it('responds as GET, without a body', async () => {
    const get = await api.request('GET', '/api/webhooks')
    const head = await api.request('HEAD', '/api/webhooks')
    expect([head.status, head.text]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  })
})

describe('an unknown path', () => {
  it.each([
    '/',
    '/api',
    '/api/',
    '/api/nothing',
    '/administration',
    '/api/auth/login',
    '/..%2f..%2fetc',
    '/%',
  ])('returns a problem for %s', async (path) => {
    const answer = await api.request('GET', path)
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect(answer.headers['content-type']).toMatch('application/problem+json')
    expect(answer.body.request_id).toBe(answer.headers['x-request-id'])
    expect(answer.headers['x-powered-by']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('the Host header', () => {
  it.each(['evil.example', 'links.test', 'unknown.links.test', 'a.acme.links.test', '127.0.0.2'])(
    'reaches only the health checks if it is the unknown host %p',
    async (host) => {
      for (const path of ['/', '/api/webhooks', '/docs', '/openapi.json', '/metrics', '/CODE123'])
        expect([path, (await api.request('GET', path, { host })).status]).toEqual([path, 404])
      expect((await api.request('GET', '/livez', { host })).status).toBe(200)
      expect((await api.request('GET', '/readyz?from=probe', { host })).status).toBe(200)
      expect((await api.request('GET', '/livezz', { host })).status).toBe(404)
    },
  )

  it('is compared without port and case', async () => {
    for (const host of ['127.0.0.1', '127.0.0.1:1', '127.0.0.1.'])
      expect((await api.request('GET', '/api/webhooks', { host })).status).toBe(200)
  })

  it('reaches no API if it is a link host', async () => {
    const { linkHost: host } = api.project
    expect((await api.request('GET', '/api/webhooks', { host })).status).toBe(404)
    const body = { url: 'https://hooks.example.com/', events: ['install_attributed'] }
    const made = await api.request('POST', '/api/webhooks', { host, body })
    expect([404, 405]).toContain(made.status)
    expect(await api.database.prisma.webhook.count()).toBe(0)
  })
})

describe('/metrics', () => {
  it('is off without a token, and served only to its bearer', async () => {
    expect((await api.request('GET', '/metrics')).status).toBe(404)
    const token = 'a-long-metrics-token'
    const measured = await startTestApi({ env: { METRICS_TOKEN: token } })
    try {
      const call = (one: string | null) => measured.request('GET', '/metrics', { token: one })
      expect((await call(null)).status).toBe(404)
      expect((await call(`${token}x`)).status).toBe(404)
      const answer = await call(token)
      expect([answer.status, answer.text.includes('process_cpu')]).toEqual([200, true])
    } finally {
      await measured.close()
    }
  })
})
