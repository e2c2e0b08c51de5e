import { domainError, fieldErrors, type FieldErrors } from '@throughline/core/lib/errors'
import type { OpenSession } from '@throughline/db/accounts/sessions'
import { inTransaction, type Db } from '@throughline/db/connection/database'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { AppContext } from '../context.js'
import { credentialOf, isAccountAccess, isKeyOnly, userCredential, type Caller } from './access.js'
import { addressOf } from './arrival.js'
import { authenticateAccount, requireRecentSignIn } from './authenticate-session.js'
import { authenticate } from './authenticate.js'
import { allowAnyOrigin, answerPreflight } from './security-headers.js'
import { readIdempotencyKey, runIdempotent } from './idempotency.js'
import { callerAt, type RateCount } from '../infra/rate-limiter.js'
import { readJsonBody } from './read-body.js'
import { covers, readParams } from './path-params.js'
import type { AccountCall, Answer, Call, Route } from './route.js'
import { runRoute } from './run-route.js'
import { sendAnswer } from './send-answer.js'
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
    const group = routes.filter((route) => covers(route.path, path.split('/')))
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

function handle(ctx: AppContext, route: Route): RequestHandler {
  return async (request, response) => {
    if (isKeyOnly(route.access)) allowAnyOrigin(response)
    response.setHeader('Cache-Control', 'no-store')
    // Errors link to the route's operation in the API reference.
    response.locals['route'] = route
    const call = await prepare(ctx, route, { request, response })
    const answer = await execute(ctx, {
      route,
      call,
      key: route.isCreate === true ? readIdempotencyKey(request.get('idempotency-key')) : null,
    })
    await sendAnswer(request, response, answer)
    answer
      .afterCommit?.()
      .catch((error: unknown) => ctx.logger.warn({ err: error }, 'work after the response failed'))
  }
}

async function prepare(
  ctx: AppContext,
  route: Route,
  io: { request: Request; response: Response },
): Promise<Call | AccountCall> {
  const { request, response } = io
  const startedMs = Date.now()
  const address = addressOf(request)
  const db = ctx.database.prisma
  const caller = await identify(ctx, route, { request, response, address })
  const params = readParams(route.params ?? {}, request.params)
  const query: unknown = route.query === undefined ? {} : validate(route.query, plainQuery(request))
  const { value, text: bodyText } = readGivenBody(route, request)
  // The route's schemas produced params, query and body; route() has checked their types.
  const call = {
    ctx,
    db,
    params,
    query,
    body: undefined as unknown,
    bodyText,
    address,
    headers: request.headers,
    requestId: response.locals['requestId'] as string,
    startedMs,
  }
  // With a spread between its fields, V8 would create a new hidden class for each call, which takes 13 µs.
  const complete = Object.assign(call, caller) as unknown as Call | AccountCall
  call.body = await parseBody(route, complete, value)
  return complete
}

type Asked = { request: Request; response: Response; address: string }

/** Identifies the caller and checks its limits. */
async function identify(
  ctx: AppContext,
  { access, addressLimit, needsRecentSignIn }: Route,
  { request, response, address }: Asked,
): Promise<Caller | { session: OpenSession | null }> {
  if (addressLimit !== undefined)
    apply(response, await ctx.rateLimiter.count(addressLimit, callerAt(address)))
  if (isAccountAccess(access)) {
    const session = await withDatabaseTimeout(authenticateAccount(ctx, request, access))
    if (session !== null)
      apply(response, await ctx.rateLimiter.count('management', userCredential(session)))
    if (session !== null && needsRecentSignIn === true) requireRecentSignIn(session)
    return { session }
  }
  const caller = await withDatabaseTimeout(authenticate(ctx, request, access))
  response.locals['projectId'] = caller.project.id
  await limit(ctx, response, { caller, address, isWrite: access.endsWith(':write') })
  if (caller.actor.kind === 'user' && needsRecentSignIn === true)
    requireRecentSignIn(caller.actor.session)
  return caller
}

async function limit(
  ctx: AppContext,
  response: Response,
  who: { caller: Caller; address: string; isWrite: boolean },
): Promise<void> {
  const { actor, project } = who.caller
  // Requests rejected by the caller's own limit do not use up the project's.
  if (actor.kind !== 'sdk') {
    const own = actor.kind === 'user' ? credentialOf(actor) : String(actor.tokenId)
    apply(response, await ctx.rateLimiter.count('management', own))
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
async function parseBody({ body, fieldRules }: Route, call: Call | AccountCall, value: unknown) {
  const parsed = body?.safeParse(value)
  if (body === undefined || parsed?.success === true) return parsed?.data
  const rejected = schemaErrors(body, value)
  const accepted = acceptedPart(body, value)
  if (fieldRules === undefined || accepted === undefined) throw fieldErrors(rejected)
  // route() has checked the types.
  const rules = fieldRules as (
    call: Call | AccountCall,
    rejected: FieldErrors,
  ) => Promise<FieldErrors>
  const others = await withDatabaseTimeout(rules({ ...call, body: accepted }, rejected))
  // The message names the first fields, so the schema's come first; they also win over the rules'.
  throw fieldErrors({ ...rejected, ...others, ...rejected })
}

async function execute(
  ctx: AppContext,
  work: { route: Route; call: Call | AccountCall; key: string | null },
): Promise<Answer> {
  const { route, call, key } = work
  const isTransaction = route.isTransaction ?? route.method !== 'get'
  if (isTransaction === false || (isTransaction === 'for_key' && key === null))
    return runRoute(route, call)
  const inOne = (keep?: (db: Db, answer: Answer) => Promise<void>) =>
    inTransaction(
      ctx.database,
      async (db) => {
        const answer = await runRoute(route, { ...call, db })
        await keep?.(db, answer)
        return answer
      },
      route.transactionTimeoutMs,
    )
  if (key === null) return inOne()
  const scope = {
    ...scopeOf(call),
    route: `${route.method} ${route.path} ${JSON.stringify(call.params)}`,
    key,
  }
  return runIdempotent(ctx, { scope, body: call.body, run: inOne })
}

/** Stands for the project id in calls without a project. */
const NO_PROJECT = '00000000-0000-0000-0000-000000000000'

function scopeOf(call: Call | AccountCall): { projectId: string; credential: string } {
  if ('session' in call) return { projectId: NO_PROJECT, credential: userCredential(call.session) }
  return { projectId: call.project.id, credential: credentialOf(call.actor) }
}

function plainQuery(request: Request): Record<string, string> {
  return Object.fromEntries(new URL(request.originalUrl, 'http://host').searchParams)
}

function preflight(group: Route[]): RequestHandler {
  const methods = group
    .filter((route) => isKeyOnly(route.access))
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
