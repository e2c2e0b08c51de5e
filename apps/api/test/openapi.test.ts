import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createApp } from '../src/app.js'
import { buildOpenApi, toTemplate } from '../src/docs/openapi.js'
import { isAccountAccess, isManagement } from '../src/http/access.js'
import { routes } from '../src/routes.js'
import { startTestApi, type TestApi } from './harness.js'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  summary: string
  security?: Json[]
  parameters?: { name: string; in: string; schema: Json }[]
  responses: Record<string, Json>
}

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const document = buildOpenApi(routes, 'https://api.example')
const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    name: `${method} ${path}`,
    path,
    operation,
  })),
)

describe('the document', () => {
  it('describes every path and method that the router serves', () => {
    const described = new Set(operations.map(({ name }) => name))
    const served = servedRoutes(createApp(api.ctx).router as unknown as Layer['handle'])
    expect(served.length).toBeGreaterThan(routes.length)
    // `/admin` stands for every path below it.
    const others = served.filter((name) => !name.startsWith('get /admin/'))
    expect(others.filter((name) => !described.has(name))).toEqual([])
  })

  it('describes every row of the contract’s table and nothing else', () => {
    const lines = routes.map((route) => `${route.method} ${toTemplate(route.path)}`)
    const described = operations.filter(({ path }) => path.startsWith('/api/'))
    expect(described.map(({ name }) => name).sort()).toEqual(lines.sort())
  })

  it('has references that resolve', () => {
    const missing = [...references(document)].filter(
      (reference) => resolve(document, reference) === undefined,
    )
    expect(missing).toEqual([])
  })

  it('gives each operation a unique id and a description', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { operation } of operations) expect(operation.summary).not.toBe('')
  })

  it('declares exactly the parameters of each path', () => {
    for (const { name, path, operation } of operations) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1])
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect([name, declared.map((parameter) => parameter.name)]).toEqual([name, inPath])
    }
  })

  it('names the credentials of each route', () => {
    const schemes = Object.keys(document.components?.securitySchemes ?? {})
    expect(schemes.sort()).toEqual(['adminToken', 'projectKey', 'session'])
    for (const route of routes) {
      const { operation } = find(`${route.method} ${toTemplate(route.path)}`)
      const named = operation.security?.map((one) => Object.keys(one).sort().join())
      const managing = ['adminToken,projectKey', 'projectKey,session']
      const expected = isAccountAccess(route.access)
        ? {
            public: [],
            state: [],
            session: ['session'],
            administrator: ['session'],
            ticket: ['session'],
          }[route.access]
        : isManagement(route.access)
          ? managing
          : ['projectKey', ...managing]
      expect(named).toEqual(expected)
    }
  })

  it('offers the Idempotency-Key only on creating routes', () => {
    for (const route of routes) {
      const { operation } = find(`${route.method} ${toTemplate(route.path)}`)
      const names = (operation.parameters ?? []).map((parameter) => parameter.name)
      expect(names.includes('Idempotency-Key')).toBe(route.isCreate === true)
    }
  })

  it('offers If-Match and a 412 on conditional routes only', () => {
    for (const route of routes) {
      const { operation } = find(`${route.method} ${toTemplate(route.path)}`)
      const names = (operation.parameters ?? []).map((parameter) => parameter.name)
      const isConditional = route.isConditional === true
      expect([route.path, names.includes('If-Match')]).toEqual([route.path, isConditional])
      expect([route.path, '412' in operation.responses]).toEqual([route.path, isConditional])
    }
  })

  it('describes what a receiver gets', () => {
    const delivery = (document.webhooks as unknown as Record<string, { post: Operation }>)[
      'install_attributed'
    ]
    const names = delivery?.post.parameters?.map((parameter) => parameter.name)
    expect(names).toEqual(expect.arrayContaining(['X-Service-Signature', 'webhook-signature']))
  })

  it('describes numbered pages', () => {
    const { operation } = find('get /api/webhooks')
    const limit = operation.parameters?.find((parameter) => parameter.name === 'limit')
    expect(limit?.schema).toMatchObject({ type: 'integer', default: 20, maximum: 100 })
  })

  it('has a success and the problems of every route', () => {
    for (const { name, path, operation } of operations) {
      const statuses = Object.keys(operation.responses)
      expect([name, statuses.some((status) => /^[23]/.test(status))]).toEqual([name, true])
      if (path.startsWith('/api/')) {
        expect(statuses).toEqual(expect.arrayContaining(['401', '404', '429', '500', '503']))
      }
    }
  })
})

describe('GET /openapi.json and /docs', () => {
  it('serves the document', async () => {
    const answer = await api.request('GET', '/openapi.json', { key: null, token: null })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ openapi: '3.1.0', servers: [{ url: api.url }] })
  })

  it('serves a page that loads nothing from other origins and has no inline script', async () => {
    const page = await api.request('GET', '/docs')
    expect(page.status).toBe(200)
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|https?:\/\//)
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files.length).toBe(5)
    for (const file of files) {
      const asset = await api.request('GET', file)
      expect([file, asset.status, asset.text.length > 50]).toEqual([file, 200, true])
    }
  })

  it.each(['/openapi.json', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css'])(
    'compresses %s if the client accepts it',
    async (path) => {
      const [plain, zipped] = await Promise.all(
        ['identity', 'gzip'].map((encoding) =>
          fetch(api.url + path, { headers: { 'Accept-Encoding': encoding } }),
        ),
      )
      expect([plain?.headers, zipped?.headers].map((one) => one?.get('vary'))).toEqual([
        'Accept-Encoding',
        'Accept-Encoding',
      ])
      expect(plain?.headers.get('content-encoding')).toBeNull()
      expect(zipped?.headers.get('content-encoding')).toBe('gzip')
      expect(lengthOf(zipped)).toBeLessThan(lengthOf(plain) / 3)
      expect(await zipped?.text()).toBe(await plain?.text())
    },
  )

  it('serves no other file of the folder', async () => {
    for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/index.html'])
      expect((await api.request('GET', path)).status).toBe(404)
  })

  it('is not served on a link host', async () => {
    expect((await api.visit('GET', '/docs')).status).toBe(404)
    expect((await api.visit('GET', '/openapi.json')).status).toBe(404)
  })
})

function lengthOf(response: Response | undefined): number {
  return Number(response?.headers.get('content-length'))
}

interface Layer {
  route?: { path: string | string[]; methods: Record<string, boolean> }
  handle: { stack?: Layer[] }
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch']
/** The files that the page loads. */
const NOT_FOR_CALLERS = /^\/docs\//

/** `get /api/webhooks/{id}` for every route that Express has mounted, without catch-alls. */
function servedRoutes(router: Layer['handle']): string[] {
  return (router.stack ?? []).flatMap((layer) => {
    if (layer.route === undefined) return servedRoutes(layer.handle)
    const { path, methods } = layer.route
    return [path]
      .flat()
      .filter((one) => !NOT_FOR_CALLERS.test(one))
      .flatMap((one) =>
        METHODS.filter((method) => methods[method]).map((method) => `${method} ${toTemplate(one)}`),
      )
  })
}

function find(name: string) {
  const found = operations.find((operation) => operation.name === name)
  if (found === undefined) throw new Error(`${name} is not described`)
  return found
}

function* references(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    if (key === '$ref' && typeof item === 'string') yield item
    else yield* references(item)
  }
}

function resolve(root: unknown, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, name) => (node as Json | undefined)?.[name], root)
}
