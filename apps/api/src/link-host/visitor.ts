import type { IncomingHttpHeaders } from 'node:http'
import { readClickIds, type ClickIds } from '@throughline/core/click-ids'
import { readUtm, type UtmFields } from '@throughline/core/utm'
import { deviceOf, type Device } from '../link/device.js'

/** What a request for a link brings along. */
export interface Visitor {
  now: Date
  device: Device
  utm: UtmFields
  clickIds: ClickIds
  /** Why it does not count, or null. */
  uncountedReason: string | null
}

/** Reads what a request says of its visitor. */
export function readVisitor(headers: IncomingHttpHeaders, rawQuery: string): Visitor {
  const device = deviceOf(headers)
  return {
    now: new Date(),
    device,
    utm: readUtm(rawQuery),
    clickIds: readClickIds(rawQuery),
    uncountedReason: uncountedReasonOf(headers, device),
  }
}

/** Why a request is no click of a person, or null; it is stored all the same (contract §6). */
function uncountedReasonOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  device: Pick<Device, 'isBot' | 'isPreviewBot'>,
): 'prefetch' | 'preview' | 'bot' | null {
  if (PREFETCH_HEADERS.some((name) => /prefetch|prerender|preview/i.test(String(headers[name]))))
    return 'prefetch'
  if (device.isPreviewBot) return 'preview'
  return device.isBot ? 'bot' : null
}

const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']
