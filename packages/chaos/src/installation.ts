import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { makeScratchHome } from '@throughline/stack/home'
import { freePort } from '@throughline/stack/ports'
import { runCli } from '@throughline/stack/launch/run-cli'
import { makeCertificateAuthority, type CertificateAndKey } from '@throughline/testkit/certificates'
import type { Random } from '@throughline/testkit/seeded-random'
import type { Owner } from './api-calls.js'
import { root } from './bundles.js'
import { METRICS_TOKEN } from './metrics.js'
import { makeService, type ServiceProcess } from './service-process.js'
import { startStores, type Backend, type Stores } from './stores.js'

export interface InstallationOptions {
  backend: Backend
  /** The folder of the bundles. */
  bundles: string
  random: Random
  apis: number
  workers: number
  /** Variables over the usual ones, for all services. */
  env?: Record<string, string>
  /** Variables over those, by service name. */
  serviceEnv?: Record<string, Record<string, string>>
  /** By how much the clocks of API and worker are wrong, by service name, in milliseconds. */
  clockShiftMs?: Record<string, number>
  /** The addresses by which the services reach their stores, such as a proxy's. */
  reach?: (url: string, service: string) => Promise<string>
}

/** A whole installation of the product in a scratch folder, on free ports of loopback. */
export interface Installation {
  readonly home: string
  readonly stores: Stores
  readonly apis: ServiceProcess[]
  readonly workers: ServiceProcess[]
  readonly owner: Owner
  readonly projectKey: string
  readonly linkHost: string
  readonly apiPorts: number[]
  readonly authority: CertificateAndKey
  readonly retryBaseMs: number
  /** Ends everything; the folder stays when it is wanted as evidence. */
  close(keep: boolean): Promise<void>
}

/** Attempts that fail come back after 1, 4 and 16 s. */
const RETRY_BASE_MS = 1_000
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

/** Starts stores, APIs and workers, all at once, with a project. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const home = await makeScratchHome()
  await mkdir(join(home, 'logs'))
  const authority = await makeCertificateAuthority()
  await writeFile(join(home, 'ca.pem'), authority.certPem)
  const stores = await startStores(home, options.backend)
  const apiPorts = await Promise.all(Array.from({ length: options.apis }, freePort))
  const workerPorts = await Promise.all(Array.from({ length: options.workers }, freePort))
  const env = commonEnv({ home, stores, publicPort: apiPorts[0] ?? 0 }, options.env)
  const make = (name: string, app: 'api' | 'worker', port: number) =>
    makeOne({ name, app, port, env, home }, options)
  const apis = await Promise.all(apiPorts.map((port, n) => make(`api-${n + 1}`, 'api', port)))
  const workers = await Promise.all(
    workerPorts.map((port, n) => make(`worker-${n + 1}`, 'worker', port)),
  )
  const close = async (keep: boolean) => {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
    await Promise.all([...apis, ...workers].map((service) => service.kill()))
    await stores.stop()
    if (!keep) await rm(home, { recursive: true, force: true })
  }
  const interrupt = () => void close(false).finally(() => process.exit(1))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    const project = await makeProject(env)
    await Promise.all([...apis, ...workers].map((service) => service.start()))
    const owner = { apiUrl: `http://127.0.0.1:${apiPorts[0] ?? 0}`, ...project }
    const retryBaseMs = Number(env['RETRY_BASE_MS'])
    return {
      home,
      stores,
      apis,
      workers,
      owner,
      ...project,
      apiPorts,
      authority,
      retryBaseMs,
      close,
    }
  } catch (error) {
    await close(true)
    throw error
  }
}

async function makeOne(
  what: { name: string; app: string; port: number; env: Record<string, string>; home: string },
  { bundles, clockShiftMs, reach, serviceEnv }: InstallationOptions,
): Promise<ServiceProcess> {
  const { name, app, port, home } = what
  const env: Record<string, string> = {
    ...what.env,
    ...serviceEnv?.[name],
    PORT: String(port),
    WORKER_PORT: String(port),
  }
  for (const store of ['DATABASE_URL', 'REDIS_URL']) {
    const url = env[store]
    if (reach !== undefined && url !== undefined) env[store] = await reach(url, name)
  }
  return makeService({
    name,
    args: ['--enable-source-maps', join(bundles, app, 'index.mjs')],
    env,
    clockShiftMs: clockShiftMs?.[name] ?? 0,
    logFile: join(home, 'logs', `${name}.log`),
    url: `http://127.0.0.1:${port}`,
  })
}

function commonEnv(
  parts: { home: string; stores: Stores; publicPort: number },
  more: Record<string, string> = {},
): Record<string, string> {
  const { stores, home } = parts
  return {
    NODE_ENV: 'test',
    // Its spool must not be another installation's.
    THROUGHLINE_HOME: join(home, 'throughline'),
    LOG_LEVEL: 'info',
    DATABASE_URL: stores.postgres.url,
    ...(stores.redis === null ? {} : { REDIS_URL: stores.redis.url }),
    SECRETS_KEYS: generateKeyRingEntry('chaos'),
    PUBLIC_URL: `http://127.0.0.1:${parts.publicPort}`,
    LINK_BASE_HOST,
    RATE_LIMITS: NO_LIMITS,
    METRICS_TOKEN,
    RETRY_BASE_MS: String(RETRY_BASE_MS),
    DELIVERY_ALLOW_NETS: '127.0.0.0/8',
    DELIVERY_CONCURRENCY: '100',
    DELIVERY_MAX_PER_WEBHOOK: '50',
    NODE_EXTRA_CA_CERTS: join(home, 'ca.pem'),
    ...more,
  }
}

async function makeProject(
  env: Record<string, string>,
): Promise<{ projectKey: string; adminToken: string; linkHost: string }> {
  const args = ['project', 'create', '--name', 'Chaos', '--prefix', 'chaos', '--json']
  const made = await runCli(args, { root, env })
  return {
    projectKey: String(made['project_key']),
    adminToken: String(made['admin_token']),
    linkHost: String(made['link_host']),
  }
}
