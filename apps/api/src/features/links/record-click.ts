import type { ClickBody } from '@throughline/contracts/clicks'
import { CLICK_ID_NAMES, type ClickIds } from '@throughline/core/links/click-ids'
import { domainError } from '@throughline/core/lib/errors'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { noUtm } from '@throughline/core/links/utm'
import { insertClick, type NewClick, type WrittenClick } from '@throughline/db/clicks/clicks'
import { findLinkByCode, type LinkRecord } from '@throughline/db/links/links'
import { buildClick, type ClickInput } from '../../domain/clicks/build-click.js'
import { notFound } from '../../http/path-params.js'
import { recordRequestSpan } from '../../http/request-span.js'
import type { Answer, Call } from '../../http/route.js'
import { deviceOf, type Device, type Platform } from '../../domain/devices/device.js'

type ClickCall = Call<{ code: string }, unknown, ClickBody>

/** Records a click that opened the app. The click always counts: its user agent names an HTTP library, not a bot. */
export async function recordClick(call: ClickCall): Promise<Answer> {
  const { ctx, body: given, headers, address } = call
  const link = await findOpenLink(call)
  const click = buildClick(ctx, {
    id: newUuidV7(),
    now: new Date(),
    source: 'sdk',
    link,
    device: reportedDevice(given, deviceOf(headers)),
    clickIds: clickIdsOf(given),
    utm: noUtm(),
    headers,
    address,
    uncountedReason: null,
  })
  const { isUnique } = await write(call, click)
  ctx.metrics.clicks.sdk += 1
  traceClick(call, click.id)
  const body = { recorded: true, unique: isUnique, click_id: click.id }
  if (isBatched(call)) return { status: 201, body }
  const afterCommit = () => {
    ctx.streams.noteClicks([click])
    return Promise.resolve()
  }
  return { status: 201, body, afterCommit }
}

function traceClick({ ctx, project, headers, startedMs }: ClickCall, clickId: string): void {
  const traceparent = ctx.tracing?.ofClick(clickId) ?? null
  if (traceparent === null) return
  recordRequestSpan(ctx, {
    name: 'click',
    traceparent,
    parent: null,
    startedMs,
    headers,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/links/:code/click',
      'throughline.project_id': project.id,
      'throughline.click.kind': 'sdk',
    },
  })
}

async function findOpenLink({ db, project, params }: ClickCall): Promise<LinkRecord> {
  const link = await findLinkByCode(db, project.id, params.code)
  if (link === null) throw notFound()
  if (link.archivedAt !== null) throw domainError('gone', 'This link was archived.')
  if (link.expiresAt !== null && link.expiresAt <= new Date())
    throw domainError('gone', 'This link has expired.')
  return link
}

/** Writes in the request's transaction if it stores the response for an Idempotency-Key, otherwise in a batch. */
function write(call: ClickCall, click: NewClick): Promise<WrittenClick> {
  return isBatched(call) ? call.ctx.clicks.add(click) : insertClick(call.db, click)
}

function isBatched({ ctx, db }: ClickCall): boolean {
  return db === ctx.database.prisma
}

/** Device values sent by the app take precedence over its user agent. */
function reportedDevice(body: ClickBody, agent: Device): ClickInput['device'] {
  const platform = body.platform ? platformOf(body.platform) : agent.platform
  const known = platform === agent.platform ? agent.osVersion : null
  const desktopOs = platform === 'desktop' ? agent.desktopOs : null
  const { model } = agent
  // The user agent names the HTTP library.
  return { platform, osVersion: body.os_version || known, model, browser: null, desktopOs }
}

const DESKTOPS = new Set(['desktop', 'macos', 'windows', 'linux', 'chromeos'])

function platformOf(text: string): Platform {
  const name = text.toLowerCase().replaceAll(' ', '')
  if (name === 'ios' || name === 'ipados') return 'ios'
  if (name === 'android') return 'android'
  return DESKTOPS.has(name) ? 'desktop' : 'other'
}

function clickIdsOf(body: ClickBody): ClickIds {
  // The names are exactly the keys of ClickIds, which fromEntries cannot express.
  return Object.fromEntries(CLICK_ID_NAMES.map((name) => [name, body[name] || null])) as ClickIds
}
