import type { NearMissReason } from '@throughline/contracts/explanation'
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

/** Returns the clicks with the fewest reasons against them. Among equals, the newest comes first. */
export function findNearMisses(
  install: UnmatchedInstall,
  clicks: readonly NearClick[],
  limit: number,
): NearMiss[] {
  const considered = new Set(install.explanation.candidates.map(({ clickId }) => clickId))
  return clicks
    .filter(({ clickId }) => !considered.has(clickId))
    .map((click) => ({ click, whyNot: whyNot(install, click) }))
    .filter((miss) => miss.whyNot.length > 0)
    .sort(
      (one, other) =>
        one.whyNot.length - other.whyNot.length ||
        other.click.createdAt.getTime() - one.click.createdAt.getTime(),
    )
    .slice(0, limit)
}

/** Returns the reasons in the order in which to fix them. */
function whyNot(install: UnmatchedInstall, click: NearClick): NearMissReason[] {
  const { step, windowMinutes } = install.explanation
  const ageMs = install.decidedAt.getTime() - click.createdAt.getTime()
  const isConsumed = click.consumedAt !== null && click.consumedAt < install.decidedAt
  // A code needs no device report: its candidates are all clicks of the address.
  const needsReport = step !== 'code'
  // With everything else that a candidate needs, a click from the same address would have been one.
  const isSameAddress = click.isSameAddress ?? (needsReport && !click.hasReport)
  const reasons: [applies: boolean, reason: NearMissReason][] = [
    [click.uncountedReason === 'embedded', 'embedded'],
    [click.source === 'sdk', 'recorded_by_app'],
    [isConsumed, 'consumed'],
    [click.platform !== install.platform, 'other_platform'],
    [ageMs > windowMinutes * 60_000, 'outside_window'],
    [needsReport && !click.hasReport, 'no_landing_page'],
    [!isSameAddress, 'other_address'],
  ]
  return reasons.flatMap(([applies, reason]) => (applies ? [reason] : []))
}
