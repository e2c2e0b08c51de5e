import { pointScore } from '../baselines/point-score/point-score.js'
import { readDump } from '../dump/dump-file.js'
import { compareDecisions, replay } from './replay.js'
import { print } from '../../print.js'

export interface ReplayOptions {
  seeds: readonly number[]
  /** The folder with the dumps. */
  dump: string
}

/** Decides the installs of dumps again by the former rule, and says how often the service had decided alike. */
export async function runReplay({ seeds, dump: folder }: ReplayOptions): Promise<void> {
  for (const seed of seeds) {
    const dump = await readDump(folder, seed)
    const startedMs = performance.now()
    const decisions = replay(dump, pointScore())
    const tookMs = performance.now() - startedMs
    const { installs, agreeing, differing } = compareDecisions(dump, decisions)
    print(
      `seed ${seed}, code of ${dump.commit}: ${agreeing} of ${installs} decided alike (${((agreeing / installs) * 100).toFixed(2)} %), ${Math.round(tookMs)} ms`,
    )
    for (const { install, replayed } of differing)
      print(
        `  ${install.scenario} ${install.installId}: service ${install.decision.clickId ?? install.decision.reason ?? '–'}, replay ${replayed?.clickId ?? '–'}`,
      )
  }
}
