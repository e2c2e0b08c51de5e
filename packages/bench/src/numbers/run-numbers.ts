import { readFile, writeFile } from 'node:fs/promises'
import { openDatabase } from '@throughline/db/connection/database'
import { freePort } from '@throughline/stack/ports'
import { startInstallationWith } from '@throughline/testkit/installation'
import { createProject, type ProjectAccess } from '@throughline/testkit/installation/project'
import { describeMachine } from '../machine.js'
import { print } from '../print.js'
import { quantile } from '../statistics.js'
import { fillNumbers } from './fill-numbers.js'
import { measureBrowser, panelFolder } from './measure-browser.js'
import { measureStreams } from './measure-streams.js'

export interface NumbersOptions {
  links: number
  clicks: number
  installs: number
  requests: number
  json?: string
}

/** Measures the overview, lists, a file, open streams and the panel of a project with 90 days of clicks. */
export async function runNumbers(options: NumbersOptions): Promise<void> {
  const installation = await start()
  try {
    const { database, projectId, access, add } = installation
    const machine = await describeMachine(database.pool)
    await fillNumbers(database, { ...options, projectId, progress: print })
    // Started last, because it would roll up the deltas.
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const api = await add('api', { port, env: { PUBLIC_URL: url, PANEL_DIR: await panelFolder() } })
    const target = { access, port: api.port, apiPid: api.pid() }
    const waits = []
    for (const [name, path] of PATHS) {
      const figures = { name, ...(await measureWaits(target, path, options.requests)) }
      waits.push(figures)
      print(`${name}: p50 ${figures.p50Ms.toFixed(1)} ms, p99 ${figures.p99Ms.toFixed(1)} ms`)
    }
    const file = await measureFile(target)
    const streams = await measureStreams({
      database,
      projectId,
      projectKey: access.projectKey,
      port: api.port,
      residentMb: () => residentMb(api.pid()),
    })
    // Before the browser, which may fail after all the rest has been measured.
    print(JSON.stringify({ file, streams }))
    const browser = await measureBrowser({ database, projectId, url })
    const result = { machine, options, waits, file, streams, browser }
    print(JSON.stringify(result, null, 2))
    if (options.json !== undefined)
      await writeFile(options.json, `${JSON.stringify(result, null, 2)}\n`)
  } finally {
    await installation.close()
  }
}

const PATHS: [name: string, path: string][] = [
  ['overview of 90 days', '/api/overview?days=90'],
  ['overview of 30 days, compared', '/api/overview?days=30&compare=true&tz=America/New_York'],
  ['links, first page', '/api/links?per_page=100'],
  ['links, a page with a third of all installs', '/api/links?per_page=100&page=10'],
  ['links, most clicks first', '/api/links?per_page=100&sort=-clicked_count'],
  ['links, search with one result', '/api/links?search=shop.example/777&limit=20'],
  ['installs, first page', '/api/installs?limit=100'],
  ['installs, rare reason', '/api/installs?limit=100&reason=ambiguous'],
  ['installs of a link', '/api/installs?limit=100&link=L500'],
  ['deliveries, first page', '/api/deliveries?limit=100'],
  ['deliveries that failed', '/api/deliveries?limit=100&state=failed'],
  ['deliveries by status', '/api/deliveries?limit=100&status_code=500'],
  ['clicks, first page', '/api/clicks?limit=100'],
  ['a link by country', '/api/links/L1/stats?days=90&group_by=country'],
]

interface Target {
  access: ProjectAccess
  port: number
  apiPid: number
}

function start() {
  return startInstallationWith(
    { output: 'inherit', exitsOnSignal: true },
    async ({ postgres, env: given, onClose }) => {
      const database = openDatabase({ url: postgres.url, poolMax: 2 })
      onClose(() => database.close())
      const access = await createProject(
        { postgres, env: given },
        { name: 'Bench', prefix: 'bench' },
      )
      const { id: projectId } = await database.prisma.project.findFirstOrThrow()
      return { database, projectId, access }
    },
  )
}

const WARM_UP_REQUESTS = 20

async function measureWaits({ port, access }: Target, path: string, requests: number) {
  for (let n = 0; n < WARM_UP_REQUESTS; n += 1) await read(port, access, path)
  const waitsMs: number[] = []
  for (let n = 0; n < requests; n += 1) {
    const startedMs = performance.now()
    await read(port, access, path)
    waitsMs.push(performance.now() - startedMs)
  }
  return { p50Ms: quantile(waitsMs, 0.5), p99Ms: quantile(waitsMs, 0.99) }
}

async function read(port: number, access: ProjectAccess, path: string): Promise<void> {
  const answer = await request(port, access, path)
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} returned ${answer.status}: ${text}`)
}

function request(port: number, access: ProjectAccess, path: string): Promise<Response> {
  const headers = {
    'x-project-key': access.projectKey,
    authorization: `Bearer ${access.adminToken}`,
  }
  return fetch(`http://127.0.0.1:${port}${path}`, { headers })
}

const LOOK_MS = 100

/** Downloads all clicks as a file: the duration, and the memory of the process before and at its peak. */
async function measureFile({ port, access, apiPid }: Target) {
  const beforeMb = await residentMb(apiPid)
  let mostMb = beforeMb
  const timer = setInterval(() => {
    void residentMb(apiPid).then((mb) => (mostMb = Math.max(mostMb, mb)))
  }, LOOK_MS)
  const startedMs = performance.now()
  let [bytes, lines] = [0, 0]
  const { body } = await request(port, access, '/api/clicks?format=csv')
  for await (const part of body ?? []) {
    const chunk = part as Uint8Array
    bytes += chunk.length
    for (const byte of chunk) if (byte === LINE_FEED) lines += 1
  }
  clearInterval(timer)
  const seconds = (performance.now() - startedMs) / 1_000
  return { lines, megabytes: bytes / 1e6, seconds, beforeMb, mostMb }
}

const LINE_FEED = 10

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1_000
}
