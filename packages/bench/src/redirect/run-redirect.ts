import { writeFile } from 'node:fs/promises'
import { waitFor } from '@throughline/testkit/wait-for'
import { describeMachine } from '../machine.js'
import { median, quantile } from '../statistics.js'
import { flood, pace, type Round, type Target } from './measure.js'
import { SUBJECTS, type Subject } from './requests.js'
import { startRedirectInstallation, type RedirectInstallation } from './installation.js'
import { startTargets } from './targets.js'
import { stopUnderLoad } from './stops.js'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { print } from '../print.js'

export interface RedirectOptions {
  seconds: number
  rounds: number
  connections: number
  postgresDefaults?: boolean
  json?: string
}

/** Measures the baselines and the product in turns, then the product at half load and during a stop at full load. */
export async function runRedirect(options: RedirectOptions): Promise<void> {
  const installation = await startRedirectInstallation(options.postgresDefaults)
  const undo: (() => Promise<void>)[] = []
  try {
    const machine = await describeMachine(installation.pool)
    print(JSON.stringify(machine, null, 2))
    const targets = await startTargets(installation, { ...options, undo })
    for (const subject of SUBJECTS) await flood(targets[subject], WARM_UP_SECONDS)
    const rounds = await takeTurns(targets, options)
    const click = median(rounds.click.map(({ perSecond }) => perSecond))
    const perSecond = Math.round(click / 2)
    // Like a server that has run for a while, PostgreSQL then recycles WAL files instead of creating new ones.
    await installation.pool.query('CHECKPOINT')
    await pace(targets.click, { perSecond, seconds: WARM_UP_SECONDS })
    const lagsMs = watchCountLag(installation.pool)
    const waits = await pace(targets.click, { perSecond, seconds: options.seconds })
    const halfLoad = { perSecond, ...waits, countedAfterMs: summarizeLags(await lagsMs()) }
    const stored = await compareWithTable(installation, rounds)
    const stops = []
    for (const signal of ['SIGTERM', 'SIGKILL'] as const)
      stops.push(await stopUnderLoad(installation, { signal, connections: options.connections }))
    const result = { machine, summary: summarize(rounds), halfLoad, stored, stops, rounds }
    print(JSON.stringify({ ...result.summary, halfLoad, stored, stops }, null, 2))
    if (options.json !== undefined)
      await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`)
  } finally {
    for (const step of undo.toReversed()) await step()
    await installation.close()
  }
}

const WARM_UP_SECONDS = 2

type Rounds = Record<Subject, Round[]>

async function takeTurns(
  targets: Record<Subject, Target>,
  { rounds, seconds }: RedirectOptions,
): Promise<Rounds> {
  const taken: Rounds = { node: [], express: [], click: [], bot: [], page: [] }
  for (let round = 1; round <= rounds; round += 1) {
    for (const subject of SUBJECTS) taken[subject].push(await flood(targets[subject], seconds))
    const rates = SUBJECTS.map(
      (name) => `${name} ${Math.round(taken[name].at(-1)?.perSecond ?? 0)}/s`,
    )
    print(`round ${round}: ${rates.join(', ')}`)
  }
  return taken
}

const LOOK_MS = 20

/** Measures repeatedly how long the newest delta waits to be counted. Returns what ends it, with all waits. */
function watchCountLag(pool: pg.Pool): () => Promise<number[]> {
  const lagsMs: number[] = []
  let isOver = false
  const bounds = async () => {
    const { rows } = await pool.query<{ oldest: string | null; newest: string | null }>(
      'SELECT min(id) AS oldest, max(id) AS newest FROM click_deltas',
    )
    return { oldest: Number(rows[0]?.oldest ?? Infinity), newest: Number(rows[0]?.newest ?? 0) }
  }
  const run = async () => {
    while (!isOver) {
      const { newest } = await bounds()
      const seenMs = performance.now()
      while (newest > 0 && (await bounds()).oldest <= newest) await delay(LOOK_MS)
      if (newest > 0) lagsMs.push(performance.now() - seenMs)
      await delay(LOOK_MS)
    }
  }
  const running = run()
  return async () => {
    isOver = true
    await running
    return lagsMs
  }
}

function summarizeLags(lagsMs: number[]) {
  return { median: median(lagsMs), longest: quantile(lagsMs, 1), looks: lagsMs.length }
}

/** Checks that each response has a row, each row has a response, and each countable row is counted. */
async function compareWithTable(installation: RedirectInstallation, rounds: Rounds) {
  const numberOf = async (query: string) =>
    Number((await installation.pool.query<{ count: string }>(query)).rows[0]?.count)
  const { rows } = await installation.pool.query<{ reason: string | null; count: string }>(
    'SELECT uncounted_reason AS reason, count(*) FROM clicks GROUP BY 1',
  )
  await waitFor(async () => (await numberOf('SELECT count(*) FROM click_deltas')) === 0, {
    what: 'all clicks to be counted',
  })
  const answersOf = (subject: Subject) =>
    rounds[subject].reduce((sum, round) => sum + round.answers, 0)
  return {
    rows: Object.fromEntries(rows.map(({ reason, count }) => [reason ?? 'counted', Number(count)])),
    inLinks: await numberOf('SELECT sum(clicked_count) AS count FROM links'),
    inQuarters: await numberOf('SELECT sum(clicks) AS count FROM link_clicks'),
    answersWithoutWarmUpAndHalfLoad: {
      counted: answersOf('click') + answersOf('page'),
      bot: answersOf('bot'),
    },
  }
}

function summarize(rounds: Rounds) {
  const of = (subject: Subject, pick: (round: Round) => number) => median(rounds[subject].map(pick))
  const rate = (subject: Subject) => of(subject, ({ perSecond }) => perSecond)
  const ratio = (subject: Subject, base: Subject) =>
    median(
      rounds[subject].map(
        ({ perSecond }, index) => perSecond / (rounds[base][index]?.perSecond ?? NaN),
      ),
    )
  const figures = (subject: Subject) => ({
    perSecond: rate(subject),
    cpuMicros: of(subject, ({ cpuMicros }) => cpuMicros),
    databaseCpuMicros: of(subject, ({ databaseCpuMicros: micros }) => micros ?? 0),
    ofNode: ratio(subject, 'node'),
    ofExpress: ratio(subject, 'express'),
  })
  return Object.fromEntries(SUBJECTS.map((subject) => [subject, figures(subject)]))
}
