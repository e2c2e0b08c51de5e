import { parseUrl } from '../net/parse-url.js'
import { CLICK_ID_NAMES, readClickIds, type ClickIds } from '../links/click-ids.js'
import { parseIntegerId } from '../lib/ids.js'
import { decodeComponent, splitRawQuery } from '../links/raw-query.js'
import { isCleanText } from '@throughline/contracts/text'
import { isUtmName, noUtm, type UtmFields } from '../links/utm.js'
import type { ClickCandidate, ReferrerEvidence } from './match-types.js'

export type InstallReferrer = {
  clickToken: string | null
  /** From `dyna_code`; null if it cannot be a code. */
  code: string | null
  actualUrl: string | null
  campaignId: number | null
  campaignName: string | null
  utm: UtmFields
  /** Only values of 1 to 512 printable ASCII characters: anyone can write a referrer. */
  clickIds: ClickIds
  /** Unix seconds when the browser first received `fbclid`. */
  fbclidCapturedAt: number | null
  /** Parameters that only other attribution services write, and a `dyna_code` that cannot be a code. */
  foreignParameters: string[]
}

export type ClipboardLink = {
  host: string
  code: string
  clickToken: string | null
}

const MAX_REFERRER_LENGTH = 16_384
const MAX_LINK_LENGTH = 4_096
const MAX_VALUE_LENGTH = 2_048
const CODE = /^[A-Za-z0-9_-]{1,64}$/

/** Reads Google Play's install referrer, which devices return decoded or still encoded once. Values keep their `+`. */
export function parseInstallReferrer(text: string): InstallReferrer {
  const query = decodedQuery(text.length <= MAX_REFERRER_LENGTH ? text.trim() : '')
  const values = readValues(query)
  const utm = noUtm()
  for (const [name, value] of values) if (isUtmName(name)) utm[name] = value
  return {
    clickToken: values.get('click_token') ?? null,
    code: codeOrNull(values.get('dyna_code')),
    actualUrl: values.get('actual_url') ?? null,
    campaignId: parseIntegerId(values.get('campaign_id') ?? ''),
    campaignName: values.get('campaign_name') ?? null,
    utm,
    clickIds: printableClickIds(query),
    fbclidCapturedAt: unixSeconds(values.get('fbclid_captured_at')),
    foreignParameters: [...values].filter(isForeign).map(([name]) => name),
  }
}

/** By Adjust, AppsFlyer, Branch, Kochava, Singular, Tenjin, Tapstream, Airbridge, Kakao and Dub. */
const FOREIGN_PARAMETER =
  /^(adjust_|adj_|af_|branch_|_branch|link_click_id$|ko_|kochava|singular_|tenjin_|tapstream|airbridge_|dub_id$|appsflyer)/i

function isForeign([name, value]: [name: string, value: string]): boolean {
  return FOREIGN_PARAMETER.test(name) || (name === 'dyna_code' && codeOrNull(value) === null)
}

const NO_SOURCE = /^(\(not( |\+|%20)set\)|\(direct\)|\(none\)|google-play)$/i

/** The source named by a referrer, or null; Google Play sets its own. */
export function referrerSource({ utm }: Pick<InstallReferrer, 'utm'>): string | null {
  const source = utm.utm_source
  return source === null || NO_SOURCE.test(source) ? null : source
}

function printableClickIds(query: string): ClickIds {
  const ids = readClickIds(query)
  for (const name of CLICK_ID_NAMES) {
    const value = ids[name]
    if (value !== null && !/^[\x21-\x7E]{1,512}$/.test(value)) ids[name] = null
  }
  return ids
}

function unixSeconds(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : null
}

/** Parses `https://{link host}/{code}?click_token=…` from the clipboard, or null. The caller must check the host. */
export function parseClipboardLink(text: string): ClipboardLink | null {
  const link = text.trim()
  if (link.length > MAX_LINK_LENGTH || !/^https?:\/\//i.test(link) || parseUrl(link) === null)
    return null
  const url = new URL(link)
  const code = codeOrNull(decodeComponent(url.pathname.slice(1)))
  if (code === null) return null
  return {
    host: url.hostname.replace(/\.$/, ''),
    code,
    clickToken: readValues(url.search).get('click_token') ?? null,
  }
}

function decodedQuery(text: string): string {
  const isEncoded = /%3D/i.test(text) && !text.includes('=')
  const query = isEncoded ? decodeComponent(text) : text
  // One character per byte, the form in which raw queries are read.
  return Buffer.from(query, 'utf8').toString('latin1')
}

function readValues(query: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const [rawName, rawValue] of splitRawQuery(query)) {
    const name = decodeComponent(rawName)
    const value = decodeComponent(rawValue)
    const isUsable = value !== '' && value.length <= MAX_VALUE_LENGTH && isCleanText(value)
    if (isUsable && !values.has(name)) values.set(name, value)
  }
  return values
}

function codeOrNull(text: string | undefined): string | null {
  return text !== undefined && CODE.test(text) ? text : null
}

export type OtherSource = {
  /** What names another source in the referrer; null if signals may decide. */
  vetoedBy: string | null
  /** Whether a candidate carries what the referrer names; true if it names nothing. */
  carries: (click: ClickCandidate) => boolean
}

/** Evaluates a referrer without our token or code: one that names another source belongs to no candidate without it. */
export function findOtherSource(
  referrer: ReferrerEvidence | null,
  open: readonly ClickCandidate[],
): OtherSource {
  if (referrer === null) return { vetoedBy: null, carries: () => true }
  const [foreign] = referrer.foreignParameters
  if (foreign !== undefined) return { vetoedBy: foreign, carries: () => false }
  if (referrer.hasUnknownCode) return { vetoedBy: 'dyna_code', carries: () => false }
  const claims = claimsOf(referrer)
  const carries = (click: ClickCandidate) => claims.every(({ isCarriedBy }) => isCarriedBy(click))
  if (open.some(carries)) return { vetoedBy: null, carries }
  const uncarried = claims.find(({ isCarriedBy }) => !open.some(isCarriedBy))
  return { vetoedBy: (uncarried ?? claims[0])?.name ?? null, carries }
}

type Claim = { name: string; isCarriedBy: (click: ClickCandidate) => boolean }

function claimsOf({ clickIds, utmSource }: ReferrerEvidence): Claim[] {
  const ids = CLICK_ID_NAMES.flatMap((name): Claim[] => {
    const value = clickIds[name]
    return value === null ? [] : [{ name, isCarriedBy: ({ params }) => params[name] === value }]
  })
  if (utmSource === null) return ids
  const isCarriedBy = ({ linkUtmSource, params }: ClickCandidate) =>
    (linkUtmSource ?? params['utm_source']) === utmSource
  return [...ids, { name: 'utm_source', isCarriedBy }]
}
