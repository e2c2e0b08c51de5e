import { maxHeaderSize } from 'node:http'
import { attributionMiss } from '@throughline/contracts/attribution'
import { problem } from '@throughline/contracts/problem'
import { leakOf } from '../each-route.js'
import type { TestResponse } from '../send-request.js'
import type { Planned } from './plan-request.js'
import type { Tenant } from './tenant.js'
import { foreignMarks, type TenantName } from './texts.js'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const SECRET = /whsec_[\w+/]{64}|\d+\|[A-Za-z0-9]{40,}/g
/** The routes whose responses may contain a secret. */
const SECRET_ROUTE = /^\/api\/(webhooks(\/:id\/(rotate|regenerate-secret))?|project\/tokens)$/

/** The owner of each UUID: the tenant that first received it. */
export type Owners = Map<string, TenantName>

/** Returns everything that is wrong with the response to a planned request, or an empty list. */
export function faultsOfAnswer(planned: Planned, answer: TestResponse): string[] {
  const { route } = planned
  const expected = planned.expected && [...planned.expected, ...(isLong(planned) ? [431] : [])]
  const faults: string[] = []
  if (answer.status >= 500) faults.push(`answered ${answer.status}`)
  if (expected !== null && !expected.includes(answer.status))
    faults.push(`answered ${answer.status}, expected ${expected.join(' or ')}`)
  const isOdd = planned.method !== route.method.toUpperCase()
  if (!isOdd) faults.push(...faultsOfBody(planned, answer))
  const leak = leakOf(answer, [planned.tenant.project.token])
  if (leak !== null && !sentBy(planned).includes(leak)) faults.push(`tells of our inside: ${leak}`)
  return faults
}

/** Node rejects more than 16 kB of request line and headers together. The headers have up to 2 kB. */
function isLong({ path, query }: Planned): boolean {
  return path.length + query.length > maxHeaderSize - 2_048
}

function faultsOfBody({ route }: Planned, answer: TestResponse): string[] {
  const { status, text, body } = answer
  const shape = route.answers[status]
  if (status < 300) {
    if (shape === undefined) return [`answered ${status}, which the route does not name`]
    if (text.search(SECRET) >= 0 && !SECRET_ROUTE.test(route.path)) return ['answered a secret']
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    if (shape.schema === undefined || !isJson) return []
    const parsed = shape.schema.safeParse(body)
    return parsed.success ? [] : [`broke its schema: ${parsed.error.message}`]
  }
  const isProblem = problem.safeParse(body).success || attributionMiss.safeParse(body).success
  return status < 400 || isProblem ? [] : [`answered ${status} without a problem: ${text}`]
}

/**
 * Another tenant's texts, UUIDs and secrets in a response, except those that the tenant has sent itself. A UUID that
 * no tenant has received before belongs to the one that receives it first.
 */
export function leaksOf(tenant: Tenant, answer: TestResponse, owners: Owners): string[] {
  const all = `${answer.text} ${JSON.stringify(answer.headers)}`
  const ids = [...all.matchAll(UUID), ...all.matchAll(SECRET)].map(([id]) => id)
  const others = ids.filter((id) => (owners.get(id) ?? tenant.name) !== tenant.name)
  if (answer.status < 300) for (const id of ids) if (!owners.has(id)) owners.set(id, tenant.name)
  return [...foreignMarks(all, tenant.name), ...others].filter((one) => !tenant.sent.has(one))
}

/** Remembers what a tenant sends of others: responses to it may contain this from then on. */
export function noteSent(planned: Planned): void {
  const { tenant } = planned
  const all = sentBy(planned)
  for (const mark of foreignMarks(all, tenant.name)) tenant.sent.add(mark)
  for (const [id] of all.matchAll(UUID)) tenant.sent.add(id)
}

function sentBy({ path, query, rawBody, headers }: Planned): string {
  const body = rawBody === null ? '' : Buffer.from(rawBody).toString('utf8')
  return `${path} ${query} ${body} ${JSON.stringify(headers)}`
}
