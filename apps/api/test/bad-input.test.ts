import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { isAccountAccess } from '../src/http/access.js'
import type { Route } from '../src/http/route.js'
import { routes } from '../src/routes.js'
import { BAD_INTEGER_IDS, BAD_TEXTS, BAD_UUIDS, badBodies, queryNames } from './bad-values.js'
import { leakOf, nameOf, pathOf } from './each-route.js'
import { createAdministrator, type TestUser } from './accounts.js'
import { startTestApi, type TestApi } from './harness.js'
import { share } from './matrix.js'
import type { TestRequest, TestResponse } from './send-request.js'

let api: TestApi
let secrets: string[]
let administrator: TestUser
beforeAll(async () => {
  api = await startTestApi()
  administrator = await createAdministrator(api)
  secrets = [api.project.token, api.project.token.split('|')[1] ?? '']
})
afterAll(() => api.close())

/** How many log lines earlier tests have checked. */
let checkedLines = 0

/** Whatever a test sends, logs contain no secret, and no request causes an internal error. */
afterEach(() => {
  const text = api.logs.text(checkedLines)
  const lines = api.logs.lines(checkedLines)
  checkedLines += lines.length
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/whsec_[A-Za-z0-9]/)
})

const bodyLimitOf = ({ bodyLimitBytes = 64 * 1024 }: Route) => bodyLimitBytes

const table = routes.map((route) => [nameOf(route), route] as const)
const withBody = table.filter(([, route]) => route.body !== undefined)
/** One route per body limit and kind of caller, because these differ in reading a large body. */
const firstOfEachLimit = withBody.filter(
  ([, route], index) => withBody.findIndex(([, other]) => isLimitedAlike(route, other)) === index,
)
const withParams = table.filter(([, route]) => Object.keys(route.params ?? {}).length > 0)
const withQuery = table.filter(([, route]) => route.query !== undefined)

function isLimitedAlike(one: Route, other: Route): boolean {
  const isSameCaller = isAccountAccess(one.access) === isAccountAccess(other.access)
  return isSameCaller && bodyLimitOf(one) === bodyLimitOf(other)
}

/** Routes that do not belong to a project; they need an administrator's session. */
function credentialsOf(route: Route, { headers }: TestRequest): TestRequest {
  if (!isAccountAccess(route.access)) return {}
  const { session } = administrator
  return { ...session, headers: { ...session.headers, ...headers } }
}

async function send(route: Route, path: string, options: TestRequest = {}): Promise<TestResponse> {
  const answer = await api.request(route.method.toUpperCase(), path, {
    ...options,
    ...credentialsOf(route, options),
  })
  expect([path, answer.status < 500, leakOf(answer, secrets)]).toEqual([path, true, null])
  if (answer.status >= 400 && !answer.text.startsWith('{"matched"'))
    expect(answer.headers['content-type']).toMatch('application/problem+json')
  return answer
}

it('rejects invalid fields in every body', () => {
  const counts = withBody.map(([, route]) => badBodies(route).length)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(300)
})

describe.each(withBody)('the body of %s', (_name, route) => {
  const path = pathOf(route)
  /** A check answers 200 with what is wrong. */
  const isCheck = path.endsWith('/check')
  const outcomeOf = ({ status, body }: TestResponse): unknown =>
    isCheck && status === 200 && body['ok'] === false ? 422 : status

  it('reports every invalid field', async () => {
    for (const { field, what, body } of share(badBodies(route), route, 6)) {
      const answer = await send(route, path, { body })
      const fields = Object.keys((answer.body.errors ?? {}) as object)
      const isNamed = fields.some((name) => name === field || name.startsWith(`${field}.`))
      expect([what, answer.status, isNamed]).toEqual([what, 422, true])
    }
  })

  it('must be an object, or a file by its own rules', async () => {
    // Null removes a file.
    const nulls = route.isBodyFile === true ? [] : [null]
    for (const body of [...nulls, [], [{}], 'x', 1, true]) {
      const answer = await send(route, path, { body })
      expect([body, outcomeOf(answer)]).toEqual([body, 422])
    }
  })

  it('must be JSON in UTF-8', async () => {
    const headers = { 'content-type': 'application/json' }
    const bodies = ['{', '{"a":1,}', 'x', "{'a':1}", '{"a":1}{"b":2}', '\u0000', 'NaN']
    const all = [...bodies, Buffer.from('{"a":"\xff"}', 'latin1')]
    for (const rawBody of share(all, route, 4)) {
      const answer = await send(route, path, { rawBody, headers })
      expect([String(rawBody), answer.status, answer.body.code]).toEqual([
        String(rawBody),
        400,
        'invalid_json',
      ])
    }
  })

  it('has a maximum nesting depth', async () => {
    const headers = { 'content-type': 'application/json' }
    const deep = ['['.repeat(5_000), `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`]
    for (const rawBody of deep) {
      const answer = await send(route, path, { rawBody, headers })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_json'])
    }
  })

  it('has a maximum size, with and without Content-Length', async () => {
    const rawBody = `{"a":"${'x'.repeat(bodyLimitOf(route))}"}`
    for (const isChunked of [false, true]) {
      const headers = { 'content-type': 'application/json' }
      const answer = await send(route, path, { rawBody, headers, isChunked })
      expect([isChunked, answer.status, answer.body.code]).toEqual([
        isChunked,
        413,
        'body_too_large',
      ])
    }
  })

  it('must be application/json without compression', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']
    for (const type of share(types, route, 2)) {
      const headers = type === '' ? {} : { 'content-type': type }
      const answer = await send(route, path, { rawBody: '{}', headers })
      expect([type, answer.status]).toEqual([type, 415])
    }
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect((await send(route, path, { rawBody: '{}', headers })).status).toBe(415)
  })

  it.each([
    ['Application/JSON; charset=utf-8', 422],
    ['application/json;Charset="UTF-8"', 422],
    ['application/json; profile=x; charset=utf8', 422],
    ['application/json; charset=utf-16', 415],
    ['application/json; profile=x; charset=iso-8859-1', 415],
  ])('sent as %s gets %i', async (type, status) => {
    const headers = { 'content-type': type }
    expect(outcomeOf(await send(route, path, { rawBody: '[]', headers }))).toBe(status)
  })
})

describe.each(firstOfEachLimit)('a body of %s that is still being sent', (_name, route) => {
  it.each([false, true])('is cut off at the maximum size, isChunked: %p', async (isChunked) => {
    const rawBody = `{"a":"${'x'.repeat(bodyLimitOf(route) + 4_000_000)}"}`
    const headers = { 'content-type': 'application/json' }
    const answer = await send(route, pathOf(route), { rawBody, headers, isChunked })
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large'])
  })
})

describe('a caller that disconnects in the middle of its body', () => {
  it.each(['127.0.0.1', 'acme.links.test'])('causes no internal error, at %s', async (host) => {
    const path = host === '127.0.0.1' ? '/api/links' : '/api/visits'
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nx-project-key: ${api.project.key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n{',
    )
    // The body is being read when the interim response has arrived and another request has its response.
    await once(socket, 'data')
    await api.request('GET', '/api/webhooks')
    socket.resetAndDestroy()
    await api.request('GET', '/api/webhooks')
    expect(api.logs.text()).not.toContain('database_unavailable')
  })
})

describe.each(withParams)('the path of %s', (_name, route) => {
  const bad = { integer: BAD_INTEGER_IDS, uuid: BAD_UUIDS, text: BAD_TEXTS }

  it.each(Object.entries(route.params ?? {}))('returns 404 for a wrong %s', async (name, kind) => {
    for (const value of share(bad[kind], route, 4)) {
      const options = route.body === undefined ? {} : { body: {} }
      const answer = await send(route, pathOf(route, { [name]: value }), options)
      // A ticket that does not exist gets the response for a used one.
      const expected = { integer: [404], uuid: [404], text: [404, 410, 422] }[kind]
      expect([value, expected.includes(answer.status)]).toEqual([value, true])
    }
  })
})

describe.each(withQuery)('the query of %s', (_name, route) => {
  it.each(queryNames(route))(
    'accepts or rejects any %s without an internal error',
    async (name) => {
      const values = ['%00', '%ED%A0%80', 'x'.repeat(8_000), '%', '', "'", '1e9', '-1', '{}', '[]']
      for (const value of share(values, route, 2))
        await send(route, `${pathOf(route)}?${name}=${value}`)
      await send(route, `${pathOf(route)}?${name}=1&${name}=2&${name}[]=3&${name}[a]=4`)
    },
  )

  if (queryNames(route).includes('limit')) {
    it.each(['0', '101', '-1', '1.5', 'x', '', '1e1', '%31%00'])(
      'rejects limit=%s',
      async (limit) => {
        const answer = await send(route, `${pathOf(route)}?limit=${limit}`)
        expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, ['limit']])
      },
    )
  }
})

describe('headers', () => {
  it.each(['', ' ', 'x'.repeat(256), 'schlüssel', 'a b'])(
    'rejects the Idempotency-Key %p',
    async (key) => {
      const answer = await api.request('POST', '/api/webhooks', {
        headers: { 'Idempotency-Key': key },
        body: { url: 'https://hooks.example.com/', events: ['install_attributed'] },
      })
      expect(answer.status).toBe(422)
    },
  )

  it("does not use a caller's request id", async () => {
    const answer = await api.request('GET', '/api/webhooks', {
      headers: { 'X-Request-Id': 'theirs' },
    })
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})
