import { DomainError, domainError } from '@throughline/core/lib/errors'
import { newUuidV7 } from '@throughline/core/lib/ids'
import type { NewClick } from '@throughline/db/clicks/clicks'
import { buildClick } from '../domain/clicks/build-click.js'
import type { ClickOutcome } from '../domain/clicks/click-writer.js'
import { isSpeculative } from '../domain/clicks/prefetch.js'
import { recordRequestSpan } from '../http/request-span.js'
import { callerAt } from '../infra/rate-limiter.js'
import { emptyAnswer, redirectTo, type LinkHostAnswer } from './response.js'
import { decideAnswer, type Decision } from '../domain/links/decide-response.js'
import type { LinkHost, LinkHostCall } from './link-host.js'
import { answerPage } from './page-response.js'
import { isClaimable, readVisitor, type Visitor } from '../domain/clicks/visitor.js'
import type { ServedLink } from '../domain/links/served-link.js'

/**
 * Follows a link. The click is durable before the response; a click that is not stored gets no token
 * (docs/api-contract.md, "Durable clicks").
 */
export async function followLink(
  host: LinkHost,
  call: LinkHostCall,
  code: string,
): Promise<LinkHostAnswer> {
  const { request, project, rawQuery } = call
  const startedMs = host.ctx.tracing === null ? 0 : Date.now()
  const link = await host.lookups.link(project.id, code, () => rejectGuesser(host, call.address))
  if (link === null) return rejectUnknown(host, call.address)
  const visitor = readVisitor(request, rawQuery)
  const decision = decideAnswer(link, visitor)
  if (decision.kind === 'gone') throw domainError('gone', GONE[decision.reason])
  rejectLoop(host, call, decision)
  const { answers, clicks, countPrefetch } = host.ctx.metrics
  if (decision.kind === 'expired') {
    answers.expired_redirect += 1
    return redirectTo(decision.location)
  }
  const id = newUuidV7()
  const outcome = await host.clicks.add(toClick(host, call, { id, link, visitor }))
  clicks[outcome === 'dropped' ? outcome : (visitor.uncountedReason ?? 'counted')] += 1
  if (host.ctx.tracing !== null) traceClick(host.ctx, call, { id, visitor, outcome, startedMs })
  if (isSpeculative(request.headers)) {
    countPrefetch()
    return emptyAnswer(503, { 'Cache-Control': 'no-store' })
  }
  answers[decision.kind === 'page' ? 'landing_page' : 'redirect'] += 1
  const clickId = isClaimable(visitor) && outcome !== 'dropped' ? id : null
  return answer(host, call, { decision, link, visitor, clickId })
}

function traceClick(
  ctx: LinkHost['ctx'],
  { request, project }: LinkHostCall,
  click: { id: string; visitor: Visitor; outcome: ClickOutcome; startedMs: number },
): void {
  const traceparent = ctx.tracing?.ofClick(click.id) ?? null
  if (traceparent === null) return
  recordRequestSpan(ctx, {
    name: 'click',
    traceparent,
    parent: null,
    startedMs: click.startedMs,
    headers: request.headers,
    attributes: {
      'http.request.method': request.method ?? '',
      'http.route': '/:code',
      'throughline.project_id': project.id,
      'throughline.click.kind': click.visitor.uncountedReason ?? 'counted',
      'throughline.click.outcome': click.outcome,
    },
  })
}

/** Stores an OPTIONS request after its response. Limits concurrent ones, so that they do not delay other requests. */
export async function noteOptions(host: LinkHost, call: LinkHostCall, code: string): Promise<void> {
  if (host.notesInFlight >= MAX_NOTES_IN_FLIGHT) return
  host.notesInFlight += 1
  const { request, project, rawQuery } = call
  try {
    const link = await host.lookups.link(project.id, code, () => rejectGuesser(host, call.address))
    if (link === null) return await rejectUnknown(host, call.address)
    const visitor = readVisitor(request, rawQuery)
    const { kind } = decideAnswer(link, visitor)
    if (kind === 'gone' || kind === 'expired') return
    const outcome = await host.clicks.add(toClick(host, call, { id: newUuidV7(), link, visitor }))
    host.ctx.metrics.clicks[outcome === 'dropped' ? outcome : 'options'] += 1
  } catch (error) {
    if (!(error instanceof DomainError))
      host.ctx.logger.debug({ err: error }, 'storing an OPTIONS request failed')
  } finally {
    host.notesInFlight -= 1
  }
}

/** A small part of the requests in progress, which need the same connections. */
const MAX_NOTES_IN_FLIGHT = 100

const GONE = {
  archived: 'This link is no longer in use.',
  expired: 'This link has expired.',
  loop: 'This link leads to another short link, which is not followed.',
} as const

/** Rejects a destination that has become a link host since its creation, because following it could loop. */
function rejectLoop(
  { isLinkLoop }: LinkHost,
  call: LinkHostCall,
  decision: Exclude<Decision, { kind: 'gone' }>,
): void {
  const isLoop = (url: string | null) => url !== null && isLinkLoop(url, call.host)
  if (isLoop(decision.target)) throw domainError('gone', GONE.loop)
  if (decision.kind !== 'page') return
  const desktopTarget = decision.desktopUrl === null ? null : decision.destination
  if (isLoop(decision.store) || isLoop(desktopTarget)) throw domainError('gone', GONE.loop)
}

function answer(
  host: LinkHost,
  call: LinkHostCall,
  found: {
    decision: Extract<Decision, { kind: 'redirect' | 'page' }>
    link: ServedLink
    visitor: Visitor
    clickId: string | null
  },
): LinkHostAnswer {
  const { decision, link, visitor, clickId } = found
  return decision.kind === 'redirect'
    ? redirectTo(decision.location)
    : answerPage(host.ctx, { call, link, visitor, clickId, decision })
}

/** Rejects clients that guessed too often before the database is queried; a cached code is not a guess. */
function rejectGuesser({ ctx }: LinkHost, address: string): Promise<void> {
  return ctx.rateLimiter.check('unknown_codes', callerAt(address))
}

async function rejectUnknown(host: LinkHost, address: string): Promise<never> {
  const { rejection } = await host.ctx.rateLimiter.count('unknown_codes', callerAt(address))
  throw rejection ?? domainError('not_found', 'There is no such link.')
}

function toClick(
  { ctx }: LinkHost,
  { request, address }: LinkHostCall,
  { id, link, visitor }: { id: string; link: ServedLink; visitor: Visitor },
): NewClick {
  return buildClick(ctx, {
    id,
    now: visitor.now,
    source: 'link_host',
    link,
    device: visitor.device,
    clickIds: visitor.clickIds,
    utm: visitor.utm,
    headers: request.headers,
    address,
    uncountedReason: visitor.uncountedReason,
  })
}
