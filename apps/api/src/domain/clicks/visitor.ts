import type { IncomingMessage } from 'node:http'
import { readClickIds, type ClickIds } from '@throughline/core/links/click-ids'
import { splitRawQuery, type RawPair } from '@throughline/core/links/raw-query'
import { readUtm, type UtmFields } from '@throughline/core/links/utm'
import { isPrefetch } from './prefetch.js'
import { deviceOf, type Device } from '../devices/device.js'

export interface Visitor {
  now: Date
  device: Device
  query: RawPair[]
  utm: UtmFields
  clickIds: ClickIds
  uncountedReason: UncountedReason | null
}

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

/** Whether an install may be matched to the click. Only test installs match test clicks. */
export function isClaimable({ uncountedReason }: Pick<Visitor, 'uncountedReason'>): boolean {
  return uncountedReason === null || uncountedReason === 'test'
}

const METHOD_REASONS: Record<string, UncountedReason> = { HEAD: 'head', OPTIONS: 'options' }

type UncountedReason = 'head' | 'options' | 'prefetch' | 'preview' | 'bot' | 'embedded' | 'test'

/** Returns why a request is not a person's click, or null. The click is stored in either case. */
function uncountedReasonOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  device: Pick<Device, 'isBot' | 'isPreviewBot'>,
): UncountedReason | null {
  if (isPrefetch(headers)) return 'prefetch'
  if (device.isPreviewBot) return 'preview'
  if (device.isBot) return 'bot'
  if (isEmbedded(headers['sec-fetch-dest'])) return 'embedded'
  return headers['x-throughline-test'] === undefined ? null : 'test'
}

/**
 * Whether a page loads the link without a click. Old browsers and some web views send no header; their clicks count.
 */
function isEmbedded(destination: string | string[] | undefined): boolean {
  return destination !== undefined && destination !== 'document'
}
