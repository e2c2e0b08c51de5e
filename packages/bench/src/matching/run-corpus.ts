import { writeFile } from 'node:fs/promises'
import { describeMachine, type Machine } from '../machine.js'
import { quantile } from '../statistics.js'
import type { Dump } from './dump/dump.js'
import { writeDump } from './dump/dump-file.js'
import { makeDump } from './dump/make-dump.js'
import { readClicks } from './dump/read-clicks.js'
import { inLanes } from './simulate/in-lanes.js'
import { readDecisions } from './simulate/read-decisions.js'
import { simulateEpisode } from './simulate/simulate-episode.js'
import { startMatchingInstallation, type MatchingInstallation } from './simulate/installation.js'
import type { CorpusReport } from './report/corpus-report.js'
import { verifyEpisode, type VerifiedInstall } from './report/verified-install.js'
import { toMarkdown } from './report/markdown.js'
import { summarize } from './report/summarize.js'
import { writeDocument } from './report/write-document.js'
import { buildWorld } from './world/build-world.js'
import type { Episode } from './world/episode.js'
import { print } from '../print.js'

export interface CorpusOptions {
  installs?: number
  seeds: readonly number[]
  save?: string
  dump?: string
  write?: boolean
}

const INSTALLS = 8_000
/** Enough to keep one API process and PostgreSQL busy on two cores. */
const LANES = 8
const PROGRESS_EVERY_MS = 5_000

export async function runCorpus(options: CorpusOptions): Promise<void> {
  const { seeds, installs = INSTALLS, save, dump: folder, write } = options
  const runs: SeedRun[] = []
  for (const seed of seeds) {
    const run = await onInstallation((installation) =>
      simulateSeed(installation, { seed, installs, print }),
    )
    if (folder !== undefined) print(`written: ${await writeDump(folder, run.dump)}`)
    runs.push(run)
  }
  const report = toReport(runs)
  print(toMarkdown(report))
  if (save !== undefined) await writeFile(save, `${JSON.stringify(report, null, 2)}\n`)
  if (write === true) print(`\nwritten: ${(await writeDocument(report)).join(', ')}`)
}

/** Each seed has a separate database, since all worlds use the same addresses. */
async function onInstallation<Result>(
  work: (installation: MatchingInstallation) => Promise<Result>,
): Promise<Result> {
  const installation = await startMatchingInstallation()
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

export interface SeedSettings {
  installs: number
  seed: number
  print: (line: string) => void
}

export interface SeedRun {
  machine: Machine
  seed: number
  seconds: number
  world: Episode[]
  verified: VerifiedInstall[]
  dump: Dump
}

export async function simulateSeed(
  installation: MatchingInstallation,
  { installs, seed, print: say }: SeedSettings,
): Promise<SeedRun> {
  const machine = await describeMachine(installation.pool)
  const world = buildWorld({ installs, seed })
  const startedMs = performance.now()
  let shownMs = startedMs
  const done = { episodes: 0, installs: 0 }
  const simulated = await inLanes(world, LANES, async (one) => {
    const episode = await simulateEpisode(installation, one)
    done.episodes += 1
    done.installs += episode.installs.length
    if (performance.now() - shownMs >= PROGRESS_EVERY_MS) {
      shownMs = performance.now()
      say(`seed ${seed}: ${done.installs} installs, ${done.episodes} of ${world.length} episodes`)
    }
    return episode
  })
  const seconds = (performance.now() - startedMs) / 1_000
  const decisions = await readDecisions(installation.pool)
  const clicks = await readClicks(installation.pool)
  return {
    machine,
    seed,
    seconds,
    world,
    verified: simulated.flatMap((episode) => verifyEpisode(episode, decisions)),
    dump: makeDump({ seed, commit: machine.commit }, simulated, { clicks, decisions }),
  }
}

/** @throws RangeError without a run */
export function toReport(runs: readonly SeedRun[]): CorpusReport {
  const [first] = runs
  if (first === undefined) throw new RangeError('a report needs a run')
  const verified = runs.flatMap((run) => run.verified)
  const callsMs = verified.map(({ tookMs }) => tookMs)
  return {
    machine: first.machine,
    seeds: runs.map(({ seed }) => seed),
    lanes: LANES,
    seconds: runs.reduce((sum, run) => sum + run.seconds, 0),
    episodes: runs.reduce((sum, { world }) => sum + world.length, 0),
    installs: verified.length,
    organic: verified.filter(({ truth }) => truth.isOrganic).length,
    clicks: runs.reduce((sum, { dump }) => sum + dump.clicks.length, 0),
    callMs: { p50: quantile(callsMs, 0.5), p99: quantile(callsMs, 0.99) },
    ...summarize(runs),
  }
}
