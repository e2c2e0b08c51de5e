import { CLICK_ID_NAMES } from '../links/click-ids.js'
import type { ClickCandidate, ReferrerEvidence } from './match-types.js'

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
