import type { IncomingMessage } from 'node:http'
import { readClickIds, type ClickIds } from '@throughline/core/links/click-ids'
import { splitRawQuery, type RawPair } from '@throughline/core/links/raw-query'
import { readUtm, type UtmFields } from '@throughline/core/links/utm'
import { isPrefetch } from '../http/prefetch.js'
import { deviceOf, type Device } from '../domain/devices/device.js'

/** What a request for a link brings along. */
export interface Visitor {
  now: Date
  device: Device
  query: RawPair[]
  utm: UtmFields
  clickIds: ClickIds
  /** Why it does not count, or null. */
  uncountedReason: UncountedReason | null
}

/** Reads what a request says of its visitor. */
export function readVisitor(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  rawQuery: string,
): Visitor {
  const device = deviceOf(headers)
  const query = splitRawQuery(rawQuery)
  return {
    now: new Date(),
    device,
    query,
    utm: readUtm(query),
    clickIds: readClickIds(query),
    uncountedReason: METHOD_REASONS[method ?? ''] ?? uncountedReasonOf(headers, device),
  }
}

/** Who asks this way does not look at what comes. */
const METHOD_REASONS: Record<string, UncountedReason> = { HEAD: 'head', OPTIONS: 'options' }

type UncountedReason = 'head' | 'options' | 'prefetch' | 'preview' | 'bot' | 'embedded'

/** Why a request is no click of a person, or null; it is stored all the same. */
function uncountedReasonOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  device: Pick<Device, 'isBot' | 'isPreviewBot'>,
): UncountedReason | null {
  if (isPrefetch(headers)) return 'prefetch'
  if (device.isPreviewBot) return 'preview'
  if (device.isBot) return 'bot'
  return isEmbedded(headers['sec-fetch-dest']) ? 'embedded' : null
}

/**
 * Whether a page loads the link as an image, a frame, a script or by `fetch`, which nobody clicked. Old browsers and
 * some web views do not send the header: they count.
 */
function isEmbedded(destination: string | string[] | undefined): boolean {
  return destination !== undefined && destination !== 'document'
}
