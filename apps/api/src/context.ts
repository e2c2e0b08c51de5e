import type { KeyRing } from '@throughline/core/security/key-ring'
import { deriveKey } from '@throughline/core/security/secret-box'
import type { AddressPolicy } from '@throughline/core/webhooks/webhook-address'
import { createBatcher, type Batcher } from '@throughline/db/batch/batcher'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { insertClicks, type NewClick, type WrittenClick } from '@throughline/db/clicks/clicks'
import { findDailySalt } from '@throughline/db/clicks/daily-salts'
import { findProjectsByKeys, type ProjectRecord } from '@throughline/db/projects/projects'
import { createTimedBatcher } from '@throughline/db/batch/timed-batcher'
import { withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { openRootSecret } from '@throughline/db/connection/root-secret'
import { chooseBackend } from '@throughline/queue/backend'
import type { RedisClient } from '@throughline/queue/connect-redis'
import type { DeliveryQueue } from '@throughline/queue/delivery-queue'
import { createDomainResolver, type DomainResolver } from '@throughline/runtime/domain-dns'
import { createLogger, type Logger } from '@throughline/runtime/logger'
import { createRegistry, type Registry } from '@throughline/runtime/metrics'
import { openTracing } from '@throughline/runtime/open-tracing'
import type { Tracing } from '@throughline/runtime/tracing'
import { createDailySalts, type DailySalts } from './domain/clicks/daily-salts.js'
import type { Config } from './config.js'
import { openCountries, type CountryOf } from './infra/geo-country.js'
import { createMailer, type Mailer } from './infra/mailer.js'
import { createOidcClient, type OidcClient } from './infra/oidc-client.js'
import { createPasswordHasher, type PasswordHasher } from './infra/password-hasher.js'
import { connectLimiterRedis, createRateLimiter, type RateLimiter } from './infra/rate-limiter.js'
import { createInstallQuota, type InstallQuota } from './domain/attribution/install-quota.js'
import { openInstallStore, type InstallStore } from './domain/attribution/install-store.js'
import { openMatchModel, type CurrentModel } from './domain/attribution/match-model.js'
import type { PacedQueue } from './domain/attribution/paced-queue.js'
import { openShadowScorer, type TokenInstall } from './domain/attribution/score-in-shadow.js'
import { createAppStore, type AppStore } from './infra/app-store-client.js'
import { openQueue } from './infra/delivery-queue.js'
import { createHostFiles, type HostFiles } from './infra/host-files.js'
import { traceEnqueues } from './infra/trace-enqueues.js'
import { openLinkStore, type LinkStore, type StartFacts } from './domain/links/link-store.js'
import { openStreams, type Streams } from './domain/stream/streams.js'
import { openObservability, type Observability } from './ops/observability.js'
import {
  startSnapshotWriter,
  type SnapshotWriter,
} from './domain/links/snapshot/snapshot-writer.js'
import { createSampleInbox, type SampleInbox } from './infra/sample-receiver.js'
import { openSharedIpRanges, type SharedIpRanges } from './infra/shared-ranges.js'

/** Everything that operations need; tests override parts of it. */
export interface AppContext {
  config: Config
  logger: Logger
  database: Database
  queue: DeliveryQueue
  rateLimiter: RateLimiter
  linkStore: LinkStore
  streams: Streams
  registry: Registry
  metrics: Observability['metrics']
  accessLog: Observability['accessLog']
  /** Null: off. */
  tracing: Tracing | null
  keyRing: KeyRing
  /** Keys derived from the database's root secret, one per use. */
  keys: { clickToken: Buffer; reportToken: Buffer; addressHash: Buffer; signIn: Buffer }
  passwords: PasswordHasher
  /** Null without SMTP_URL. */
  mailer: Mailer | null
  /** Null without OIDC_ISSUER. */
  oidc: OidcClient | null
  addressPolicy: AddressPolicy
  domainResolver: DomainResolver
  hostFiles: HostFiles
  sampleInbox: SampleInbox
  appStore: AppStore | null
  /** Clicks recorded by apps. Resolves once the click is durable; many clicks share a commit. */
  clicks: Batcher<NewClick, WrittenClick>
  /** Batched project lookup by key; null if unknown. */
  projectKeys: Batcher<string, ProjectRecord | null>
  installs: InstallStore
  installQuota: InstallQuota
  matchModel: Pick<CurrentModel, 'current'>
  shadowScorer: PacedQueue<TokenInstall>
  dailySalts: DailySalts
  countryOf: CountryOf
  sharedRanges: SharedIpRanges
  /** The reason why the database may not be used yet, or null. */
  startProblem(): string | null
  /** True after the first stop signal: readiness reports 503. */
  isStopping(): boolean
  beginStop(): void
  close(): Promise<void>
}

/** Maximum time of a transaction. Without a limit, an unresponsive database would hold its connections. */
const STATEMENT_TIMEOUT_MS = 10_000

/**
 * Opens all connections. Without `start`, the root secret is read from the database. @throws KeyRingError, or the
 * database's error
 */
export async function createContext(
  config: Config,
  overrides: Partial<AppContext> = {},
  start?: StartFacts,
): Promise<AppContext> {
  const logger = overrides.logger ?? createLogger({ name: 'api', level: config.logLevel })
  const database = overrides.database ?? connectDatabase(config, logger)
  const facts = start ?? startedOn(await openRootSecret(database, config.secrets.keyRing))
  const root = facts.rootSecret
  const { appStore = config.isAppStoreLookup ? createAppStore() : null } = overrides
  const registry = overrides.registry ?? createRegistry()
  const redis =
    config.secrets.redisUrl === undefined
      ? null
      : connectLimiterRedis(config.secrets.redisUrl, logger)
  const { tracing = await openTracing(config, logger) } = overrides
  const backend = chooseBackend(config.secrets)
  const queue = traceEnqueues(overrides.queue ?? openQueue({ backend, logger, registry }), tracing)
  const streams = openStreams({ database, logger, registry, maxStreams: config.maxStreams })
  const linkStore = openLinkStore({ config, database, logger, registry, start: facts, streams })
  const clickable = clickParts({ database, logger, linkStore, streams, snapshot: facts.snapshot })
  const forClicks = { ...clickable, ...overrides }
  await forClicks.dailySalts.prepare()
  const keys = deriveKeys(root)
  const matching = openMatching({ ...forClicks, database, queue, logger, keys, streams })
  const sharedRanges = await openSharedIpRanges({ config, database, logger })
  const snapshots = openSnapshots({ ...forClicks, config, logger, linkStore }, root)
  const stores = { queue, redis, linkStore, streams, database, sharedRanges, snapshots }
  const accounts = { ...openAccounts(config), appStore }
  const opened = { ...matching, ...stores, ...accounts, tracing }
  const observability = openObservability({ ...opened, config, registry }, overrides.logger)
  return {
    config,
    logger,
    database,
    queue,
    linkStore,
    streams,
    registry,
    tracing,
    ...observability,
    keyRing: config.secrets.keyRing,
    keys,
    clicks: forClicks.clicks,
    dailySalts: forClicks.dailySalts,
    projectKeys: createTimedBatcher((keys) => findProjectsByKeys(database, keys)),
    ...matching,
    countryOf: await openCountries(config.country),
    sharedRanges,
    ...accounts,
    ...openLimits(config, redis, deriveKey(root, 'rate-limit')),
    ...openOutbound(config),
    sampleInbox: createSampleInbox(),
    startProblem: facts.problem,
    ...openStop(streams),
    close: () => closeAll({ ...forClicks, ...opened }).finally(observability.flush),
    ...overrides,
  }
}

function openStop(streams: Pick<Streams, 'close'>): Pick<AppContext, 'isStopping' | 'beginStop'> {
  let isStopping = false
  return {
    isStopping: () => isStopping,
    beginStop: () => {
      isStopping = true
      streams.close()
    },
  }
}

function connectDatabase(config: Config, logger: Logger): Database {
  return openDatabase({
    url: config.secrets.databaseUrl,
    ...config.database,
    onSlowStatement: (slow) => logger.warn(slow, 'slow statement'),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: (error) => logger.warn({ err: error }, 'idle database connection closed'),
  })
}

function startedOn(rootSecret: Buffer): StartFacts {
  return { rootSecret, problem: () => null, snapshot: null }
}

/** What may be requested by the names of customers, and how. */
function openOutbound(
  config: Config,
): Pick<AppContext, 'addressPolicy' | 'domainResolver' | 'hostFiles'> {
  const { delivery, isProduction } = config
  return {
    addressPolicy: {
      allowNets: delivery.allowNets,
      allowHttp: delivery.allowHttp && !isProduction,
      loopback: delivery.loopback,
    },
    domainResolver: createDomainResolver(),
    hostFiles: createHostFiles(config),
  }
}

type Closing = Pick<
  AppContext,
  | 'appStore'
  | 'shadowScorer'
  | 'installs'
  | 'queue'
  | 'dailySalts'
  | 'linkStore'
  | 'streams'
  | 'sharedRanges'
  | 'clicks'
  | 'database'
  | 'passwords'
  | 'mailer'
  | 'tracing'
> & { matchModel: CurrentModel; redis: RedisClient | null; snapshots: SnapshotWriter }

async function closeAll(open: Closing): Promise<void> {
  open.streams.close()
  open.mailer?.close()
  await open.passwords.close()
  await open.appStore?.close()
  await open.shadowScorer.close()
  await open.matchModel.close()
  await open.installs.drain()
  await open.queue.close()
  await open.tracing?.close()
  open.redis?.disconnect()
  await open.snapshots.close()
  open.dailySalts.close()
  open.sharedRanges.close()
  await open.linkStore.close()
  await open.clicks.drain()
  await open.database.close()
}

function openSnapshots(
  {
    config,
    logger,
    linkStore,
    dailySalts,
  }: Pick<AppContext, 'config' | 'logger' | 'linkStore' | 'dailySalts'>,
  rootSecret: Buffer,
): SnapshotWriter {
  return startSnapshotWriter({
    rootSecret,
    logger,
    linkBaseHost: config.linkBaseHost,
    keyRing: config.secrets.keyRing,
    directory: config.spool.directory,
    maxBytes: config.spool.snapshotMaxBytes,
    served: linkStore.lookups.served,
    salts: () => dailySalts.known(),
    isDatabaseAway: () => linkStore.isDatabaseAway(),
  })
}

function openMatching(
  parts: Pick<AppContext, 'database' | 'queue' | 'logger' | 'dailySalts' | 'keys' | 'streams'>,
): Pick<AppContext, 'installs' | 'shadowScorer'> & { matchModel: CurrentModel } {
  const installs = openInstallStore(parts)
  const matchModel = openMatchModel(parts)
  const shadowScorer = openShadowScorer({ ...parts, installs, matchModel })
  return { installs, matchModel, shadowScorer }
}

function openAccounts({
  secrets,
  mailFrom,
  publicUrl,
  oidc,
}: Config): Pick<AppContext, 'passwords' | 'mailer' | 'oidc'> {
  const from = mailFrom ?? `throughline@${new URL(publicUrl).hostname}`
  const redirectUri = `${publicUrl}/api/auth/oidc/callback`
  const clientSecret = secrets.oidcClientSecret ?? ''
  return {
    passwords: createPasswordHasher(),
    mailer: createMailer({ smtpUrl: secrets.smtpUrl, from }),
    oidc: oidc === null ? null : createOidcClient({ ...oidc, clientSecret, redirectUri }),
  }
}

function openLimits(
  { rateLimits }: Config,
  redis: RedisClient | null,
  callerKey: Buffer,
): Pick<AppContext, 'rateLimiter' | 'installQuota'> {
  return {
    rateLimiter: createRateLimiter(rateLimits, redis, callerKey),
    installQuota: createInstallQuota(rateLimits.attributed_installs, redis, callerKey),
  }
}

function deriveKeys(root: Buffer): AppContext['keys'] {
  return {
    clickToken: deriveKey(root, 'click-token'),
    reportToken: deriveKey(root, 'visit-token'),
    addressHash: deriveKey(root, 'address-hash'),
    signIn: deriveKey(root, 'sign-in'),
  }
}

function clickParts({
  database,
  logger,
  linkStore,
  streams,
  snapshot,
}: Pick<AppContext, 'database' | 'logger' | 'linkStore' | 'streams'> &
  Pick<StartFacts, 'snapshot'>): Pick<AppContext, 'clicks' | 'dailySalts'> {
  return {
    clicks: createBatcher({
      run: async (clicks) => {
        const written = await insertClicks(database, clicks)
        streams.noteClicks(clicks)
        return written
      },
    }),
    dailySalts: createDailySalts({
      load: (day) => withDatabaseTimeout(findDailySalt(database.prisma, day)),
      isAway: () => linkStore.isDatabaseAway(),
      initial: snapshot?.salts ?? new Map(),
      onError: (error) =>
        logger.warn({ err: error }, 'daily salt not available: clicks count as not unique'),
    }),
  }
}
