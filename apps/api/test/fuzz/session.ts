import { randomUUID } from 'node:crypto'
import type { DnsServer } from '@throughline/testkit/dns-server'
import type { Random } from '@throughline/testkit/seeded-random'
import { nameOf } from '../each-route.js'
import type { TestApi } from '../harness.js'
import { sendRequest, type TestRequest, type TestResponse } from '../send-request.js'
import { faultsOfAnswer, leaksOf, noteSent, type Owners } from './check-answer.js'
import type { Planned } from './plan-request.js'
import type { Tenant } from './tenant.js'

const KEPT_LINES = 15

/** A run: two tenants of one API, and the results of their requests so far. */
export interface Session {
  api: TestApi
  dns: DnsServer
  random: Random
  tenants: readonly [Tenant, Tenant]
  owners: Owners
  /** The payload of each delivery as it was first returned. */
  payloads: Map<string, string>
  requests: number
  creating: { sent: number; made: number }
  /** How often each status class occurred, by the route's name or `mutation:{name}`. */
  reached: Map<string, Record<string, number>>
  /** The latest requests, one line each. */
  lines: string[]
}

/** Sends a planned request and checks the response. @throws Error with everything needed to reproduce it */
export async function sendPlanned(session: Session, planned: Planned): Promise<TestResponse> {
  noteSent(planned)
  const { path, query, key, token, headers, rawBody } = planned
  const hasBody = rawBody !== null && planned.method !== 'TRACE'
  const answer = await sendCounted(session, {
    method: planned.method,
    path: query === '' ? path : `${path}?${query}`,
    options: {
      key,
      token,
      headers,
      ...(hasBody ? { rawBody } : {}),
    },
  })
  note(session, nameOf(planned.route), answer.status)
  if (planned.mutation !== null) note(session, `mutation:${planned.mutation}`, answer.status)
  const leaks = leaksOf(planned.tenant, answer, session.owners)
  requireNone(session, planned, answer, [
    ...faultsOfAnswer(planned, answer),
    ...leaks.map((leak) => `shows another tenant's ${leak}`),
  ])
  return answer
}

interface Sent {
  method: string
  path: string
  options: TestRequest
}

/** A request to any host, counted and kept for the report of a failure. */
export async function sendCounted(session: Session, sent: Sent): Promise<TestResponse> {
  const { api } = session
  session.requests += 1
  const { method, path, options } = sent
  const answer = await sendRequest(`${api.url}${path}`, method, options)
  const body = options.rawBody ?? (options.body === undefined ? '' : JSON.stringify(options.body))
  const text = typeof body === 'string' ? body : `base64:${Buffer.from(body).toString('base64')}`
  session.lines.push(
    `${session.requests}. ${method} ${path} ${JSON.stringify({ ...options, rawBody: text.slice(0, 2_000) })} -> ${answer.status} ${answer.text.slice(0, 300)}`,
  )
  if (session.lines.length > KEPT_LINES) session.lines.shift()
  return answer
}

/** @throws Error with the faults, the seed and the latest requests */
export function requireNone(
  session: Session,
  { tenant, mutation, route }: Pick<Planned, 'tenant' | 'mutation' | 'route'>,
  answer: TestResponse,
  faults: string[],
): void {
  if (faults.length === 0) return
  throw new Error(
    [
      `${nameOf(route)} of tenant ${tenant.name}${mutation === null ? '' : `, mutated by ${mutation}`}:`,
      ...faults.map((fault) => `  ${fault}`),
      `Answer: ${answer.status} ${answer.text.slice(0, 2_000)}`,
      `Run it again with FUZZ_SEED=${session.random.seed} FUZZ_REQUESTS=${session.requests + 1}. The latest requests:`,
      ...session.lines,
    ].join('\n'),
  )
}

function note({ reached }: Session, name: string, status: number): void {
  const counts = reached.get(name) ?? {}
  const kind = `${Math.floor(status / 100)}xx`
  reached.set(name, { ...counts, [kind]: (counts[kind] ?? 0) + 1 })
}

/** An Idempotency-Key that no other request has. */
export function freshKey(): string {
  return `fuzz-${randomUUID()}`
}
