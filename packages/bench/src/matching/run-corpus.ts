import { writeFile } from 'node:fs/promises'
import { describeMachine, type Machine } from '../machine.js'
import { quantile } from '../statistics.js'
import type { Dump } from './dump/dump.js'
import { writeDump } from './dump/dump-file.js'
import { makeDump } from './dump/make-dump.js'
import { readClicks } from './dump/read-clicks.js'
import { playWorld } from './play/play-world.js'
import { readDecisions } from './play/read-decisions.js'
import { startMatchingInstallation, type MatchingInstallation } from './play/installation.js'
import type { CorpusReport } from './report/corpus-report.js'
import { judgeEpisode, type JudgedInstall } from './report/judged-install.js'
import { printReport } from './report/print-report.js'
import { summarize } from './report/summarize.js'
import { writeDocument } from './report/write-document.js'
import { buildWorld } from './world/build-world.js'
import type { Episode } from './world/episode.js'
import { print } from '../print.js'

export interface CorpusOptions {
  /** Of each seed, at least. */
  installs?: number
  seeds: readonly number[]
  /** A file that gets all figures. */
  save?: string
  /** A folder that gets what the matcher saw, a file for each seed. */
  dump?: string
  /** Puts the figures into the document. */
  write?: boolean
}

const INSTALLS = 8_000
/** As many as keep one API process and PostgreSQL busy on two cores. */
const LANES = 8
const PROGRESS_EVERY_MS = 5_000

/** Makes a world for each seed, plays it on the real service, and reports what that made of all of them. */
export async function runCorpus(options: CorpusOptions): Promise<void> {
  const { seeds, installs = INSTALLS, save, dump: folder, write } = options
  const runs: SeedRun[] = []
  for (const seed of seeds) {
    const run = await onInstallation((installation) =>
      playSeed(installation, { seed, installs, print }),
    )
    if (folder !== undefined) print(`written: ${await writeDump(folder, run.dump)}`)
    runs.push(run)
  }
  const report = toReport(runs)
  printReport(report, print)
  if (save !== undefined) await writeFile(save, `${JSON.stringify(report, null, 2)}\n`)
  if (write === true) print(`\nwritten: ${(await writeDocument(report)).join(', ')}`)
}

/** Each seed has a database of its own, since all worlds use the same addresses. */
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

export interface Playing {
  installs: number
  seed: number
  print: (line: string) => void
}

/** What came of one seed's world. */
export interface SeedRun {
  machine: Machine
  seed: number
  seconds: number
  world: Episode[]
  judged: JudgedInstall[]
  dump: Dump
}

/** Plays one seed's world on an installation that holds nothing yet. */
export async function playSeed(
  installation: MatchingInstallation,
  { installs, seed, print: say }: Playing,
): Promise<SeedRun> {
  const machine = await describeMachine(installation.pool)
  const world = buildWorld({ installs, seed })
  const startedMs = performance.now()
  let shownMs = startedMs
  const played = await playWorld(installation, world, {
    lanes: LANES,
    progress: (done) => {
      if (performance.now() - shownMs < PROGRESS_EVERY_MS) return
      shownMs = performance.now()
      say(`seed ${seed}: ${done.installs} installs, ${done.episodes} of ${world.length} episodes`)
    },
  })
  const seconds = (performance.now() - startedMs) / 1_000
  const decisions = await readDecisions(installation.pool)
  const clicks = await readClicks(installation.pool)
  return {
    ...{ machine, seed, seconds, world },
    judged: played.flatMap((episode) => judgeEpisode(episode, decisions)),
    dump: makeDump({ seed, commit: machine.commit }, played, { clicks, decisions }),
  }
}

/** @throws RangeError without a run */
export function toReport(runs: readonly SeedRun[]): CorpusReport {
  const [first] = runs
  if (first === undefined) throw new RangeError('a report needs a run')
  const judged = runs.flatMap((run) => run.judged)
  const callsMs = judged.map(({ tookMs }) => tookMs)
  return {
    machine: first.machine,
    seeds: runs.map(({ seed }) => seed),
    lanes: LANES,
    seconds: runs.reduce((sum, run) => sum + run.seconds, 0),
    episodes: runs.reduce((sum, { world }) => sum + world.length, 0),
    installs: judged.length,
    organic: judged.filter(({ truth }) => truth.isOrganic).length,
    clicks: runs.reduce((sum, { dump }) => sum + dump.clicks.length, 0),
    callMs: { p50: quantile(callsMs, 0.5), p99: quantile(callsMs, 0.99) },
    ...summarize(runs),
  }
}
