import { domainError, fieldErrors, type FieldErrors } from '@throughline/core/lib/errors'
import { isUuid, parseIntegerId } from '@throughline/core/lib/ids'
import { isCleanText } from '@throughline/contracts/text'
import { inTransaction, type Db } from '@throughline/db/connection/database'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { AppContext } from '../context.js'
import type { Caller } from './access.js'
import { addressOf } from './arrival.js'
import { authenticate, credentialOf, NOTHING_HERE } from './authenticate.js'
import { allowAnyOrigin, answerPreflight } from './security-headers.js'
import { readIdempotencyKey, runIdempotent } from './idempotency.js'
import { callerAt, type RateCount } from '../infra/rate-limiter.js'
import { readJsonBody } from './read-body.js'
import type { Answer, Call, ParamKind, Route } from './route.js'
import { acceptedPart, schemaErrors, validate } from './validate.js'

/**
 * Makes a router with strict paths, 405 and preflights. Rejections come last: links/bulk may also match links/:code.
 */
export function mountRoutes(ctx: AppContext, routes: readonly Route[]): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const groups = byPath(routes)
  for (const group of groups.values()) {
    for (const route of group) {
      if (route.rejectsHead === true) router.head(route.path, rejectMethod(group))
      router[route.method](route.path, handle(ctx, route))
    }
  }
  for (const path of groups.keys()) {
    const group = routes.filter((route) => covers(route.path, path))
    router.options(path, preflight(group))
    router.all(path, rejectMethod(group))
  }
  return router
}

function byPath(routes: readonly Route[]): Map<string, Route[]> {
  const groups = new Map<string, Route[]>()
  for (const route of routes) groups.set(route.path, [...(groups.get(route.path) ?? []), route])
  return groups
}

function covers(pattern: string, path: string): boolean {
  const [parts, words] = [pattern.split('/'), path.split('/')]
  return (
    parts.length === words.length &&
    parts.every((part, index) => part === words[index] || part.startsWith(':'))
  )
}

function handle(ctx: AppContext, route: Route): RequestHandler {
  return async (request, response) => {
    if (!isManagement(route)) allowAnyOrigin(response)
    response.setHeader('Cache-Control', 'no-store')
    // Errors link to the route's operation in the API reference.
    response.locals['route'] = route
    const call = await prepare(ctx, route, { request, response })
    const answer = await execute(ctx, {
      route,
      call,
      key: route.isCreate === true ? readIdempotencyKey(request.get('idempotency-key')) : null,
    })
    send(response, answer)
    answer
      .afterCommit?.()
      .catch((error: unknown) => ctx.logger.warn({ err: error }, 'work after a commit failed'))
  }
}

async function prepare(
  ctx: AppContext,
  route: Route,
  io: { request: Request; response: Response },
): Promise<Call> {
  const { request, response } = io
  const address = addressOf(request)
  const db = ctx.database.prisma
  const caller = await withDatabaseTimeout(authenticate(ctx, request, route.access))
  response.locals['projectId'] = caller.project.id
  await limit(ctx, response, { caller, address, isWrite: route.access.endsWith(':write') })
  const params = readParams(route.params ?? {}, request.params)
  const query: unknown = route.query === undefined ? {} : validate(route.query, plainQuery(request))
  const { value, text: bodyText } = readGivenBody(route, request)
  // The route's schemas produced params, query and body; route() has checked their types.
  const call = {
    ctx,
    db,
    ...caller,
    params,
    query,
    bodyText,
    address,
    headers: request.headers,
    requestId: response.locals['requestId'] as string,
  } as unknown as Call
  return { ...call, body: await parseBody(route, call, value) }
}

async function limit(
  ctx: AppContext,
  response: Response,
  who: { caller: Caller; address: string; isWrite: boolean },
): Promise<void> {
  const { actor, project } = who.caller
  // Requests rejected by the token's own limit do not use up the project's.
  if (actor.kind === 'admin') {
    apply(response, await ctx.rateLimiter.count('management', String(actor.tokenId)))
    const { rejection } = await ctx.rateLimiter.count('management_project', project.id)
    if (rejection !== null) throw rejection
    return
  }
  const app = `${project.id}:${callerAt(who.address)}`
  const counts = [await ctx.rateLimiter.count('sdk', app)]
  if (who.isWrite) counts.push(await ctx.rateLimiter.count('sdk_writes', app))
  for (const count of counts) apply(response, count)
}

function apply(response: Response, { headers, rejection }: RateCount): void {
  response.set(headers)
  if (rejection !== null) throw rejection
}

function readGivenBody(route: Route, request: Request): { value: unknown; text: string } {
  if (route.body === undefined) return { value: undefined, text: '' }
  const { value, text } = readJsonBody(request, route.bodyLimitBytes)
  return { value: value === undefined && route.isBodyOptional === true ? {} : value, text }
}

/** @throws DomainError `validation_failed` that also names what the operation's own rules reject */
async function parseBody({ body, fieldRules }: Route, call: Call, value: unknown) {
  const parsed = body?.safeParse(value)
  if (body === undefined || parsed?.success === true) return parsed?.data
  const rejected = schemaErrors(body, value)
  const accepted = acceptedPart(body, value)
  if (fieldRules === undefined || accepted === undefined) throw fieldErrors(rejected)
  // route() has checked the types.
  const rules = fieldRules as (call: Call, rejected: FieldErrors) => Promise<FieldErrors>
  const others = await withDatabaseTimeout(rules({ ...call, body: accepted }, rejected))
  throw fieldErrors({ ...rejected, ...others, ...rejected })
}

async function execute(
  ctx: AppContext,
  work: { route: Route; call: Call; key: string | null },
): Promise<Answer> {
  const { route, call, key } = work
  // route() has checked the types; here they are put together again.
  const run = route.run as (call: Call) => Promise<Answer>
  const isTransaction = route.isTransaction ?? route.method !== 'get'
  if (isTransaction === false || (isTransaction === 'for_key' && key === null)) return run(call)
  const inOne = (keep?: (db: Db, answer: Answer) => Promise<void>) =>
    inTransaction(
      ctx.database,
      async (db) => {
        const answer = await run({ ...call, db })
        await keep?.(db, answer)
        return answer
      },
      route.transactionTimeoutMs,
    )
  if (key === null) return inOne()
  const scope = {
    projectId: call.project.id,
    credential: credentialOf(call.actor),
    route: `${route.method} ${route.path} ${JSON.stringify(call.params)}`,
    key,
  }
  return runIdempotent(ctx, { scope, body: call.body, run: inOne })
}

function send(response: Response, answer: Answer): void {
  const { status, headers, body, contentType } = answer
  response.statusCode = status
  if (headers !== undefined) response.set(headers)
  if (contentType !== undefined) response.type(contentType).send(body)
  else sendJson(response, JSON.stringify(body))
}

/** Express's send() would handle charset, ETag and conditional requests, which API responses never have. */
function sendJson(response: Response, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}

const PARAM_READERS: Record<ParamKind, (text: string) => string | number | null> = {
  integer: parseIntegerId,
  uuid: (text) => (isUuid(text) ? text.toLowerCase() : null),
  text: (text) => (isCleanText(text) ? text : null),
}

function readParams(
  kinds: Record<string, ParamKind>,
  given: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => {
      const text = given[name]
      const value = typeof text === 'string' ? PARAM_READERS[kind](text) : null
      if (value === null) throw notFound()
      return [name, value]
    }),
  )
}

function plainQuery(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.originalUrl, 'http://host').searchParams)
}

function preflight(group: Route[]): RequestHandler {
  const methods = group
    .filter((route) => !isManagement(route))
    .map((route) => route.method.toUpperCase())
  if (methods.length === 0) return rejectMethod(group)
  return (_request, response) => answerPreflight(response, methods)
}

function rejectMethod(group: Route[]): RequestHandler {
  const methods = group.flatMap((route) =>
    route.method === 'get' && route.rejectsHead !== true
      ? ['GET', 'HEAD']
      : [route.method.toUpperCase()],
  )
  const allow = methods.join(', ')
  return (request, response) => {
    response.set('Allow', allow)
    throw domainError(
      'method_not_allowed',
      `${request.method} is not allowed for this address; use ${allow}.`,
    )
  }
}

function isManagement(route: Route): boolean {
  return route.access.startsWith('management:')
}

export function notFound() {
  return domainError('not_found', NOTHING_HERE)
}
