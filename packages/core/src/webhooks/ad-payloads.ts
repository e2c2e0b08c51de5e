import type { ClickIds } from '../links/click-ids.js'
import { formatSeconds } from './payload.js'

export type AdNetwork = 'meta' | 'google' | 'tiktok' | 'x' | 'linkedin'

export type AdClick = {
  clickIds: Pick<ClickIds, PayloadClickId>
  /** Unix seconds when the browser first received `fbclid`; null if not reported. */
  fbclidCapturedAt: number | null
  clickedAt: Date
  attributedAt: Date
}

export type AdPayload = {
  network: AdNetwork
  api: string
  clickIdName: PayloadClickId
  clickId: string
  fields: Record<string, unknown>
  /** Time of the attribution in the API's own field and format. */
  eventTime: Record<string, string | number>
  firstSeenAt: Date
  expiresAt: Date
  isExpired: boolean
}

type PayloadClickId = 'gclid' | 'gbraid' | 'fbclid' | 'ttclid' | 'twclid' | 'li_fat_id'

type Network = {
  network: AdNetwork
  api: string
  /** Only the first one present is sent. */
  clickIdNames: readonly PayloadClickId[]
  lifeDays: number
  fields: (clickId: string, name: PayloadClickId, firstSeenAt: Date) => Record<string, unknown>
  eventTime: (attributedAt: Date) => Record<string, string | number>
}

const NETWORKS: readonly Network[] = [
  {
    network: 'meta',
    api: 'Conversions API',
    clickIdNames: ['fbclid'],
    // Meta’s parameter builder library keeps the _fbc cookie for 90 days.
    lifeDays: 90,
    // “ClickID and the fbp and fbc Parameters”: version, subdomain index (1 on a server), first receipt in ms, click
    // id.
    fields: (fbclid, _, firstSeenAt) => ({
      action_source: 'app',
      user_data: { fbc: `fb.1.${firstSeenAt.getTime()}.${fbclid}` },
    }),
    eventTime: (at) => ({ event_time: unixSeconds(at) }),
  },
  {
    network: 'google',
    api: 'Google Ads API, ClickConversion',
    // “Upload click conversions”: a gbraid beside a gclid is VALUE_MUST_BE_UNSET; the gclid is more exact.
    clickIdNames: ['gclid', 'gbraid'],
    // “Guidelines for importing offline conversions”: at most 90 days after the last click.
    lifeDays: 90,
    fields: (clickId, name) => ({ [name]: clickId }),
    // “ClickConversion”: yyyy-mm-dd hh:mm:ss+hh:mm.
    eventTime: (at) => ({
      conversion_date_time: formatSeconds(at).replace('T', ' ').replace('Z', '+00:00'),
    }),
  },
  {
    network: 'tiktok',
    api: 'Events API',
    clickIdNames: ['ttclid'],
    // “PixelContextAd” of TikTok’s Business API SDK: the click-through window, at most 28 days.
    lifeDays: 28,
    fields: (ttclid) => ({ context: { ad: { callback: ttclid } } }),
    eventTime: (at) => ({ timestamp: formatSeconds(at) }),
  },
  {
    network: 'x',
    api: 'Conversion API',
    clickIdNames: ['twclid'],
    // “Conversion Attribution” of the X Ads API: the longest click window is 30 days.
    lifeDays: 30,
    fields: (twclid) => ({ identifiers: [{ twclid }] }),
    eventTime: (at) => ({ conversion_time: at.toISOString() }),
  },
  {
    network: 'linkedin',
    api: 'Conversions API',
    clickIdNames: ['li_fat_id'],
    // “LinkedIn Cookie Table”: li_fat_id is kept for 30 days, which is also the default click window.
    lifeDays: 30,
    fields: (idValue) => ({
      user: { userIds: [{ idType: 'LINKEDIN_FIRST_PARTY_ADS_TRACKING_UUID', idValue }] },
    }),
    eventTime: (at) => ({ conversionHappenedAt: at.getTime() }),
  },
]

const DAY_MS = 86_400_000

/** One entry per ad network whose click id the attribution carries; `now` decides which ids have expired. */
export function buildAdPayloads(click: AdClick, now: Date): AdPayload[] {
  return NETWORKS.flatMap((network) => {
    const payload = buildAdPayload(network, click, now)
    return payload === null ? [] : [payload]
  })
}

function buildAdPayload(network: Network, click: AdClick, now: Date): AdPayload | null {
  const clickIdName = network.clickIdNames.find((name) => click.clickIds[name] !== null)
  const clickId = clickIdName === undefined ? null : click.clickIds[clickIdName]
  if (clickIdName === undefined || clickId === null) return null
  const firstSeenAt = firstSightOf(clickIdName, click)
  const expiresAt = new Date(firstSeenAt.getTime() + network.lifeDays * DAY_MS)
  return {
    network: network.network,
    api: network.api,
    clickIdName,
    clickId,
    fields: network.fields(clickId, clickIdName, firstSeenAt),
    eventTime: network.eventTime(click.attributedAt),
    firstSeenAt,
    expiresAt,
    isExpired: expiresAt <= now,
  }
}

/**
 * Returns when the browser first received the click id, in whole seconds. Only for an fbclid may this precede the
 * click.
 */
function firstSightOf(name: PayloadClickId, { fbclidCapturedAt, clickedAt }: AdClick): Date {
  const clickedSecond = unixSeconds(clickedAt)
  const seconds = name === 'fbclid' ? (fbclidCapturedAt ?? clickedSecond) : clickedSecond
  return new Date(seconds * 1_000)
}

function unixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000)
}
