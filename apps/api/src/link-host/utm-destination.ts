import { mergeTarget, type MergeTarget } from '@throughline/core/links/merge-query'
import { clickUtm, type UtmColumns } from '../domain/links/utm.js'

type Link = UtmColumns & { campaign: UtmColumns | null }

/** They live as long as the records that they are made of, which are never changed, only loaded anew. */
const made = new WeakMap<Link, Map<string, MergeTarget>>()

/** A URL of the link with its UTM and its campaign's, made once for all who tap it. */
export function utmDestination(link: Link, url: string): MergeTarget {
  const ofLink = made.get(link) ?? new Map<string, MergeTarget>()
  const known = ofLink.get(url)
  if (known !== undefined) return known
  const target = mergeTarget(url, clickUtm(link))
  made.set(link, ofLink.set(url, target))
  return target
}
