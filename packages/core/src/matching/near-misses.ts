import type { NearCount, NearMissReason } from '@throughline/contracts/explanation'
import type { MatchExplanation } from './match-types.js'

/** A click before an install that was not among its candidates. */
export type NearClick = {
  clickId: string
  linkId: number
  createdAt: Date
  /** `link_host`, or `sdk` if an installed app recorded it. */
  source: string
  /** From the device report, otherwise from the request. */
  platform: string
  uncountedReason: string | null
  consumedAt: Date | null
  /** Whether the landing page reported its device. */
  hasReport: boolean
  /** Null if it is not known whether the install had the same address. */
  isSameAddress: boolean | null
}

type UnmatchedInstall = {
  platform: string
  decidedAt: Date
  explanation: Pick<MatchExplanation, 'step' | 'windowMinutes' | 'candidates'>
}

export type NearMiss = { click: NearClick; whyNot: NearMissReason[] }

export type FoundMisses = {
  /** Those with the fewest reasons against them. Among equals, the newest comes first. */
  misses: NearMiss[]
  /** All clicks by their first reason, in the order of the reasons. */
  byReason: NearCount[]
}

/** Finds why clicks were not among the candidates of an install. */
export function findNearMisses(
  install: UnmatchedInstall,
  clicks: readonly NearClick[],
  limit: number,
): FoundMisses {
  const verdicts = new Map(
    install.explanation.candidates.map(({ clickId, verdict }) => [clickId, verdict]),
  )
  const others = clicks
    .filter(({ clickId }) => !verdicts.has(clickId))
    .map((click) => ({ click, whyNot: whyNot(install, click) }))
  const misses = others
    .filter((miss) => miss.whyNot.length > 0)
    .sort(
      (one, other) =>
        one.whyNot.length - other.whyNot.length ||
        other.click.createdAt.getTime() - one.click.createdAt.getTime(),
    )
    .slice(0, limit)
  const reasons = clicks.flatMap(({ clickId }) => verdicts.get(clickId) ?? [])
  return {
    misses,
    byReason: countReasons([
      ...reasons.map((verdict) => REASONS.find((reason) => reason === verdict) ?? 'compared'),
      ...others.map((miss) => miss.whyNot[0] ?? 'none'),
    ]),
  }
}

function countReasons(reasons: readonly NearCount['reason'][]): NearCount[] {
  const all = ['compared', ...REASONS, 'none'] as const
  return all
    .map((reason) => ({ reason, count: reasons.filter((one) => one === reason).length }))
    .filter(({ count }) => count > 0)
}

/** In the order in which to fix them. */
const REASONS: readonly NearMissReason[] = [
  'embedded',
  'recorded_by_app',
  'consumed',
  'other_platform',
  'outside_window',
  'no_landing_page',
  'other_address',
]

/** Returns the reasons in the order of `REASONS`. */
function whyNot(install: UnmatchedInstall, click: NearClick): NearMissReason[] {
  const { step, windowMinutes } = install.explanation
  const ageMs = install.decidedAt.getTime() - click.createdAt.getTime()
  const isConsumed = click.consumedAt !== null && click.consumedAt < install.decidedAt
  // A code needs no device report: its candidates are all clicks of the address.
  const needsReport = step !== 'code'
  // With everything else that a candidate needs, a click from the same address would have been one.
  const isSameAddress = click.isSameAddress ?? (needsReport && !click.hasReport)
  const applies: Record<NearMissReason, boolean> = {
    embedded: click.uncountedReason === 'embedded',
    recorded_by_app: click.source === 'sdk',
    consumed: isConsumed,
    other_platform: click.platform !== install.platform,
    outside_window: ageMs > windowMinutes * 60_000,
    no_landing_page: needsReport && !click.hasReport,
    other_address: !isSameAddress,
  }
  return REASONS.filter((reason) => applies[reason])
}
