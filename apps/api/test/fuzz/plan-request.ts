import type { Random } from '@throughline/testkit/seeded-random'
import fc from 'fast-check'
import type { Route } from '../../src/http/route.js'
import { keyedRoutes } from '../../src/routes.js'
import { nameOf, pathOf } from '../each-route.js'
import { arbitraryOf } from './arbitrary-of.js'
import { fieldsOf, fileText } from './fields.js'
import { idsOf, nextMark, pickId, poolOf, type Fields, type Tenant } from './tenant.js'
import { withMarks } from './texts.js'

/** Tickets belong to sessions, and the fuzzer sends tokens. */
export const routes = keyedRoutes.filter(({ path }) => path !== '/api/tickets')

/** A request as it will be sent. Code that mutates it also sets the expected result. */
export interface Planned {
  tenant: Tenant
  route: Route
  method: string
  path: string
  query: string
  key: string | null
  token: string | null
  headers: Record<string, string>
  /** The body as sent; null for none. */
  rawBody: string | Uint8Array | null
  /** The body as an object, if it is one; the record that is read back is compared with it. */
  body: Fields | null
  /** The id in the path. */
  id: string | null
  /** The name of the mutation, or null. */
  mutation: string | null
  /** The allowed statuses; null for any below 500. */
  expected: readonly number[] | null
}

const arbitraries = new Map<unknown, fc.Arbitrary<unknown>>()

/** A valid request about an existing record, with sufficient credentials. */
export function planRequest(tenant: Tenant, route: Route, random: Random): Planned {
  const pool = poolOf(route.path)
  const id = pool === null ? null : pickId(idsOf(tenant, pool), random)
  const isOwner = route.access.startsWith('management:') || random.chance(0.4)
  const body = drawBody(tenant, route, random)
  return {
    tenant,
    route,
    method: route.method.toUpperCase(),
    path: pathTo(route, id),
    query: drawQuery(tenant, route, random),
    key: tenant.project.key,
    token: isOwner ? tenant.project.token : null,
    headers: body.rawBody === null ? {} : { 'content-type': 'application/json' },
    ...body,
    id,
    mutation: null,
    expected: null,
  }
}

/** The route's path with an id as its one parameter. */
export function pathTo(route: Route, id: string | null): string {
  const [name] = Object.keys(route.params ?? {})
  return pathOf(route, id === null || name === undefined ? {} : { [name]: encodeURIComponent(id) })
}

/** @param name such as `GET /api/links/:code` */
export function findRoute(name: string): Route {
  const route = routes.find((one) => nameOf(one) === name)
  if (route === undefined) throw new Error(`there is no route ${name}`)
  return route
}

/** A value that the schema accepts, with marks of the tenant. The same seed returns the same value. */
export function draw(tenant: Tenant, arbitrary: fc.Arbitrary<unknown>, random: Random): unknown {
  const seed = random.integer(-(2 ** 31), 2 ** 31 - 1)
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 })
  return value === undefined ? value : withMarks(value, () => nextMark(tenant))
}

const MAX_DRAWS = 30

type Body = Pick<Planned, 'body' | 'rawBody'>

function drawBody(tenant: Tenant, route: Route, random: Random): Body {
  const { body: schema } = route
  if (schema === undefined) return { body: null, rawBody: null }
  if (route.isBodyFile === true) {
    return { body: null, rawBody: String(draw(tenant, fileText(route.path), random)) }
  }
  if (route.isBodyOptional === true && random.chance(0.2)) return { body: null, rawBody: null }
  const arbitrary = remembered(schema, () => arbitraryOf(schema, fieldsOf(route)))
  for (let n = 1; ; n += 1) {
    const body = withReferences(tenant, route, draw(tenant, arbitrary, random) as Fields, random)
    if (n === MAX_DRAWS || schema.safeParse(body).success)
      return { body, rawBody: JSON.stringify(body) }
  }
}

function remembered(key: unknown, make: () => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const arbitrary = arbitraries.get(key) ?? make()
  arbitraries.set(key, arbitrary)
  return arbitrary
}

/** References in a body must name existing records. */
function withReferences(tenant: Tenant, { path }: Route, body: Fields, random: Random): Fields {
  if (Array.isArray(body['links'])) {
    const links = (body['links'] as Fields[]).map((link) => asLink(tenant, link, random))
    return { ...body, links }
  }
  if (path === '/api/links') return asLink(tenant, body, random)
  if (path === '/api/links/:code') {
    const link = asLink(tenant, body, random)
    Reflect.deleteProperty(link, 'code')
    // After the change the link must still be readable.
    Reflect.deleteProperty(link, 'archived')
    return link
  }
  if (path === '/api/links/bulk-update') return asBulkUpdate(tenant, body, random)
  if (path === '/api/erasures') {
    const isInstall = random.chance(0.6)
    const id = pickId(idsOf(tenant, isInstall ? 'installs' : 'links'), random) ?? 'none'
    return isInstall ? { install_id: id } : { code: id }
  }
  if (path === '/api/attribution/installs') {
    const code = pickId(idsOf(tenant, 'links'), random) ?? ''
    return random.chance(0.3) ? { ...body, install_referrer: `dyna_code=${code}` } : body
  }
  return body
}

const MOST_CHANGED = 4

function asBulkUpdate(tenant: Tenant, body: Fields, random: Random): Fields {
  const { campaign_id: wanted, archived, ...rest } = body
  const codes = Array.from({ length: random.integer(1, MOST_CHANGED) }, () =>
    pickId(idsOf(tenant, 'links'), random),
  ).filter((code) => code !== null)
  const id = pickId(idsOf(tenant, 'campaigns'), random)
  return {
    // Where the rest is empty, there must be something to change; the links must stay readable.
    ...(archived === undefined ? {} : { archived: false }),
    ...rest,
    ...(wanted === undefined ? {} : { campaign_id: id === null ? null : Number(id) }),
    ...(codes.length === 0 ? {} : { codes }),
  }
}

function asLink(tenant: Tenant, link: Fields, random: Random): Fields {
  const { campaign_id: wanted, ...rest } = link
  const id = pickId(idsOf(tenant, 'campaigns'), random)
  const target =
    'actual_url' in rest || random.chance(0.2) ? {} : { actual_url: 'https://example.com/x' }
  return {
    ...target,
    ...rest,
    ...(wanted != null && id !== null ? { campaign_id: Number(id) } : {}),
  }
}

function drawQuery(tenant: Tenant, route: Route, random: Random): string {
  const { query: schema } = route
  if (schema === undefined) return ''
  const arbitrary = remembered(schema, () => arbitraryOf(schema, fieldsOf(route)))
  for (let n = 1; ; n += 1) {
    const { cursor, ...drawn } = draw(tenant, arbitrary, random) as Fields
    if ('install_id' in drawn)
      drawn['install_id'] = pickId(idsOf(tenant, 'installs'), random) ?? drawn['install_id']
    if (route.path === '/api/project/association-files') drawn['host'] = tenant.project.linkHost
    const last = tenant.cursors.get(route.path)
    const isPaged = cursor !== undefined && last !== undefined && !('page' in drawn)
    const given: Fields = isPaged ? { ...drawn, cursor: last } : drawn
    const fields = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, String(value)]),
    )
    if (n < MAX_DRAWS && !schema.safeParse(fields).success) continue
    return Object.entries(fields)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
  }
}
