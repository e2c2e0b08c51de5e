import { deviceReportBody, type DeviceReportBody } from '@throughline/contracts/device-report'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import { newUuidV7, uuidV7Time } from '@throughline/core/lib/ids'
import { verifyReportToken } from '@throughline/core/matching/report-token'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { insertVisit, type NewVisit } from '@throughline/db/clicks/visits'
import { hasGlobalPrivacyControl } from '../domain/clicks/global-privacy-control.js'
import { validate } from '../http/validate.js'
import { addressHashes } from '../domain/clicks/address-hash.js'
import { deviceOf, osVersionOfHint, toIpad, type Device } from '../domain/devices/device.js'
import { parseJson } from '../http/read-body.js'
import { receivedBody } from '../http/receive-body.js'
import { emptyAnswer, type LinkHostAnswer } from './response.js'
import type { LinkHost, LinkHostCall } from './link-host.js'

/** A report has a few hundred bytes; a beacon may have any content type. */
const REPORT_LIMIT_BYTES = 8 * 1024

/**
 * Records the only device report of a click; a second one gets the same response. If the report cannot be stored now,
 * the response is 503, and the page retries once.
 */
export async function recordDeviceReport(
  host: LinkHost,
  call: LinkHostCall,
): Promise<LinkHostAnswer> {
  const { ctx } = host
  const { project, address, request } = call
  const bytes = receivedBody(request, REPORT_LIMIT_BYTES)
  if (hasGlobalPrivacyControl(request.headers)) return NO_CONTENT
  const body = validate(deviceReportBody, parseJson(bytes))
  const clickId = verifyReportToken(body.token, {
    projectId: project.id,
    key: ctx.keys.reportToken,
    now: new Date(),
  })
  if (clickId === null)
    throw fieldError('token', 'This is not a valid report token of a recently opened page.')
  const requestDevice = deviceOf(request.headers)
  const isIpad = requestDevice.mayBeIpad && (body.max_touch_points ?? 0) > 1
  const device = isIpad
    ? toIpad(requestDevice, request.headers['user-agent'])
    : completeDevice(requestDevice, body)
  await keep(ctx, {
    id: newUuidV7(),
    projectId: project.id,
    clickId,
    visitorId: body.visitor_id ?? null,
    ...addressHashes(ctx, project.id, address),
    signals: signalsOf(device, body),
    platform: isIpad ? device.platform : null,
    osVersion: device.osVersion,
    deviceModel: device.model,
    fbclidCapturedAt: body.fbclid_captured_at ?? null,
  })
  return NO_CONTENT
}

const NO_CONTENT = emptyAnswer(204, { 'Cache-Control': 'no-store' })

/** A click is in the spool for about a second, or until the database is available. */
const YOUNG_CLICK_MS = 60_000

async function keep({ database, linkStore }: LinkHost['ctx'], visit: NewVisit): Promise<void> {
  if (linkStore.isDatabaseAway()) throw comeBack('The database is unavailable.')
  const outcome = await withDatabaseTimeout(insertVisit(database.prisma, visit))
  if (outcome !== 'without_click') return
  const ageMs = Date.now() - uuidV7Time(visit.clickId).getTime()
  if (ageMs < YOUNG_CLICK_MS) throw comeBack('The click of this page is still being written.')
}

const RETRY_SECONDS = 2

function comeBack(why: string) {
  return domainError('database_unavailable', `${why} Try again shortly.`, {
    retryAfterSeconds: RETRY_SECONDS,
  })
}

/** Adds the hints of the script, which can read more than the request contains. */
function completeDevice(device: Device, body: DeviceReportBody): Device {
  const version = osVersionOfHint(device.platform, body.platform_version ?? '')
  return {
    ...device,
    osVersion: version ?? device.osVersion,
    model: body.model || device.model,
  }
}

/** Some browsers swap the sides when the phone is turned, others do not. */
function portraitOf({
  screen_width: a,
  screen_height: b,
}: DeviceReportBody): { width: number; height: number } | null {
  if (a == null || b == null) return null
  return { width: Math.min(a, b), height: Math.max(a, b) }
}

/** Signals named as in an install's `device`, without the fixed version or model of a frozen user agent. */
function signalsOf(device: Device, body: DeviceReportBody): Record<string, unknown> {
  const size = portraitOf(body)
  const signals = {
    platform: device.platform,
    os_version: device.osVersion,
    model: device.model,
    screen_width: size?.width,
    screen_height: size?.height,
    pixel_ratio: body.pixel_ratio,
    languages: body.languages,
    time_zone: body.time_zone,
  }
  return Object.fromEntries(Object.entries(signals).filter(([, value]) => value != null))
}
