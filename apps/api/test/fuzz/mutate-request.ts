import type { Random } from '@throughline/testkit/seeded-random'
import { BAD_INTEGER_IDS, BAD_TEXTS, BAD_UUIDS } from '../bad-values.js'
import { pathTo, type Planned } from './plan-request.js'
import { idsOf, pickId, poolOf, type Fields, type Tenant } from './tenant.js'

type Mutate = (planned: Planned, random: Random, other: Tenant) => Partial<Planned> | null

const BAD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  2 ** 31,
  '',
  ' ',
  'x',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  'ä'.repeat(300),
  'x'.repeat(3_000),
  '\u{1F600}'.repeat(128),
  [],
  [[]],
  {},
  { length: 1e9 },
  [null],
  ['\ud83d'],
  '9999-12-31T23:59:60Z',
  '2026-02-30',
  'https://user:pass@example.com/',
  'javascript:alert(1)',
  'https://[::1]/',
  'https://xn--/',
]

/** Keys that no caller may write, and keys that break objects. */
const EXTRA: Fields = {
  id: 1,
  project_id: '00000000-0000-0000-0000-000000000000',
  secret: 'whsec_mine',
  created_at: '1999-01-01T00:00:00Z',
  deleted_at: null,
  __proto__x: 1,
  constructor: { prototype: { isAdmin: true } },
  toString: 'x',
  '': 1,
  'a.b': [1],
  '\u0000': '\u0000',
}

const withBody = (body: Fields): Partial<Planned> => ({ body, rawBody: JSON.stringify(body) })
const raw = (rawBody: string | Uint8Array): Partial<Planned> => ({ body: null, rawBody })

/** Copies a value and replaces one random place in it. */
function replaceSomewhere(value: unknown, random: Random, bad: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.3)) return bad
  const keys = Object.keys(value)
  if (keys.length === 0) return bad
  const key = random.pick(keys)
  const changed = replaceSomewhere((value as Fields)[key], random, bad)
  if (!Array.isArray(value)) return { ...value, [key]: changed }
  return value.map((item: unknown, index) => (index === Number(key) ? changed : item))
}

const BODY: Record<string, Mutate> = {
  wrong_value: ({ body }, random) => {
    const keys = Object.keys(body ?? {})
    if (body === null || keys.length === 0) return null
    const key = random.pick(keys)
    return withBody({
      ...body,
      [key]: replaceSomewhere(body[key], random, random.pick(BAD_VALUES)),
    })
  },
  missing_key: ({ body }, random) => {
    const keys = Object.keys(body ?? {})
    if (keys.length === 0) return null
    const left_out = random.pick(keys)
    return withBody(
      Object.fromEntries(Object.entries(body ?? {}).filter(([key]) => key !== left_out)),
    )
  },
  extra_keys: ({ body }) => (body === null ? null : withBody({ ...EXTRA, ...body })),
  proto_key: ({ rawBody }) =>
    typeof rawBody === 'string' && rawBody.startsWith('{"')
      ? raw(`{"__proto__":{"name":"polluted","is_active":false},${rawBody.slice(1)}`)
      : null,
  repeated_key: ({ rawBody }, random) =>
    typeof rawBody === 'string' && rawBody.startsWith('{"')
      ? raw(`${rawBody.slice(0, -1)},"name":${JSON.stringify(random.pick(BAD_VALUES))}}`)
      : null,
  deep: ({ rawBody }, random) => {
    if (rawBody === null) return null
    const depth = random.pick([30, 200, 5_000])
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
    return raw(random.chance(0.5) ? nested : `{"name":${nested},"privacy":{"a":${nested}}}`)
  },
  // A lone surrogate and an overlong NUL as the bytes themselves.
  bad_utf8: ({ rawBody }, random) => {
    if (typeof rawBody !== 'string') return null
    const bytes = random.pick([[0xed, 0xa0, 0x80], [0xc0, 0x80], [0xff]])
    const at = Math.floor(rawBody.length / 2)
    return raw(
      Buffer.concat([
        Buffer.from(rawBody.slice(0, at)),
        Buffer.from(bytes),
        Buffer.from(rawBody.slice(at)),
      ]),
    )
  },
  cut_off: ({ rawBody }, random) =>
    typeof rawBody === 'string' ? raw(rawBody.slice(0, random.integer(0, rawBody.length))) : null,
  byte_order_mark: ({ rawBody }) => (typeof rawBody === 'string' ? raw(`\uFEFF${rawBody}`) : null),
  no_object: ({ rawBody }, random) =>
    rawBody === null ? null : raw(random.pick(['[]', '""', 'null', '0', 'true', '[{}]', '{}', ''])),
  huge_number: ({ rawBody }) =>
    rawBody === null ? null : raw('{"name":1e999,"campaign_id":-0,"grace_seconds":1E400}'),
}

/** The request about a record of the other tenant: it must get the response for a missing record. */
export function aimAtOther(
  planned: Planned,
  random: Random,
  other: Tenant,
): Partial<Planned> | null {
  const { route, tenant } = planned
  const pool = poolOf(route.path)
  const id = pool === null ? null : pickId(idsOf(other, pool), random)
  if (id === null || pool === null || idsOf(tenant, pool).includes(id)) return null
  return { path: pathTo(route, id), id: null, expected: NOTHING_FOUND }
}

const NOTHING_FOUND = [403, 404, 422]

const TARGET: Record<string, Mutate> = {
  foreign_id: aimAtOther,
  deleted_id: ({ route, tenant }, random) => {
    const id = pickId(tenant.deleted.get(poolOf(route.path) ?? '') ?? [], random)
    return id === null ? null : { path: pathTo(route, id), id: null }
  },
  bad_id: ({ route }, random) => {
    const [kind] = Object.values(route.params ?? {})
    if (kind === undefined) return null
    const bad = { integer: BAD_INTEGER_IDS, uuid: BAD_UUIDS, text: BAD_TEXTS }
    return {
      path: route.path.replace(/:\w+/, random.pick(bad[kind])),
      id: null,
      expected: [400, 401, 403, 404, 405, 410, 422],
    }
  },
  odd_path: ({ path }, random) => ({
    path: random.pick([`${path}/`, `/${path}`, path.toUpperCase(), `${path}%2f..`, `${path};x=1`]),
    id: null,
    body: null,
  }),
  odd_method: (_planned, random) => ({
    method: random.pick(['HEAD', 'OPTIONS', 'PATCH', 'TRACE']),
    body: null,
    id: null,
  }),
  odd_query: ({ query }, random) => ({
    query: `${query}&${random.pick([
      'limit=1&limit=2',
      'limit[]=3&cursor[a]=4',
      '%00=%00',
      'search=%ED%A0%80',
      'cursor=%',
      '__proto__[x]=1',
      'unknown=1',
      `cursor=${'x'.repeat(200)}`,
      `search=${'%F0%9F%98%80'.repeat(200)}`,
    ])}`,
  }),
}

const WHO: Record<string, Mutate> = {
  no_key: () => ({ key: null, expected: [401] }),
  unknown_key: () => ({ key: '00000000-0000-4000-8000-000000000000', expected: [401] }),
  wrong_token: ({ token }, random) =>
    token === null
      ? null
      : {
          token: random.pick([
            `${token}x`,
            token.toUpperCase(),
            '1|x',
            '|',
            'ä',
            `${token},${token}`,
          ]),
          expected: [401],
        },
  no_token: ({ route }) =>
    route.access.startsWith('management:') ? { token: null, expected: [401] } : null,
  foreign_token: (_planned, _random, other) => ({ token: other.project.token, expected: [404] }),
  foreign_key: ({ token }, _random, other) =>
    token === null ? null : { key: other.project.key, expected: [404] },
  reader: ({ route, tenant }) =>
    route.access.endsWith(':read') || route.access === 'key'
      ? { token: tenant.readToken }
      : { token: tenant.readToken, expected: [403] },
}

const HEADERS: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/JSON;charset="UTF-8"; x=y' },
  { 'content-encoding': 'gzip' },
  { 'idempotency-key': 'ü' },
  { 'idempotency-key': 'x'.repeat(300) },
  { 'user-agent': '\u00ff\u00fe(((', referer: 'javascript:x' },
  { 'user-agent': 'okhttp/4.9' },
  { 'x-forwarded-for': '::ffff:1.2.3.4, 999.1.1.1, ,"[::1]:x"' },
  { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'gopher' },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/project/tokens' },
  { 'sec-purpose': 'prefetch' },
  { 'accept-language': 'x'.repeat(4_000), accept: 'text/html;q=x' },
  { origin: 'null', 'access-control-request-method': 'DELETE' },
  { 'x-request-id': '<script>\u00e4' },
  { range: 'bytes=0-1', 'if-none-match': '*', 'if-modified-since': 'x' },
  { cookie: `a=${'b'.repeat(4_000)}` },
]
const headers: Mutate = (planned, random) => ({
  headers: { ...planned.headers, ...random.pick(HEADERS) },
})

const MUTATIONS = Object.entries<Mutate>({ ...BODY, ...TARGET, ...WHO, headers })
/** Most mutations change the body, where most can be wrong. */
const WEIGHTED = [...MUTATIONS, ...Object.entries(BODY), ...Object.entries({ headers })]

/** Returns the request with one mutation. */
export function mutateRequest(planned: Planned, random: Random, other: Tenant): Planned {
  for (let tries = 0; tries < 10; tries += 1) {
    const [mutation, mutate] = random.pick(WEIGHTED)
    const change = mutate(planned, random, other)
    if (change !== null) return { ...planned, ...change, mutation }
  }
  return planned
}
