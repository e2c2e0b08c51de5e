import { writeFile } from 'node:fs/promises'
import { describeMachine } from '../../machine.js'
import { median } from '../../statistics.js'
import { startInstallsInstallation, type InstallsInstallation } from './installation.js'
import { makeRequests, WAYS, type Way } from './make-requests.js'
import { sendAll, type Sent } from './send-all.js'
import { print } from '../../print.js'

const INSTALLS = 6_000

export interface InstallsOptions {
  installs?: number
  rounds: number
  save?: string
}

const CONNECTIONS = [64, 200]
const WARM_UP_INSTALLS = 500

interface Case {
  by: Way
  connections: number
}

interface Round {
  ours: Sent
  bare: Sent
}

export async function runInstalls({
  installs = INSTALLS,
  rounds,
  save,
}: InstallsOptions): Promise<void> {
  const installation = await startInstallsInstallation()
  try {
    const machine = await describeMachine(installation.pool)
    const cases = WAYS.flatMap((by) => CONNECTIONS.map((connections) => ({ by, connections })))
    const taken = new Map(cases.map((each) => [each, [] as Round[]]))
    for (const each of cases) await measure(installation, each, WARM_UP_INSTALLS)
    for (let round = 1; round <= rounds; round += 1)
      for (const [each, results] of taken) results.push(await measure(installation, each, installs))
    const figures = [...taken].map(([each, results]) => ({ ...each, ...summarize(results) }))
    for (const each of figures) print(describe(each))
    const sent = cases.length * (WARM_UP_INSTALLS + rounds * installs)
    const stored = await compareWithTables(installation, sent)
    const result = { machine, queue: installation.queue.kind, installs, rounds, figures, stored }
    print(JSON.stringify({ queue: installation.queue.kind, stored }))
    if (save !== undefined) await writeFile(save, `${JSON.stringify(result, null, 2)}\n`)
  } finally {
    await installation.close()
  }
}

async function measure(
  installation: InstallsInstallation,
  { by, connections }: Case,
  count: number,
): Promise<Round> {
  const requests = await makeRequests(installation, { count, by })
  const how = { connections, pool: installation.pool }
  const ours = await sendAll(installation.ours, requests, how)
  return { ours, bare: await sendAll(installation.bare, requests, how) }
}

function summarize(rounds: Round[]) {
  const of = (pick: (round: Round) => number) => median(rounds.map(pick))
  return {
    perSecond: of(({ ours }) => ours.perSecond),
    barePerSecond: of(({ bare }) => bare.perSecond),
    ratio: of(({ ours, bare }) => ours.perSecond / bare.perSecond),
    p50Ms: of(({ ours }) => ours.p50Ms),
    p99Ms: of(({ ours }) => ours.p99Ms),
    cpuMicros: of(({ ours }) => ours.cpuMicros),
    databaseCpuMicros: of(({ ours }) => ours.databaseCpuMicros),
    bareCpuMicros: of(({ bare }) => bare.cpuMicros),
    bareDatabaseCpuMicros: of(({ bare }) => bare.databaseCpuMicros),
  }
}

function describe(figures: Case & ReturnType<typeof summarize>): string {
  const { by, connections, perSecond, barePerSecond, ratio, p50Ms, p99Ms } = figures
  const { cpuMicros, databaseCpuMicros, bareCpuMicros, bareDatabaseCpuMicros } = figures
  return (
    `by ${by}, ${connections} at once: ${Math.round(perSecond)} installs/s (p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms), ` +
    `bare ${Math.round(barePerSecond)}/s, ratio ${ratio.toFixed(2)}; ` +
    `CPU ${Math.round(cpuMicros)} + ${Math.round(databaseCpuMicros)} µs, bare ${Math.round(bareCpuMicros)} + ${Math.round(bareDatabaseCpuMicros)} µs`
  )
}

/** @throws Error unless every acknowledged install is stored, and every match with its event and delivery */
async function compareWithTables({ pool }: InstallsInstallation, sent: number) {
  const { rows } = await pool.query<Record<string, number>>(
    `SELECT (SELECT count(*)::integer FROM installs) AS installs,
            (SELECT count(*)::integer FROM installs WHERE is_matched) AS matches,
            (SELECT count(*)::integer FROM clicks WHERE consumed_at IS NOT NULL) AS claims,
            (SELECT count(*)::integer FROM events) AS events,
            (SELECT count(*)::integer FROM deliveries WHERE state = 'pending') AS deliveries`,
  )
  const [stored] = rows
  const matches = sent / WAYS.length
  for (const [name, count] of Object.entries(stored ?? {}))
    if (count !== (name === 'installs' ? sent : matches))
      throw new Error(`of ${sent} installs there are ${JSON.stringify(stored)}`)
  return stored
}
