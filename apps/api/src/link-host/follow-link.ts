import { domainError } from '@throughline/core/errors'
import { newUuidV7 } from '@throughline/core/ids'
import { matchAddress } from '@throughline/core/network-address'
import type { LinkRecord } from '@throughline/db/links'
import { addressHashes } from '../identity/fingerprint-hash.js'
import { redirectTo, type LinkHostAnswer } from './answer.js'
import { decideAnswer, type Decision } from './decide-answer.js'
import type { LinkHost, LinkHostCall } from './link-host.js'
import { answerPage } from './page-answer.js'
import { readVisitor, type Visitor } from './visitor.js'

/**
 * Answers a request for a code. The click is durable before the answer leaves; with the database away the
 * answer is a 503, for a click that was lost in silence could never be attributed (contract §6).
 */
export async function followLink(
  host: LinkHost,
  call: LinkHostCall,
  code: string,
): Promise<LinkHostAnswer> {
  const { request, project, rawQuery } = call
  const link = await host.lookups.link(project.id, code)
  if (link === null) return refuseUnknown(host, call.address)
  const visitor = readVisitor(request.headers, rawQuery)
  const decision = decideAnswer(link, visitor, rawQuery)
  if (decision.kind === 'gone') throw domainError('gone', GONE[decision.reason])
  if (decision.kind === 'expired') return redirectTo(decision.location)
  // A HEAD is answered like a GET, but nobody looked at the link.
  const isClick = request.method !== 'HEAD'
  const clickId = newUuidV7()
  if (isClick) await host.clicks.add(toClick(host, call, { clickId, link, visitor }))
  const isCounted = isClick && visitor.uncountedReason === null
  return answer(host, call, {
    decision,
    link,
    visitor,
    clickId: isCounted ? clickId : null,
  })
}

const GONE = {
  archived: 'This link is no longer in use.',
  expired: 'This link has expired.',
} as const

/** The answer to a link that leads somewhere; `clickId` is null where nothing may be attributed to it. */
function answer(
  host: LinkHost,
  call: LinkHostCall,
  found: {
    decision: Extract<Decision, { kind: 'redirect' | 'page' }>
    link: LinkRecord
    visitor: Visitor
    clickId: string | null
  },
): LinkHostAnswer {
  const { decision, link, visitor, clickId } = found
  return decision.kind === 'redirect'
    ? redirectTo(decision.location)
    : answerPage(host.ctx, { project: call.project, link, visitor, clickId, decision })
}

async function refuseUnknown(host: LinkHost, address: string): Promise<never> {
  const { refusal } = await host.ctx.rateLimiter.count(
    'unknown_codes',
    matchAddress(address) ?? 'unknown',
  )
  throw refusal ?? domainError('not_found', 'There is no such link.')
}

const MAX_HEADER_LENGTH = 1_024

function toClick(
  { ctx }: LinkHost,
  { request, project, address }: LinkHostCall,
  { clickId, link, visitor }: { clickId: string; link: LinkRecord; visitor: Visitor },
) {
  const { device, now } = visitor
  const params = { ...visitor.clickIds, ...visitor.utm }
  return {
    id: clickId,
    projectId: project.id,
    linkId: link.id,
    source: 'link_host',
    platform: device.platform,
    osVersion: device.osVersion,
    deviceModel: device.model,
    ...addressHashes(ctx, project.id, address),
    userAgent: request.headers['user-agent']?.slice(0, MAX_HEADER_LENGTH) ?? null,
    referer: request.headers.referer?.slice(0, MAX_HEADER_LENGTH) ?? null,
    params: Object.fromEntries(
      Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== null),
    ),
    fbclidCapturedAt: visitor.clickIds.fbclid === null ? null : Math.floor(now.getTime() / 1000),
    uncountedReason: visitor.uncountedReason,
  }
}
