import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { buildApps, type BuiltApps } from '../build-apps.js'
import type { StackConfig } from '../config.js'
import { errorText, formatFailure } from '../errors.js'
import { lockHome } from '../home-lock.js'
import { ensureHome } from '../home.js'
import { ensureSecretsKeys } from '../keys.js'
import { assertMetricsPortsFree, assertPortFree } from '../ports.js'
import {
  isRunning,
  markProcess,
  signalProcess,
  waitForExit,
  type ProcessMark,
} from '../processes.js'
import { assertRedisAnswers } from '../redis.js'
import { readStackFile, removeStackFile, writeStackFile } from '../stack-file.js'
import { createSupervisor, type Supervisor } from '../supervise.js'
import { openDatabase, type StackDatabase } from './database.js'
import { ensureDemoProject } from './demo-project.js'
import { giveUpIfAsked, type LaunchContext } from './launch-context.js'
import { runCli } from './run-cli.js'
import { loopbackEnv, workerEnv } from './service-env.js'
import { UndoList } from './undo-list.js'
import type { WelcomeFacts } from './welcome-screen.js'

export interface RunningStack {
  facts: WelcomeFacts
  /** Services first, PostgreSQL last. */
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Starts database, schema, demo project, API and worker, in that order. If a step fails, stops what was started. */
export async function startStack(
  config: StackConfig,
  context: LaunchContext,
): Promise<RunningStack> {
  const undo = new UndoList()
  try {
    return await startSteps(config, context, undo)
  } catch (error) {
    await undo.run().catch((later: unknown) => context.print(formatFailure(later)))
    throw error
  }
}

async function startSteps(
  config: StackConfig,
  context: LaunchContext,
  undo: UndoList,
): Promise<RunningStack> {
  const { home } = config
  await ensureHome(home)
  const lock = await lockHome(home)
  undo.add(() => lock.release())
  await endLeftovers(home, context.print)
  await assertPortFree(config.port, 'PORT')
  await assertPortFree(config.workerPort, 'WORKER_PORT')
  if (config.metricsPort) await assertMetricsPortsFree(config.metricsPort)
  if (config.redisUrl !== null) await assertRedisAnswers(config.redisUrl)

  // While the database starts.
  const building = buildApps(config.root, context.signal)
  building.catch(() => undefined)
  const database = await openDatabase(config, context)
  undo.add(() => database.stop())
  giveUpIfAsked(context)
  const env = await serviceEnv(config, database)
  const apps = await building
  giveUpIfAsked(context)
  const where = { root: config.root, cli: apps.cli, env }
  context.print('Bringing the database up to date …')
  await runCli(['migrate', '--json'], where)
  giveUpIfAsked(context)
  const { print } = context
  const demo = config.isProduction ? null : await ensureDemoProject({ ...config, ...where, print })
  giveUpIfAsked(context)

  context.print('Starting API and worker …')
  // While the services start.
  const signInUrl = config.isProduction ? null : createStartLink({ ...where, print })
  const supervisor = await startServices({ config, context, env, database, apps }, undo)
  const facts = { ...config, demo, signInUrl: await signInUrl }
  // Nothing is awaited after this check: a signal after it finds the running stack.
  giveUpIfAsked(context)
  return {
    facts,
    stop: () => undo.run(),
    kill: async () => {
      supervisor.kill()
      await database.kill()
      await removeStackFile(home)
      await lock.release()
    },
  }
}

interface Parts {
  config: StackConfig
  context: LaunchContext
  env: Record<string, string>
  database: StackDatabase
  apps: BuiltApps
}

async function startServices(parts: Parts, undo: UndoList): Promise<Supervisor> {
  const { apps, config, context, env } = parts
  // One after the other: an older list that is written last would hide a process from the next start.
  let saving = Promise.resolve()
  const save = () => {
    saving = saving.then(() => saveAddresses(parts, supervisor)).catch(context.onFailure)
  }
  const supervisor = createSupervisor({
    stopTimeoutMs: config.deliveryTimeoutMs + STOP_MARGIN_MS,
    print: context.print,
    signal: context.signal,
    onProcessChange: save,
  })
  undo.add(() => saving.then(() => removeStackFile(config.home)))
  undo.add(() => supervisor.stop())
  const service = (name: 'api' | 'worker', port: number, more: Record<string, string> = {}) => ({
    name,
    args: ['--enable-source-maps', apps[name]],
    env: { ...env, ...more },
    cwd: config.root,
    readyUrl: `http://127.0.0.1:${port}/readyz`,
  })
  const starting = [
    supervisor.start(service('api', config.port)),
    supervisor.start(service('worker', config.workerPort, workerEnv(config))),
  ]
  // The first failure ends the start. The other service is then stopped and may fail too.
  for (const start of starting) start.catch(() => undefined)
  await Promise.all(starting)
  return supervisor
}

async function saveAddresses(parts: Parts, supervisor: Supervisor): Promise<void> {
  const { config, database } = parts
  const processes: Record<string, ProcessMark> = {
    launcher: markProcess(process.pid),
    ...supervisor.processes(),
  }
  const postgresPid = database.pid()
  if (postgresPid !== null) processes['postgres'] = markProcess(postgresPid)
  await writeStackFile(config.home, {
    databaseUrl: database.url,
    redisUrl: config.redisUrl,
    publicUrl: config.publicUrl,
    linkBaseHost: config.linkBaseHost,
    workerUrl: `http://localhost:${config.workerPort}`,
    processes,
  })
}

/** Adds only missing variables; never changes one that is set. */
async function serviceEnv(
  config: StackConfig,
  database: StackDatabase,
): Promise<Record<string, string>> {
  return {
    ...config.env,
    DATABASE_URL: database.url,
    SECRETS_KEYS: config.secretsKeys ?? (await ensureSecretsKeys(config.home)),
    THROUGHLINE_HOME: config.home,
    PORT: String(config.port),
    WORKER_PORT: String(config.workerPort),
    PUBLIC_URL: config.publicUrl,
    LINK_BASE_HOST: config.linkBaseHost,
    NODE_ENV: config.env['NODE_ENV'] || 'development',
    // Only this machine may read probes and metrics.
    OPS_HOST: config.env['OPS_HOST'] || '127.0.0.1',
    ...loopbackEnv(config),
    ...(config.redisUrl === null ? {} : { REDIS_URL: config.redisUrl }),
  }
}

/** Longer than the delivery timeout, to allow for recording attempts and closing connections. */
const STOP_MARGIN_MS = 15_000

/**
 * Ends the services of a killed launcher, because they occupy the ports. The caller holds the lock of the data folder,
 * so that launcher has ended. PostgreSQL keeps running: the next step takes it over.
 */
async function endLeftovers(home: string, print: (line: string) => void): Promise<void> {
  const last = await readStackFile(home)
  const services = Object.entries(last?.processes ?? {}).filter(
    ([name, mark]) => (name === 'api' || name === 'worker') && isRunning(mark),
  )
  if (services.length > 0) print('Stopping services of the last run …')
  await Promise.all(services.map(([, mark]) => endService(mark.pid)))
  await removeStackFile(home)
}

async function endService(pid: number): Promise<void> {
  signalProcess(pid, 'SIGTERM')
  if (await waitForExit(pid, END_TIMEOUT_MS)) return
  signalProcess(pid, 'SIGKILL')
  await waitForExit(pid, END_TIMEOUT_MS)
}

const END_TIMEOUT_MS = 30_000

/** Returns a link that signs in once within 15 minutes; null after a printed failure: the stack works without it. */
async function createStartLink(where: {
  root: string
  cli: string
  env: Record<string, string>
  print: (line: string) => void
}): Promise<string | null> {
  if (!existsSync(join(where.root, 'apps', 'admin'))) return null
  try {
    const { url } = await runCli(['user', 'start-link', '--json'], where)
    return String(url)
  } catch (error) {
    where.print(`Could not create the sign-in link: ${errorText(error)}`)
    return null
  }
}
