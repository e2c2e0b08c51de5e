import { isManagement as isManagementAccess } from '../src/http/access.js'
import type { Route } from '../src/http/route.js'
import type { TestResponse } from './send-request.js'

/** The name of a route in a test, such as `POST /api/webhooks`. */
export function nameOf(route: Route): string {
  return `${route.method.toUpperCase()} ${route.path}`
}

const MISSING = {
  integer: '2147483647',
  uuid: '0190a0a0-0000-7000-8000-000000000000',
  text: 'No-Such-Thing',
}

/** The route's path with valid parameters that match no record, or with the given ones. */
export function pathOf(route: Route, given: Record<string, string> = {}): string {
  return Object.entries(route.params ?? {}).reduce(
    (path, [name, kind]) => path.replace(`:${name}`, given[name] ?? MISSING[kind]),
    route.path,
  )
}

export function isManagement(route: Route): boolean {
  return isManagementAccess(route.access)
}

/** A problem without the parts that differ between requests. */
export function withoutId(body: Record<string, unknown>): Record<string, unknown> {
  const { request_id, ...rest } = body
  return { ...rest, hasId: typeof request_id === 'string' }
}

const OUR_INSIDE =
  /node_modules|\.ts:\d+|\bat [\w.]+ \(|\b(SELECT|INSERT INTO|UPDATE|DELETE FROM) |prisma|postgres|SQLSTATE|column "|relation "/i

/** What no error may contain: our code, our database, any secret. */
export function leakOf(answer: TestResponse, secrets: string[]): string | null {
  if (answer.status < 400) return null
  const found = OUR_INSIDE.exec(answer.text)?.[0] ?? /whsec_\w+/.exec(answer.text)?.[0]
  return found ?? secrets.find((secret) => answer.text.includes(secret)) ?? null
}
