import { mergeQuery, mergeTarget, type MergeTarget } from '@throughline/core/links/merge-query'
import type { RawPair } from '@throughline/core/links/raw-query'
import { resolveUtm, type UtmFields } from '@throughline/core/links/utm'
import type { Device } from '../devices/device.js'
import { destinationOf, storeUrlsOf, type LinkTargets } from './destination.js'
import { clickUtm, type UtmColumns } from './utm.js'

export interface DecidingLink extends LinkTargets, UtmColumns {
  isDeeplink: boolean
  shouldOpenStore: boolean
  archivedAt: Date | null
  expiresAt: Date | null
  expiredUrl: string | null
  campaign: UtmColumns | null
}

export type Decision =
  | { kind: 'gone'; reason: 'archived' | 'expired' }
  /** Redirects to the link's `expired_url`. */
  | { kind: 'expired'; target: string; location: string }
  /** Redirects to the record's target, with query and UTM merged in. */
  | { kind: 'redirect'; target: string; location: string }
  | {
      kind: 'page'
      /** Fallback when the app is not installed: the store URL, or null. */
      store: string | null
      /** Fallback without a store URL. */
      target: string
      destination: string
      webUrl: string
      /** Where the page redirects a Mac, with query and UTM merged in; null unless the visitor may have an iPad. */
      desktopUrl: string | null
      utm: UtmFields
    }

interface DecidingVisitor {
  now: Date
  device: Pick<Device, 'platform' | 'isPreviewBot' | 'mayBeIpad'>
  query: RawPair[]
  utm: UtmFields
}

/**
 * Decides the response: gone or expired; the landing page for deep links on phones, possible iPads and preview bots;
 * otherwise a redirect.
 */
export function decideAnswer(link: DecidingLink, visitor: DecidingVisitor): Decision {
  if (link.archivedAt !== null) return { kind: 'gone', reason: 'archived' }
  if (link.expiresAt !== null && link.expiresAt <= visitor.now) return decideExpired(link)
  const { platform, mayBeIpad } = visitor.device
  const destination = destinationOf(link, platform)
  if (destination === null) return { kind: 'gone', reason: 'archived' }
  const merge = (url: string) => mergeQuery(utmDestination(link, url), visitor.query)
  if (!isPage(link, visitor.device))
    return { kind: 'redirect', target: destination, location: merge(destination) }
  const target = link.fallbackUrl ?? destination
  return {
    kind: 'page',
    store: nextUrlOf(link, mayBeIpad ? 'ios' : platform),
    target,
    destination,
    webUrl: merge(target),
    desktopUrl: mayBeIpad ? merge(destination) : null,
    utm: clickUtm(link, visitor.utm),
  }
}

function isPage(
  { isDeeplink }: DecidingLink,
  { platform, isPreviewBot, mayBeIpad }: DecidingVisitor['device'],
): boolean {
  const mayHaveApp = platform === 'ios' || platform === 'android' || mayBeIpad
  return isPreviewBot || (isDeeplink && mayHaveApp)
}

const NO_UTM = resolveUtm({})

function decideExpired({ expiredUrl }: DecidingLink): Decision {
  if (expiredUrl === null) return { kind: 'gone', reason: 'expired' }
  return {
    kind: 'expired',
    target: expiredUrl,
    location: mergeTarget(expiredUrl, NO_UTM).bare,
  }
}

/** Returns where a phone goes if the app did not open: the store if the link uses one, otherwise the web. */
export function nextUrlOf(
  link: LinkTargets & { shouldOpenStore: boolean },
  platform: Device['platform'],
): string | null {
  const stores = storeUrlsOf(link)
  if (!link.shouldOpenStore || (platform !== 'ios' && platform !== 'android')) return null
  return stores[platform]
}

type Link = UtmColumns & { campaign: UtmColumns | null }

/** Cached as long as the link record. Records are never modified, only reloaded. */
const made = new WeakMap<Link, Map<string, MergeTarget>>()

function utmDestination(link: Link, url: string): MergeTarget {
  const ofLink = made.get(link) ?? new Map<string, MergeTarget>()
  const known = ofLink.get(url)
  if (known !== undefined) return known
  const target = mergeTarget(url, clickUtm(link))
  made.set(link, ofLink.set(url, target))
  return target
}
