import { chmod, mkdir, readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { builtApp } from '@throughline/testkit/built-app'
import { runNode, type NodeProgram } from '@throughline/testkit/node-program'
import { waitFor } from '@throughline/testkit/wait-for'

import { isRoot } from '../../src/home.js'
import { freePort, isPortFree } from '../../src/ports.js'
import { withClient } from '../../src/postgres/connect.js'
import { isPidAlive, signalProcess } from '../../src/processes.js'
import { readStackFile } from '../../src/stack-file.js'
import {
  exists,
  expectNothingLeft,
  fetchAsCurl,
  isAnswering,
  makeLaunchPad,
  readPid,
  rowOf,
  type LaunchPad,
} from '../launching.js'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const runCli = async (args: readonly string[], env: Record<string, string>) =>
  runNode([await builtApp('cli'), ...args], env)
const doctor = (env: Record<string, string>) => runCli(['doctor'], env)
const cli = (args: readonly string[], { home }: LaunchPad) =>
  runCli(args, { THROUGHLINE_HOME: home })

/** The projects on a running stack. */
async function prefixesOf(pad: LaunchPad): Promise<string[]> {
  const { databaseUrl } = (await readStackFile(pad.home)) ?? {}
  return withClient(databaseUrl ?? '', async (client) => {
    const sql = 'SELECT prefix FROM projects ORDER BY prefix'
    return (await client.query<{ prefix: string }>(sql)).rows.map(({ prefix }) => prefix)
  })
}

describe('npm start', describeRun)
describe('npm start refuses', describeRefusals)

function describeRun(): void {
  let pad: LaunchPad
  let run: NodeProgram
  let metricsPort: number
  let link: { status: number; body: unknown }
  const credentials = (program: NodeProgram) =>
    ['Project key', 'Admin token', 'Link host'].map((name) => rowOf(program.stdout(), name))

  beforeAll(async () => {
    pad = await makeLaunchPad()
    metricsPort = await freePortPair()
  })
  afterAll(() => pad.end())

  it('ends a first start at Ctrl-C during any step', async () => {
    for (const line of ['Starting PostgreSQL …', 'Bringing the database up to date …']) {
      const interrupted = await pad.launch()
      await interrupted.waitForOutput(line)
      interrupted.signalGroup('SIGINT')
      expect(await interrupted.ended).toBe(0)
      expect(interrupted.stderr()).toBe('')
      await expectNothingLeft(pad)
    }
  })

  it('starts after that, and prints all addresses and what to try', async () => {
    run = await pad.start({ METRICS_PORT: String(metricsPort) })
    const screen = run.stdout()
    expect(rowOf(screen, 'API')).toBe(`http://localhost:${pad.port}`)
    expect(rowOf(screen, 'API docs')).toBe(`http://localhost:${pad.port}/docs`)
    expect(rowOf(screen, 'Link host')).toBe(`http://demo.localhost:${pad.port}`)
    expect(rowOf(screen, 'Worker')).toBe(`http://localhost:${pad.workerPort}/readyz`)
    expect(rowOf(screen, 'Queue')).toMatch(/^PostgreSQL;/)
    expect(rowOf(screen, 'Data folder')).toBe(pad.home)
    expect(rowOf(screen, 'Project key')).toMatch(UUID)
    expect(rowOf(screen, 'Admin token')).toMatch(/^\d+\|\S{20,}$/)
    expect(screen).toContain('\n  npm run rehearse\n')
    expect(await isAnswering(rowOf(screen, 'API docs'))).toBe(true)
    expect(await isAnswering(rowOf(screen, 'Worker'))).toBe(true)
    const settings = await fetch(`${rowOf(screen, 'Example app')}/config.json`)
    expect(await settings.json()).toMatchObject({ publicKey: rowOf(screen, 'Project key') })
    const [key, token] = [rowOf(screen, 'Project key'), rowOf(screen, 'Admin token')]
    const headers = { 'x-project-key': key, authorization: `Bearer ${token}` }
    const setup = await fetch(`${rowOf(screen, 'API')}/api/setup`, { headers })
    expect(await setup.json()).toMatchObject({
      sample: {
        app_url: rowOf(screen, 'Example app'),
        receiver_url: expect.stringMatching(/^http:\/\/localhost:\d+\/$/),
      },
    })
  })

  it('prints commands that work unchanged', async () => {
    const commands = run.stdout().match(/curl .*/g) ?? []
    const answers = await Promise.all(commands.map(fetchAsCurl))
    expect(answers).toMatchObject([
      { status: 201, body: { url: 'http://localhost:8080/hook', is_active: true } },
      { status: 201, body: { actual_url: 'https://example.com/' } },
    ])
  })

  it('passes a rehearsal, except for the retries', async () => {
    const program = ['scripts/run.mjs', 'apps/cli/src/index.ts']
    const against = ['rehearse', '--against', `http://localhost:${pad.port}`]
    const played = await runNode([...program, ...against], { THROUGHLINE_HOME: pad.home })
    expect(played).toMatchObject({ code: 0, stderr: '' })
    for (const title of [
      `the installation at http://localhost:${pad.port}`,
      'the app is installed and opened with the referrer from Google Play',
      'the receiver receives the signed webhook',
      'independent implementations verify the signatures',
      'the API returns the same bytes and shows the delivery',
      'the retries of a running installation take 21 minutes',
    ])
      expect(played.stdout).toContain(title)
  })

  it('lets the CLI find the stack without DATABASE_URL', async () => {
    const found = await doctor({ THROUGHLINE_HOME: pad.home })
    expect(found).toMatchObject({ code: 0, stderr: '' })
    expect(found.stdout).toContain(`http://localhost:${pad.workerPort} is ready`)
    expect(await readStackFile(pad.home)).toMatchObject({ linkBaseHost: `localhost:${pad.port}` })
  })

  it('gives METRICS_PORT to the API and the next port to the worker', async () => {
    const [api, worker] = await Promise.all(
      [metricsPort, metricsPort + 1].map(async (port) => {
        const response = await fetch(`http://127.0.0.1:${port}/metrics`)
        expect(response.status).toBe(200)
        return response.text()
      }),
    )
    expect(worker).toContain('throughline_deliveries_in_flight')
    expect(api).toContain('process_start_time_seconds')
    expect(api).not.toContain('throughline_deliveries_in_flight')
  })

  it('opens the ports of the worker and of metrics on loopback only', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
    // 127.0.0.2 is loopback too, but nothing listens on it.
    for (const host of ['127.0.0.2', ...(outside === undefined ? [] : [outside])])
      for (const port of [pad.workerPort, metricsPort, metricsPort + 1])
        await expect(fetch(`http://${host}:${port}/livez`)).rejects.toThrow('fetch failed')
    for (const port of [pad.workerPort, metricsPort])
      expect((await fetch(`http://localhost:${port}/livez`)).status).toBe(200)
  })

  it('rejects a second start on the same folder and does not disturb the first', async () => {
    const second = await pad.launch({ PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.stderr().trim()).toMatch(
      /^Throughline already runs on \S+ \(process \d+\)\. Stop it first, or start a second one with another THROUGHLINE_HOME and PORT\.$/,
    )
    expect(await exists(join(pad.home, 'lock'))).toBe(true)
    expect(await isAnswering(`http://localhost:${pad.port}/readyz`)).toBe(true)
  })

  it('restarts a worker and a PostgreSQL that exit', async () => {
    const worker = await readPid(pad.home, 'worker')
    for (const pid of [worker, await readPid(pad.home, 'postgres')]) signalProcess(pid, 'SIGKILL')
    await run.waitForOutput('PostgreSQL ended. Restarting it.')
    await run.waitForOutput('The worker ended (SIGKILL). Restarting it in 1 s.')
    for (const port of [pad.port, pad.workerPort])
      await waitFor(() => isAnswering(`http://localhost:${port}/readyz`), {
        what: `port ${port} to be ready again`,
      })
    expect(await readPid(pad.home, 'worker')).not.toBe(worker)
    const [, makeLink = ''] = run.stdout().match(/curl .*/g) ?? []
    link = await fetchAsCurl(makeLink)
    expect(link).toMatchObject({ status: 201 })
  })

  it('fills a sample project, which a command deletes', async () => {
    expect(await prefixesOf(pad)).toEqual(['demo', 'sample'])
    const removed = await cli(['project', 'delete', 'sample', '--yes'], pad)
    expect(removed).toMatchObject({ code: 0, stderr: '' })
  })

  it('stops everything at Ctrl-C, PostgreSQL last, and leaves no process behind', async () => {
    run.signalGroup('SIGINT')
    expect(await run.ended).toBe(0)
    expect(run.stdout()).toMatch(/\nStopping …\n(.*\n)*Stopped\.\n$/)
    expect(run.stderr()).toBe('')
    const stopped = ['api', 'worker'].map((name) => timeOfLast(run.stdout(), name))
    const log = await readFile(join(pad.home, 'postgres.log'), 'utf8')
    const request = log.split('\n').findLast((line) => line.includes('received fast shutdown'))
    const databaseMs = Date.parse(`${request?.slice(0, 23).replace(' ', 'T') ?? ''}Z`)
    for (const atMs of stopped) expect(databaseMs).toBeGreaterThanOrEqual(atMs)
    expect(log).toMatch(/database system is shut down\n$/)
    await expectNothingLeft(pad)
    expect(await isPortFree(metricsPort)).toBe(true)
  })

  it('keeps data, key and token after a stop and after a kill, and ends at a second Ctrl-C', async () => {
    const second = await pad.start()
    expect(credentials(second)).toEqual(credentials(run))
    // Sample data is created only by the first start.
    expect(await prefixesOf(pad)).toEqual(['demo'])
    const { code } = link.body as { code: string }
    const opened = await fetch(`http://localhost:${pad.port}/api/links/${code}`, {
      headers: { 'x-project-key': rowOf(second.stdout(), 'Project key') },
    })
    expect(await opened.json()).toMatchObject(link.body as object)

    const [worker, postgres] = [
      await readPid(pad.home, 'worker'),
      await readPid(pad.home, 'postgres'),
    ]
    for (const name of ['launcher', 'api']) signalProcess(await readPid(pad.home, name), 'SIGKILL')
    expect(await second.ended).toBe(137)
    expect([worker, postgres].map(isPidAlive)).toEqual([true, true])

    const third = await pad.start()
    expect(third.stdout()).toContain('PostgreSQL was still running and has been taken over.')
    expect(third.stdout()).toContain('Stopping services of the last run …')
    expect(isPidAlive(worker)).toBe(false)
    expect(await readPid(pad.home, 'postgres')).toBe(postgres)
    expect(credentials(third)).toEqual(credentials(run))

    // The stop waits for a worker that does not stop, until the next Ctrl-C. Within a second it would count as the
    // same one, because npm also forwards the signal that the terminal has already sent.
    signalProcess(await readPid(pad.home, 'worker'), 'SIGSTOP')
    third.signalGroup('SIGINT')
    await third.waitForOutput('Stopping …')
    const again = setInterval(() => third.signalGroup('SIGINT'), 400)
    await third.waitForOutput('Killing all services.').finally(() => clearInterval(again))
    expect(await third.ended).toBe(1)
    await expectNothingLeft(pad)
  }, 120_000)
}

function describeRefusals(): void {
  let pad: LaunchPad

  beforeEach(async () => {
    pad = await makeLaunchPad()
  })
  afterEach(() => pad.end())

  it('lists all errors of the environment in one message', async () => {
    const env = {
      PORT: 'abc',
      WORKER_PORT: '70000',
      METRICS_PORT: '65535',
      LOG_LEVEL: 'loud',
      RATE_LIMITS: '1200',
      TRUST_PROXY: 'yes',
      PUBLIC_URL: 'go.acme.com',
      DELIVERY_TIMEOUT_MS: '1 s',
      DELIVERY_ALLOW_NETS: '0.0.0.0/0',
      REDIS_URL: 'localhost:6379',
      SECRETS_KEYS: 'nonsense',
      DATABASE_DIRECT_URL: 'postgresql://127.0.0.1/other',
    }
    const run = await pad.launch(env)
    expect(await run.ended).toBe(1)
    expect(run.stdout()).toBe('')
    const [heading, ...lines] = run.stderr().trim().split('\n')
    expect(heading).toBe('The environment is invalid:')
    // Each has a line that says what its value must be.
    expect(lines.map((line) => /^ {2}([A-Z_]+): .{10}/.exec(line)?.[1]).sort()).toEqual(
      Object.keys(env).sort(),
    )
    await expectNothingLeft(pad)
  })

  const asRoot = isRoot() ? it : it.skip
  asRoot('a data folder that the user postgres may not enter, when started as root', async () => {
    const closed = join(pad.home, 'closed')
    await mkdir(closed)
    await chmod(closed, 0o700)
    const run = await pad.launch({ THROUGHLINE_HOME: join(closed, 'home') })
    expect(await run.ended).toBe(1)
    expect(run.stdout()).toBe('Starting PostgreSQL …\n')
    expect(run.stderr().trim()).toBe(
      `Started as root, PostgreSQL runs as the user "postgres", who may not enter ${closed}. ` +
        'Set THROUGHLINE_HOME to a folder that everyone can reach, e.g. THROUGHLINE_HOME=/var/lib/throughline',
    )
    expect(await exists(join(closed, 'home', 'lock'))).toBe(false)
    await expectNothingLeft(pad)
  })
}

/** A free port whose next port is also free. */
async function freePortPair(): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (await isPortFree(port + 1)) return port
  }
}

/** The time of a service's last line, in milliseconds. */
function timeOfLast(output: string, name: string): number {
  const line = output.split('\n').findLast((it) => it.startsWith(name) && it.includes('"stopped"'))
  return Date.parse(/"time":"([^"]+)"/.exec(line ?? '')?.[1] ?? '')
}
