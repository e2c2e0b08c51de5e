import { mergeQuery, mergeTarget, type MergeTarget } from '@throughline/core/links/merge-query'
import type { RawPair } from '@throughline/core/links/raw-query'
import { resolveUtm, type UtmFields } from '@throughline/core/links/utm'
import type { Device } from '../domain/devices/device.js'
import { destinationOf, storeUrlsOf, type LinkTargets } from '../domain/links/destination.js'
import { clickUtm, type UtmColumns } from '../domain/links/utm.js'

/** What decides how a request for a link is answered. */
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
  /** To where the owner sends those who come too late. */
  | { kind: 'expired'; target: string; location: string }
  /** To the `target` of the record, with query and UTM merged in. */
  | { kind: 'redirect'; target: string; location: string }
  | {
      kind: 'page'
      /** Where those go on to for whom the app did not open, as the record says: a store, where the link wants one. */
      store: string | null
      /** The same for those who get no store. */
      target: string
      /** Where the link leads, as its record says. */
      destination: string
      /** The target with query and UTM merged in. */
      webUrl: string
      /** Where the page sends a Mac, with query and UTM merged in; null unless the visitor may have an iPad. */
      desktopUrl: string | null
      utm: UtmFields
    }

/** What does so of its visitor. */
interface DecidingVisitor {
  now: Date
  device: Pick<Device, 'platform' | 'isPreviewBot' | 'mayBeIpad'>
  query: RawPair[]
  utm: UtmFields
}

/**
 * Decides the answer to a request for a link: gone or expired; the landing page for a phone, or
 * what may be an iPad, and a deep link; the page for preview bots, which want its OG tags; else a redirect with the incoming query and
 * the UTM merged in.
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

/** Where a phone goes on to when the app did not open: the store, where the link wants one; else the web. */
export function nextUrlOf(
  link: LinkTargets & { shouldOpenStore: boolean },
  platform: Device['platform'],
): string | null {
  const stores = storeUrlsOf(link)
  if (!link.shouldOpenStore || (platform !== 'ios' && platform !== 'android')) return null
  return stores[platform]
}

type Link = UtmColumns & { campaign: UtmColumns | null }

/** They live as long as the records that they are made of, which are never changed, only loaded anew. */
const made = new WeakMap<Link, Map<string, MergeTarget>>()

/** A URL of the link with its UTM and its campaign's, made once for all who tap it. */
function utmDestination(link: Link, url: string): MergeTarget {
  const ofLink = made.get(link) ?? new Map<string, MergeTarget>()
  const known = ofLink.get(url)
  if (known !== undefined) return known
  const target = mergeTarget(url, clickUtm(link))
  made.set(link, ofLink.set(url, target))
  return target
}
