import { randomUUID } from 'node:crypto'
import type { DnsServer } from '@throughline/testkit/dns-server'
import { createRandom, type Random } from '@throughline/testkit/seeded-random'
import type { Route } from '../../src/http/route.js'
import { createMemberOf } from '../accounts.js'
import { nameOf } from '../each-route.js'
import type { TestApi, TestProject } from '../harness.js'
import type { TestResponse } from '../send-request.js'
import { runJourney } from './journey.js'
import { followDelete, followWrite, get, readEverything } from './keep-records.js'
import { aimAtOther, mutateRequest } from './mutate-request.js'
import { planRequest, routes, type Planned } from './plan-request.js'
import { freshKey, requireNone, sendPlanned, type Session } from './session.js'
import { addId, idsOf, learn, newTenant, poolOf, type Fields, type Tenant } from './tenant.js'

export interface FuzzOptions {
  requests: number
  seed: number
  onProgress: (text: string) => void
}

const MUTATED = 0.42
const JOURNEYS = 0.1
/** All records are read again after this many requests. */
const SWEEP_EVERY = 500
/** With this many records of a kind, the next request deletes one: this is below all limits of a project. */
const MOST: Record<string, number> = { webhooks: 20, tokens: 25, domains: 12, campaigns: 40 }
/** How often records are created that other routes need, relative to 1 for every other route. */
const OFTEN: Record<string, number> = {
  'POST /api/links': 5,
  'POST /api/campaigns': 4,
  'POST /api/webhooks': 3,
  'POST /api/attribution/installs': 3,
  'PUT /api/links/:code': 3,
  'DELETE /api/links/:code': 0.3,
  'POST /api/erasures': 0.5,
}

/**
 * Sends requests of two tenants. Most are valid and about existing records, the others have
 * one mutation. Each response is checked, and each written record is read again. The same seed sends the same
 * requests, except for the ids and secrets that the server creates.
 *
 * @throws Error at the first fault, with the seed and the latest requests
 */
export async function runFuzz(
  api: TestApi,
  dns: DnsServer,
  options: FuzzOptions,
): Promise<Session> {
  const session = await newSession(api, dns, options.seed)
  const { random } = session
  let sweepAt = SWEEP_EVERY
  while (session.requests < options.requests) {
    const [tenant, other] = random.chance(0.5)
      ? session.tenants
      : [session.tenants[1], session.tenants[0]]
    if (random.chance(JOURNEYS)) await runJourney(session, tenant, random)
    else await runStep(session, tenant, other)
    if (session.requests < sweepAt) continue
    sweepAt = session.requests + SWEEP_EVERY
    options.onProgress(progressOf(session, options))
    await sweep(session)
  }
  await callForeign(session)
  await sweep(session)
  return session
}

async function newSession(api: TestApi, dns: DnsServer, seed: number): Promise<Session> {
  const make = async (name: 'a' | 'b', project: TestProject) => {
    const readToken = await api.createToken(project, { abilities: readAbilities() })
    const tenant = newTenant(name, project, readToken)
    await addWhatOnlyPeopleMake(api, tenant)
    return tenant
  }
  return {
    api,
    dns,
    random: createRandom(seed),
    tenants: [await make('a', api.project), await make('b', api.otherProject)],
    owners: new Map([
      [api.project.id, 'a'],
      [api.otherProject.id, 'b'],
    ]),
    payloads: new Map(),
    requests: 0,
    creating: { sent: 0, made: 0 },
    reached: new Map(),
    lines: [],
  }
}

/** Members, who join with their own sessions, and former keys, which no request of the fuzzer sends. */
async function addWhatOnlyPeopleMake(api: TestApi, tenant: Tenant): Promise<void> {
  const { project } = tenant
  for (let n = 0; n < 6; n += 1) {
    const { id } = await createMemberOf(api, project, 'owner')
    addId(tenant, 'members', id)
    const key = randomUUID()
    await api.database.prisma.formerProjectKey.create({ data: { key, projectId: project.id } })
    addId(tenant, 'former-keys', key)
  }
}

function readAbilities(): string[] {
  const all = routes.map(({ access }) => access.replace('management:', ''))
  return [...new Set(all.filter((access) => access.endsWith(':read')))]
}

async function sweep(session: Session): Promise<void> {
  for (const tenant of session.tenants) await readEverything(session, tenant)
}

/** Calls every route that names a record as its owner may, but with the id of the other tenant's record. */
async function callForeign(session: Session): Promise<void> {
  const [a, b] = session.tenants
  for (const [tenant, other] of [[a, b] as const, [b, a] as const]) {
    for (const route of routes) {
      const planned = { ...planRequest(tenant, route, session.random), token: tenant.project.token }
      const change = aimAtOther(planned, session.random, other)
      if (change === null) continue
      const foreign = { ...planned, ...change, query: '', mutation: 'foreign_id', expected: [404] }
      await sendPlanned(session, foreign)
    }
  }
}

function progressOf({ requests, creating }: Session, options: FuzzOptions): string {
  const share = Math.round((100 * creating.made) / Math.max(1, creating.sent))
  return `${requests} of ${options.requests} requests, seed ${options.seed}; ${creating.made} created, ${share} % of ${creating.sent}`
}

async function runStep(session: Session, tenant: Tenant, other: Tenant): Promise<void> {
  const { random } = session
  const route = unreachedRoute(session, tenant) ?? pickRoute(tenant, random)
  const planned = planRequest(tenant, route, random)
  if (random.chance(MUTATED)) {
    await sendAndFollow(session, mutateRequest(planned, random, other))
    return
  }
  if (route.path === '/api/project/domains' && route.method === 'post' && random.chance(0.7))
    session.dns.txt.set(`_throughline.${String(planned.body?.['host'])}`, [tenant.project.id])
  if (route.isCreate === true && random.chance(0.15)) await sendTwice(session, planned)
  else await sendAndFollow(session, planned)
}

/** Sometimes picks a route that has not succeeded yet, if there is a record for it. */
function unreachedRoute({ reached, random }: Session, tenant: Tenant): Route | null {
  if (random.chance(0.7)) return null
  const left = routes.filter((route) => {
    const pool = poolOf(route.path)
    const hasRecord = pool === null || idsOf(tenant, pool).length > 0
    return hasRecord && reached.get(nameOf(route))?.['2xx'] === undefined
  })
  return left.length === 0 ? null : random.pick(left)
}

function pickRoute(tenant: Tenant, random: Random): Route {
  for (;;) {
    const route = random.pick(routes)
    const often = OFTEN[nameOf(route)] ?? 1
    if (random.next() * 5 > often) continue
    const pool = poolOf(route.path)
    if (pool !== null) {
      if (idsOf(tenant, pool).length === 0 && random.chance(0.9)) continue
      return route
    }
    const made = route.path.split('/').at(-1) ?? ''
    const isFull = route.method === 'post' && idsOf(tenant, made).length >= (MOST[made] ?? Infinity)
    const remove = routes.find(
      ({ method, path }) => method === 'delete' && path.startsWith(`${route.path}/:`),
    )
    return isFull && remove !== undefined ? remove : route
  }
}

/** The records that an owner creates, on any route. */
function isCreating({ route, method }: Planned): boolean {
  return method === 'POST' && (route.isCreate === true || !route.path.includes(':'))
}

async function sendAndFollow(session: Session, planned: Planned): Promise<TestResponse> {
  const answer = await sendPlanned(session, planned)
  if (isCreating(planned)) {
    session.creating.sent += 1
    if (answer.status < 300) session.creating.made += 1
  }
  const isOdd = planned.method !== planned.route.method.toUpperCase()
  if (isOdd || answer.status >= 300) return answer
  learn(planned.tenant, planned.route, answer)
  if (planned.method === 'DELETE') await followDelete(session, planned, answer)
  else if (planned.method !== 'GET') await followWrite(session, planned, answer)
  await followRoute(session, planned, answer)
  return answer
}

/** A repeated request with its Idempotency-Key gets the same response and creates nothing; another body is rejected. */
async function sendTwice(session: Session, planned: Planned): Promise<void> {
  const headers = { ...planned.headers, 'idempotency-key': freshKey() }
  const keyed = { ...planned, headers }
  const first = await sendAndFollow(session, keyed)
  if (first.status >= 300) return
  const second = await sendPlanned(session, { ...keyed, expected: [first.status] })
  const isSame = second.text === first.text
  requireNone(session, keyed, second, isSame ? [] : [`the first answer was ${first.text}`])
  if (planned.body?.['name'] === undefined) return
  const body = { ...planned.body, name: 'another' }
  await sendPlanned(session, { ...keyed, body, rawBody: JSON.stringify(body), expected: [422] })
}

async function followRoute(
  session: Session,
  planned: Planned,
  answer: TestResponse,
): Promise<void> {
  const { tenant, route } = planned
  const body = answer.body as Fields
  if (nameOf(route) === 'POST /api/project/tokens') {
    const abilities = body['abilities'] as string[]
    const isAble = abilities.includes('*') || abilities.includes('webhooks:read')
    const path = '/api/webhooks'
    const token = String(body['token'])
    await get(session, tenant, { path, to: path, token, expected: [isAble ? 200 : 403] })
  }
  if (nameOf(route) === 'GET /api/deliveries/:id') {
    const id = String(body['id'])
    const payload = String(body['payload'])
    const first = session.payloads.get(id) ?? payload
    session.payloads.set(id, first)
    // An erasure empties it.
    const isKept = payload === first || payload === '' || payload === '{}'
    requireNone(session, planned, answer, isKept ? [] : [`the payload was ${first}`])
  }
}
