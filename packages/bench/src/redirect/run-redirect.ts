import { writeFile } from 'node:fs/promises'
import { waitFor } from '@throughline/testkit/wait-for'
import { describeMachine } from '../machine.js'
import { startChild, type Child } from '../rig/child.js'
import { backendsCpuMs } from '../rig/process-cpu.js'
import { median, quantile } from '../statistics.js'
import { watchCountLag } from './count-lag.js'
import { flood, pace, startLoad, type Round, type Target } from './measure.js'
import { pin } from './pin.js'
import { requestsOf, statusOf, SUBJECTS, type Subject } from './requests.js'
import { SERVER_CORE, startSite, type Site } from './site.js'
import { stopUnderLoad } from './stops.js'

export interface RedirectOptions {
  seconds: number
  rounds: number
  connections: number
  json?: string
}

/** The bare servers, ours with a click, with a bot, and with the page, in turns; then ours at half load, and stopped at full load. */
export async function runRedirect(options: RedirectOptions): Promise<void> {
  const site = await startSite()
  const undo: (() => Promise<void>)[] = []
  try {
    const machine = await describeMachine(site.pool)
    print(JSON.stringify(machine, null, 2))
    const targets = await startTargets(site, { ...options, undo })
    for (const subject of SUBJECTS) await flood(targets[subject], WARM_UP_SECONDS)
    const rounds = await takeTurns(targets, options)
    const click = median(rounds.click.map(({ perSecond }) => perSecond))
    const perSecond = Math.round(click / 2)
    // As a server that has been up for a while: with old files of its log to write over instead of making new ones.
    await site.pool.query('CHECKPOINT')
    await pace(targets.click, { perSecond, seconds: WARM_UP_SECONDS })
    const lagsMs = watchCountLag(site.pool)
    const waits = await pace(targets.click, { perSecond, seconds: options.seconds })
    const halfLoad = { perSecond, ...waits, countedAfterMs: summarizeLags(await lagsMs()) }
    const stored = await compareWithTable(site, rounds)
    const stops = []
    for (const signal of ['SIGTERM', 'SIGKILL'] as const)
      stops.push(await stopUnderLoad(site, { signal, connections: options.connections }))
    const result = { machine, summary: summarize(rounds), halfLoad, stored, stops, rounds }
    print(JSON.stringify({ ...result.summary, halfLoad, stored, stops }, null, 2))
    if (options.json !== undefined)
      await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`)
  } finally {
    for (const step of undo.toReversed()) await step()
    await site.close()
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

interface Starting extends RedirectOptions {
  undo: (() => Promise<void>)[]
}

async function startTargets(site: Site, starting: Starting): Promise<Record<Subject, Target>> {
  const ours = { pid: site.apiPid, port: site.port, databaseCpuMs: () => backendsCpuMs(site.pool) }
  const node = await startBaseline('node', starting)
  const express = await startBaseline('express', starting)
  const target = async (subject: Subject, { port, ...server }: Server): Promise<Target> => {
    const requests = requestsOf(subject, site)
    const load = await startLoad({ port, connections: starting.connections, requests })
    starting.undo.push(load.stop)
    return { ...server, load, status: statusOf(subject) }
  }
  return {
    node: await target('node', node),
    express: await target('express', express),
    click: await target('click', ours),
    bot: await target('bot', ours),
    page: await target('page', ours),
  }
}

interface Server {
  pid: number
  port: number
  databaseCpuMs?: () => Promise<number>
}

interface Listening {
  kind: 'listening'
  port: number
}

async function startBaseline(kind: 'node' | 'express', { undo }: Starting): Promise<Server> {
  const child: Child<Listening, never> = startChild('../redirect/baseline-main.ts', [kind])
  undo.push(child.stop)
  const { port } = await child.next('listening')
  await pin(child.pid, SERVER_CORE)
  return { pid: child.pid, port }
}

function summarizeLags(lagsMs: number[]) {
  return { median: median(lagsMs), longest: quantile(lagsMs, 1), looks: lagsMs.length }
}

/** Every answer has its row, no row is without an answer, and each row that counts is counted. */
async function compareWithTable(site: Site, rounds: Rounds) {
  const numberOf = async (query: string) =>
    Number((await site.pool.query<{ count: string }>(query)).rows[0]?.count)
  const { rows } = await site.pool.query<{ reason: string | null; count: string }>(
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

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
