import type { Dump, DumpedInstall } from '../dump/dump.js'
import type { ReplayDecision } from './replay.js'

export interface Agreement {
  installs: number
  agreeing: number
  /** The first that differ. */
  differing: { install: DumpedInstall; replayed: ReplayDecision | undefined }[]
}

const MAX_DIFFERING = 20

/** How many installs a replay gives the click that the service gave over HTTP, or none where it gave none. */
export function compareDecisions(
  { installs }: Pick<Dump, 'installs'>,
  replayed: ReadonlyMap<string, ReplayDecision>,
): Agreement {
  const differing = installs.filter(
    ({ installId, decision }) => (replayed.get(installId)?.clickId ?? null) !== decision.clickId,
  )
  return {
    installs: installs.length,
    agreeing: installs.length - differing.length,
    differing: differing
      .slice(0, MAX_DIFFERING)
      .map((install) => ({ install, replayed: replayed.get(install.installId) })),
  }
}
