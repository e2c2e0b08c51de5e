import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import type { QueueBackend } from '@throughline/queue/backend'
import { makeScratchHome } from '@throughline/stack/home'
import { UndoList } from '@throughline/stack/launch/undo-list'
import { freePort } from '@throughline/stack/ports'
import { argumentsOf, type App, type Programs } from './installation/programs.js'
import { createService, type Service } from './installation/service.js'
import {
  startPostgresStore,
  startRedisStore,
  type Backend,
  type PostgresStoreOptions,
  type RedisStore,
  type Store,
} from './installation/stores.js'
import { startPgBouncer } from './pgbouncer.js'
import { startRedisCluster } from './redis-cluster.js'
import type { RedisGroup, RedisSecurity } from './redis-node.js'
import { startRedisSentinel } from './redis-sentinel.js'

export type RedisGroupKind = 'cluster' | 'sentinel'

export interface InstallationOptions extends Pick<
  PostgresStoreOptions,
  'database' | 'isScratch' | 'hasDefaults' | 'postgresFlags' | 'migrate'
> {
  /** The queue backend. Default PostgreSQL. */
  backend?: Backend
  /** The number of processes. Default 0. */
  apis?: number
  workers?: number
  /** What they run. Default `bundle`. */
  programs?: Programs
  /** Variables over the usual ones, for all processes. */
  env?: Record<string, string>
  /** Variables over those, by service name. */
  serviceEnv?: Record<string, Record<string, string>>
  /** How far the clocks of services are off, by service name, in milliseconds. */
  clockShiftMs?: Record<string, number>
  /** Replaces the address of a store for one service, for example by a proxy's. */
  reach?: (url: string, service: string) => Promise<string>
  /** An authority that the services trust, as PEM. */
  caPem?: string
  core?: number
  /** Default: a file for each service in `logs`. */
  output?: 'files' | 'inherit'
  /** A migrated database to use instead of a new PostgreSQL server. */
  databaseUrl?: string
  /** Whether PgBouncer in transaction mode is between the processes and PostgreSQL. */
  isPooled?: boolean
  isRedisPersistent?: boolean
  /** A Redis Cluster, or a Redis with Sentinels, instead of one server. */
  redisGroup?: RedisSecurity & { kind: RedisGroupKind }
  signal?: AbortSignal
  /** Whether SIGINT, SIGTERM and SIGHUP end the installation and this process. */
  exitsOnSignal?: boolean
}

export interface Installation {
  readonly home: string
  readonly postgres: Store
  /** Null also if Redis is a group. */
  readonly redis: RedisStore | null
  readonly redisGroup: RedisGroup | null
  readonly queue: QueueBackend
  /** The variables of every process, without those of one process. */
  readonly env: Record<string, string>
  readonly apis: Service[]
  readonly workers: Service[]
  /** Starts one more process. It ends with the installation at the latest. */
  readonly add: (app: App, options?: ProcessOptions) => Promise<Service>
  readonly prepare: (app: App, options?: ProcessOptions) => Promise<Service>
  readonly onClose: (step: () => Promise<unknown>) => void
  /** Ends everything, last started first. @param keepsFolder leaves the folder as evidence */
  readonly close: (keepsFolder?: boolean) => Promise<void>
}

export interface ProcessOptions {
  env?: Record<string, string>
  /** Node's flags over the image's. */
  flags?: string[]
  /** Default: a free one. */
  port?: number
  /** Default: the installation's. */
  programs?: Programs
}

/** Starts the stores, migrates the database and starts the processes. If a step fails, stops everything. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const home = await makeScratchHome()
  const undo = new UndoList()
  const onClose: Installation['onClose'] = (step) =>
    undo.add(async () => {
      await step()
    })
  const close = async (keepsFolder = false) => {
    await undo.run()
    if (!keepsFolder) await rm(home, { recursive: true, force: true })
  }
  if (options.exitsOnSignal === true) onClose(exitOnSignal(close))
  try {
    const stores = await startStores(home, options, onClose)
    options.signal?.throwIfAborted()
    const ports = await Promise.all(Array.from({ length: options.apis ?? 0 }, freePort))
    const env = await commonEnv({ home, stores, port: ports[0] ?? 0 }, options)
    const services = createServices({ home, env, options, onClose })
    const apis = await Promise.all(ports.map((port) => services.create('api', { port })))
    const workers = await Promise.all(
      Array.from({ length: options.workers ?? 0 }, () => services.create('worker')),
    )
    await Promise.all([...apis, ...workers].map((service) => service.start()))
    const add = async (app: App, more?: ProcessOptions) => {
      const service = await services.create(app, more)
      await service.start()
      return service
    }
    const prepare = services.create
    return { home, ...stores, env, apis, workers, add, prepare, onClose, close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function startInstallationWith<More>(
  options: InstallationOptions,
  complete: (installation: Installation) => Promise<More>,
): Promise<Installation & More> {
  const installation = await startInstallation(options)
  try {
    return { ...installation, ...(await complete(installation)) }
  } catch (error) {
    await installation.close()
    throw error
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** @returns what ends the listening */
function exitOnSignal(close: () => Promise<void>): () => Promise<void> {
  const interrupt = () => void close().finally(() => process.exit(1))
  for (const signal of SIGNALS) process.once(signal, interrupt)
  return () => {
    for (const signal of SIGNALS) process.off(signal, interrupt)
    return Promise.resolve()
  }
}

interface Stores extends Pick<Installation, 'postgres' | 'redis' | 'redisGroup' | 'queue'> {
  pooledUrl: string | null
}

/** Less than the pools of two APIs and three workers together have. */
const POOL_SIZE = 20

async function startStores(
  home: string,
  options: InstallationOptions,
  onClose: Installation['onClose'],
): Promise<Stores> {
  const postgres =
    options.databaseUrl === undefined
      ? await startPostgresStore(home, options)
      : externalStore(options.databaseUrl)
  onClose(() => postgres.stop('immediate'))
  const pooledUrl = options.isPooled === true ? await startPooler(postgres.url, onClose) : null
  const common = { postgres, redis: null, redisGroup: null, pooledUrl }
  if (options.backend !== 'redis')
    return { ...common, queue: { kind: 'postgresql', connectionString: postgres.url } }
  if (options.redisGroup !== undefined) {
    const redisGroup = await startRedisGroup(options.redisGroup)
    onClose(() => redisGroup.stop())
    return { ...common, redisGroup, queue: { kind: 'redis', url: redisGroup.url } }
  }
  const redis = await startRedisStore(home, options.isRedisPersistent)
  onClose(() => redis.stop('immediate'))
  return { ...common, redis, queue: { kind: 'redis', url: redis.url } }
}

/** The recommendation of docs/configuration.md, "Redis". */
const DOWN_AFTER_MS = 5_000

function startRedisGroup({
  kind,
  ...security
}: RedisSecurity & { kind: RedisGroupKind }): Promise<RedisGroup> {
  return kind === 'cluster'
    ? startRedisCluster({ ...security, nodeTimeoutMs: DOWN_AFTER_MS })
    : startRedisSentinel({ ...security, downAfterMs: DOWN_AFTER_MS })
}

async function startPooler(url: string, onClose: Installation['onClose']): Promise<string> {
  const pooler = await startPgBouncer(url, { mode: 'transaction', poolSize: POOL_SIZE })
  onClose(() => pooler.stop())
  return pooler.url
}

function externalStore(url: string): Store {
  const nothing = () => Promise.resolve()
  return { url, start: nothing, stop: nothing }
}

const LINK_BASE_HOST = 'links.test'
const NO_LIMITS = JSON.stringify({
  management: 0,
  sdk: 0,
  sdk_writes: 0,
  unknown_codes: 0,
  attribution_misses: 0,
  attributed_installs: 0,
  management_project: 0,
})

async function commonEnv(
  { home, stores, port }: { home: string; stores: Stores; port: number },
  { env, caPem }: InstallationOptions,
): Promise<Record<string, string>> {
  const ca = join(home, 'ca.pem')
  if (caPem !== undefined) await writeFile(ca, caPem)
  return {
    PATH: dirname(process.execPath),
    TMPDIR: tmpdir(),
    // The spool must not be another installation's.
    THROUGHLINE_HOME: join(home, 'throughline'),
    LOG_LEVEL: 'warn',
    DATABASE_URL: stores.pooledUrl ?? stores.postgres.url,
    ...(stores.pooledUrl === null ? {} : { DATABASE_DIRECT_URL: stores.postgres.url }),
    ...(stores.queue.kind === 'redis' ? { REDIS_URL: stores.queue.url } : {}),
    SECRETS_KEYS: generateKeyRingEntry('test'),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LINK_BASE_HOST,
    RATE_LIMITS: NO_LIMITS,
    DELIVERY_ALLOW_NETS: '127.0.0.0/8',
    ...(caPem === undefined ? {} : { NODE_EXTRA_CA_CERTS: ca }),
    ...env,
  }
}

interface ServiceParts {
  home: string
  env: Record<string, string>
  options: InstallationOptions
  onClose: Installation['onClose']
}

function createServices({ home, env, options, onClose }: ServiceParts) {
  const { programs = 'bundle', output = 'files', core, signal } = options
  const count = { api: 0, worker: 0 }
  const built: Partial<Record<App, Promise<string[]>>> = {}
  const argumentsFor = (app: App, own: Programs | undefined) =>
    own === undefined
      ? (built[app] ??= argumentsOf(app, programs, home))
      : argumentsOf(app, own, home)
  const create = async (app: App, given: ProcessOptions = {}) => {
    count[app] += 1
    const name = `${app}-${count[app]}`
    const args = await argumentsFor(app, given.programs)
    const port = given.port ?? (await freePort())
    const own = { PORT: String(port), WORKER_PORT: String(port) }
    const logs = join(home, 'logs')
    await mkdir(logs, { recursive: true })
    const service = createService({
      name,
      args: [...(given.flags ?? []), ...args],
      env: await reached({ ...env, ...options.serviceEnv?.[name], ...given.env, ...own }, name),
      clockShiftMs: options.clockShiftMs?.[name] ?? 0,
      logFile: output === 'inherit' ? null : join(logs, `${name}.log`),
      port,
      // Ctrl-C reaches only this process, which then ends the service.
      isDetached: signal !== undefined || options.exitsOnSignal === true,
      core,
      signal,
    })
    onClose(service.kill)
    return service
  }
  const reached = async (own: Record<string, string>, name: string) => {
    for (const store of ['DATABASE_URL', 'REDIS_URL']) {
      const url = own[store]
      if (options.reach !== undefined && url !== undefined)
        own[store] = await options.reach(url, name)
    }
    return own
  }
  return { create }
}
