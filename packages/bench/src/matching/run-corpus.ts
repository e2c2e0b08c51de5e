import { writeFile } from 'node:fs/promises'
import { describeMachine } from '../machine.js'
import { quantile } from '../statistics.js'
import { playWorld } from './play/play-world.js'
import { readDecisions } from './play/read-decisions.js'
import { startSite, type Site } from './play/site.js'
import type { CorpusReport } from './report/corpus-report.js'
import { judgeEpisode, type JudgedInstall } from './report/judged-install.js'
import { printReport } from './report/print-report.js'
import { summarize } from './report/summarize.js'
import { writeDocument } from './report/write-document.js'
import { buildWorld } from './world/build-world.js'
import type { Episode } from './world/episode.js'

export interface CorpusOptions {
  installs?: number
  seed: number
  /** A file that gets all figures. */
  save?: string
  /** Puts the figures into the document. */
  write?: boolean
}

const INSTALLS = 6_000
/** As many as keep one API process and PostgreSQL busy on two cores. */
const LANES = 8
const PROGRESS_EVERY_MS = 5_000

/** Makes the corpus, plays it on the real service, and reports what it made of it. */
export async function runCorpus(options: CorpusOptions): Promise<void> {
  const { seed, installs = INSTALLS, save, write } = options
  const site = await startSite()
  try {
    const report = await playCorpus(site, { seed, installs, print })
    printReport(report, print)
    if (save !== undefined) await writeFile(save, `${JSON.stringify(report, null, 2)}\n`)
    if (write === true) print(`\nwritten: ${(await writeDocument(report)).join(', ')}`)
  } finally {
    await site.close()
  }
}

export interface Playing {
  installs: number
  seed: number
  print: (line: string) => void
}

/** The same, on a site that is there. */
export async function playCorpus(
  site: Site,
  { installs, seed, print: say }: Playing,
): Promise<CorpusReport> {
  const machine = await describeMachine(site.pool)
  const world = buildWorld({ installs, seed })
  const startedMs = performance.now()
  let shownMs = startedMs
  const played = await playWorld(site, world, {
    lanes: LANES,
    progress: (done) => {
      if (performance.now() - shownMs < PROGRESS_EVERY_MS) return
      shownMs = performance.now()
      say(`${done.installs} installs, ${done.episodes} of ${world.length} episodes`)
    },
  })
  const seconds = (performance.now() - startedMs) / 1_000
  const decisions = await readDecisions(site.pool)
  const judged = played.flatMap((episode) => judgeEpisode(episode, decisions))
  return {
    machine,
    seed,
    lanes: LANES,
    seconds,
    ...sizesOf(world, judged),
    ...summarize(world, judged),
  }
}

function sizesOf(world: readonly Episode[], judged: readonly JudgedInstall[]) {
  const callsMs = judged.map(({ tookMs }) => tookMs)
  const taps = world.flatMap(({ events }) => events.filter((event) => event.kind === 'tap'))
  return {
    episodes: world.length,
    installs: judged.length,
    organic: judged.filter(({ truth }) => truth.isOrganic).length,
    clicks: taps.reduce((sum, { copies }) => sum + 1 + copies, 0),
    callMs: { p50: quantile(callsMs, 0.5), p99: quantile(callsMs, 0.99) },
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
