import { CLICK_ID_NAMES, type ClickIds } from '@throughline/core/links/click-ids'
import { saltedHash } from '@throughline/core/security/keyed-hash'
import { formatProfile, phoneOs, referrerHost } from '@throughline/core/links/click-profile'
import { UTM_NAMES, type UtmFields } from '@throughline/core/links/utm'
import type { NewClick } from '@throughline/db/clicks/clicks'
import type { LinkRecord } from '@throughline/db/links/links'
import { hasGlobalPrivacyControl } from './global-privacy-control.js'
import type { CountryOf } from '../../infra/geo-country.js'
import { addressPrefixHash, type Hashing } from './address-hash.js'
import type { DailySalts } from './daily-salts.js'
import type { Device } from '../devices/device.js'

export interface ClickInput {
  id: string
  now: Date
  source: 'link_host' | 'sdk'
  link: Pick<LinkRecord, 'id' | 'campaignId' | 'projectId' | 'utmSource'> & {
    campaign: Pick<NonNullable<LinkRecord['campaign']>, 'utmSource'> | null
  }
  device: Pick<Device, 'platform' | 'osVersion' | 'model' | 'browser' | 'desktopOs'>
  clickIds: ClickIds
  utm: UtmFields
  headers: Readonly<Record<string, string | string[] | undefined>>
  address: string
  uncountedReason: string | null
}

const MAX_HEADER_LENGTH = 1_024

/**
 * Builds the click to store. With Global Privacy Control, the click has no address hash, so only its token can match
 * it.
 */
export function buildClick(
  ctx: Hashing & { dailySalts: DailySalts; countryOf: CountryOf },
  input: ClickInput,
): NewClick {
  const { link, device, headers, address, clickIds } = input
  const ipPrefixHash = addressPrefixHash(ctx, link.projectId, address)
  const userAgent = headerText(headers['user-agent'])
  const referer = headerText(headers['referer'])
  const country = ctx.countryOf(headers, address)
  const salt = ipPrefixHash === null ? null : ctx.dailySalts.of(input.now)
  return {
    id: input.id,
    projectId: link.projectId,
    linkId: link.id,
    campaignId: link.campaignId,
    source: input.source,
    platform: device.platform,
    osVersion: device.osVersion,
    deviceModel: device.model,
    ipPrefixHash: hasGlobalPrivacyControl(headers) ? null : ipPrefixHash,
    visitorHash:
      salt === null || ipPrefixHash === null
        ? null
        : visitorHash(salt, { linkId: link.id, ipPrefixHash, userAgent }),
    userAgent,
    referer,
    country,
    params: paramsOf(clickIds, input.utm),
    fbclidCapturedAt: fbclidSeconds(clickIds, input.now),
    uncountedReason: input.uncountedReason,
    profile: formatProfile({
      country,
      platform: device.platform,
      os: phoneOs(device.platform, device.osVersion) ?? device.desktopOs,
      browser: device.browser,
      referrer: referrerHost(referer),
      source: link.campaign?.utmSource || link.utmSource || input.utm.utm_source,
    }),
  }
}

/** Returns the second of the click if it has an fbclid. A device report may replace it with an earlier one. */
export function fbclidSeconds({ fbclid }: Pick<ClickIds, 'fbclid'>, now: Date): number | null {
  return fbclid === null ? null : Math.floor(now.getTime() / 1000)
}

/** Identifies a visitor of one link on one day. The salt of the day prevents tracking across days. */
function visitorHash(
  salt: Uint8Array,
  visitor: { linkId: number; ipPrefixHash: Buffer; userAgent: string | null },
): Buffer {
  const { linkId, ipPrefixHash, userAgent } = visitor
  return saltedHash(salt, `${linkId} ${ipPrefixHash.toString('hex')} ${userAgent ?? ''}`)
}

function headerText(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header.slice(0, MAX_HEADER_LENGTH) : null
}

function paramsOf(clickIds: ClickIds, utm: UtmFields): Record<string, string> {
  const present: Record<string, string> = {}
  for (const name of CLICK_ID_NAMES) {
    const value = clickIds[name]
    if (value !== null) present[name] = value
  }
  for (const name of UTM_NAMES) {
    const value = utm[name]
    if (value !== null) present[name] = value
  }
  return present
}
