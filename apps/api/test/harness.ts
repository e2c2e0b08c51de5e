import { mkdtemp, rm } from 'node:fs/promises'
import { createServer as createNetServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatAdminToken, generateAdminToken } from '@throughline/core/security/admin-token'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { insertAdminToken } from '@throughline/db/projects/admin-tokens'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { insertProject } from '@throughline/db/projects/projects'
import type { QueueBackend } from '@throughline/queue/backend'
import { createDeliveryQueue } from '@throughline/queue/delivery-queue'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { startPgBouncer } from '@throughline/testkit/pgbouncer'
import { isPoolerWanted, testEnv } from '@throughline/testkit/test-env'
import { readConfig, type Config } from '../src/config.js'
import { createContext, type AppContext } from '../src/context.js'
import { DEFAULT_RATE_LIMITS } from '../src/infra/rate-limiter.js'
import { createApiServer } from '../src/server.js'
import { closeServer } from '../src/stop.js'
import { captureLogs, type CapturedLogs } from './capture-logs.js'
import { sendRequest, type TestRequest, type TestResponse } from './send-request.js'

export const LINK_BASE_HOST = 'links.test'

export interface TestProject {
  id: string
  key: string
  prefix: string
  /** `{prefix}.links.test`, for the option `host` of a request. */
  linkHost: string
  /** An admin token with every ability, `{id}|{secret}`. */
  token: string
}

export interface TestApi {
  /** `http://127.0.0.1:{port}`, which is also PUBLIC_URL. */
  url: string
  config: Config
  ctx: AppContext
  database: Database
  databaseUrl: string
  project: TestProject
  otherProject: TestProject
  /** Everything that the API has logged. */
  logs: CapturedLogs
  /** A call with the project's key and admin token; `token: null` or `key: null` omits one. */
  request(method: string, path: string, options?: TestRequest): Promise<TestResponse>
  /** A call as an app makes it: with the project key alone. */
  sdk(method: string, path: string, options?: TestRequest): Promise<TestResponse>
  /** A call to a link host without key and token; the host is the project's unless `host` is given. */
  visit(method: string, path: string, options?: TestRequest): Promise<TestResponse>
  /** Creates another token for a project of this API. */
  createToken(project: TestProject, options?: TokenOptions): Promise<string>
  close(): Promise<void>
}

export interface TokenOptions {
  abilities?: string[]
  expiresAt?: Date
}

export interface TestApiOptions {
  /** Variables that override the harness's; without RATE_LIMITS there are no limits. */
  env?: Record<string, string>
  /** Parts of the context to replace. */
  overrides?: Partial<AppContext>
  /** The address at which the API reaches its database, such as a proxy's. */
  reachDatabaseBy?: (url: string) => Promise<string>
}

/**
 * Starts the real API on a free loopback port, with a separate database and the queue backend of this jest
 * project. It has two projects. Close it in afterAll.
 */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const testDatabase = await createTestDatabase()
  const socket = await listenOnFreePort()
  const url = `http://127.0.0.1:${(socket.address() as AddressInfo).port}`
  const reached = await options.reachDatabaseBy?.(testDatabase.url)
  const pooler = reached === undefined && isPoolerWanted() ? await startPooler(testDatabase) : null
  const spoolDir = await mkdtemp(join(tmpdir(), 'throughline-spool-'))
  const config = readConfig({
    SPOOL_DIR: spoolDir,
    ...environment(url, reached ?? testDatabase.url),
    ...pooler?.env,
    ...options.env,
  })
  const logs = captureLogs()
  const ctx = await createContext(config, {
    logger: logs.logger,
    ...(options.overrides?.queue === undefined ? ownQueue(testDatabase) : {}),
    ...options.overrides,
  })
  // A separate connection, so that a test can read the database while the API's connections are cut.
  const database = openDatabase({ url: testDatabase.url, poolMax: 4 })
  const server = createApiServer(ctx)
  await new Promise<void>((resolve) => server.listen(socket, resolve))

  const project = await createProject(database, 'acme')
  const otherProject = await createProject(database, 'other')
  const send = (defaults: TestRequest) => (method: string, path: string, given?: TestRequest) =>
    sendRequest(`${url}${path}`, method, { ...defaults, ...given })
  return {
    url,
    config,
    ctx,
    database,
    databaseUrl: testDatabase.url,
    project,
    otherProject,
    logs,
    request: send({ key: project.key, token: project.token }),
    sdk: send({ key: project.key }),
    visit: send({ host: project.linkHost }),
    createToken: (owner, tokenOptions) => createToken(database, owner.id, tokenOptions),
    close: async () => {
      server.closeAllConnections()
      await closeServer(server)
      await ctx.close()
      await database.close()
      await pooler?.stop()
      await testDatabase.drop()
      await rm(spoolDir, { recursive: true, force: true })
    },
  }
}

function environment(url: string, databaseUrl: string): Record<string, string> {
  const { queueBackend, redisUrl } = testEnv()
  const noLimits = Object.fromEntries(Object.keys(DEFAULT_RATE_LIMITS).map((name) => [name, 0]))
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'debug',
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    LINK_BASE_HOST,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_MAX: '8',
    SECRETS_KEYS: generateKeyRingEntry('test'),
    RATE_LIMITS: JSON.stringify(noLimits),
    ...(queueBackend === 'redis' && redisUrl !== null ? { REDIS_URL: redisUrl } : {}),
  }
}

/** With fewer connections than DATABASE_POOL_MAX, so that statements of different connections share one. */
async function startPooler({ url }: TestDatabase) {
  const pooler = await startPgBouncer(url, { mode: 'transaction', poolSize: 3 })
  return { env: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url }, stop: () => pooler.stop() }
}

/** The queue of this jest project, whatever REDIS_URL a test gives. On the shared Redis its name is the database's. */
function ownQueue({ url, name }: TestDatabase): Partial<AppContext> {
  const { queueBackend, redisUrl } = testEnv()
  const ignore = () => undefined
  const backend: QueueBackend =
    queueBackend === 'redis' && redisUrl !== null
      ? { kind: 'redis', url: redisUrl, prefix: name }
      : { kind: 'postgresql', connectionString: url }
  return { queue: createDeliveryQueue(backend, { onEnqueueFailed: ignore, onWarning: ignore }) }
}

/** A listening socket that the API's server takes over, so that its port is known before the server exists. */
async function listenOnFreePort() {
  const socket = createNetServer()
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
  return socket
}

async function createProject(database: Database, prefix: string): Promise<TestProject> {
  const { id, key } = await insertProject(database.prisma, { name: `Project ${prefix}`, prefix })
  const token = await createToken(database, id)
  return { id, key, prefix, token, linkHost: `${prefix}.${LINK_BASE_HOST}` }
}

async function createToken(
  database: Database,
  projectId: string,
  options: TokenOptions = {},
): Promise<string> {
  const { secret, hash } = generateAdminToken()
  const { id } = await insertAdminToken(database.prisma, {
    projectId,
    name: 'test',
    secretHash: hash,
    ...options,
  })
  return formatAdminToken(id, secret)
}
