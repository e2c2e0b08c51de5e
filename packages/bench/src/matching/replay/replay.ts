import { groupBy } from '../../group-by.js'
import type { Dump, DumpedClick, DumpedInstall } from '../dump/dump.js'
import {
  networkOf,
  toCandidate,
  toReplayInstall,
  type ReplayCandidate,
  type ReplayInstall,
} from './candidate.js'

export interface ReplayDecision {
  clickId: string | null
  confidence: number
  supersededClickIds?: readonly string[]
}

/** Decides an install on the clicks from its address, newest first, and the click of a genuine token. */
export type Decide<Decision extends ReplayDecision = ReplayDecision> = (
  install: ReplayInstall,
  candidates: readonly ReplayCandidate[],
) => Decision

/** The service's limits: clicks inside the window, and older ones for the explanation. */
const MAX_INSIDE = 200
const MAX_OLDER = 20
const OLDER_WITHIN_MINUTES = 7 * 24 * 60

/** Decides the installs of a dump again in order of time. A matched click is consumed for later installs. */
export function replay<Decision extends ReplayDecision>(
  { clicks, installs }: Pick<Dump, 'clicks' | 'installs'>,
  decide: Decide<Decision>,
): Map<string, Decision> {
  const consumed = new Map<string, Date>()
  const nearby = groupBy(clicks, placeOf)
  const byId = new Map(clicks.map((click) => [click.clickId, click]))
  const decisions = new Map<string, Decision>()
  for (const install of installs) {
    const at = toReplayInstall(install)
    const { token } = install
    const read = readableClicks(nearby.get(placeOf(install)) ?? [], install)
    const named = token.state === 'valid' ? byId.get(token.clickId) : undefined
    const all = named === undefined || read.includes(named) ? read : [named, ...read]
    const candidates = all.map((click) =>
      toCandidate(click, install, consumed.get(click.clickId) ?? null),
    )
    const decision = decide(at, candidates)
    decisions.set(install.installId, decision)
    if (decision.clickId !== null)
      for (const id of [decision.clickId, ...(decision.supersededClickIds ?? [])])
        consumed.set(id, at.now)
  }
  return decisions
}

function placeOf({ project, address }: Pick<DumpedClick, 'project' | 'address'>): string {
  return `${project} ${networkOf(address)}`
}

/** The newest clicks with a device report, then clicks without one, which only a code can match. */
function readableClicks(clicks: readonly DumpedClick[], install: DumpedInstall): DumpedClick[] {
  const ageOf = ({ atMinutes }: DumpedClick) => install.atMinutes - atMinutes
  const before = clicks.filter((click) => ageOf(click) >= 0).toReversed()
  const inside = before.filter((click) => ageOf(click) <= install.windowMinutes)
  const older = before.filter(
    (click) => ageOf(click) > install.windowMinutes && ageOf(click) <= OLDER_WITHIN_MINUTES,
  )
  const isReported = ({ signals }: DumpedClick) => signals !== null
  return [
    ...inside.filter(isReported).slice(0, MAX_INSIDE),
    ...older.filter(isReported).slice(0, MAX_OLDER),
    ...inside.filter((click) => !isReported(click)).slice(0, MAX_INSIDE),
  ]
}
