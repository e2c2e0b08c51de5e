import type { Database } from '@throughline/db/connection/database'
import { DELTAS_AT_ONCE, rollUpClicks } from '@throughline/db/clicks/roll-up-clicks'
import {
  DIMENSION_DELTAS_AT_ONCE,
  rollUpDimensions,
} from '@throughline/db/clicks/roll-up-dimensions'
import { notifyListenCheck } from '@throughline/db/links/link-changes'
import { listenToLinkChanges } from '@throughline/db/links/link-change-feed'
import { pingDatabase, withDatabaseTimeout } from '@throughline/db/connection/with-timeout'
import { insertClicksWithDeltas } from '@throughline/db/clicks/click-deltas'
import type { Logger } from '@throughline/runtime/logger'
import type { Registry } from '@throughline/runtime/metrics'
import {
  COUNTS_EVERY_MS,
  DIMENSIONS_EVERY_MS,
  startClickRollUp,
  type ClickCounting,
} from '../clicks/roll-up-clicks.js'
import { createClickMetrics } from '../clicks/click-metrics.js'
import { createClickStore, type ClickStore } from '../clicks/click-writer.js'
import { createDatabaseBreaker } from '../../infra/database-breaker.js'
import { openSpool, type Spool } from '../clicks/spool/spool.js'
import type { Streams } from '../stream/streams.js'
import { createLookups, type Lookups } from './link-cache.js'
import { databaseMark, type LinkSnapshot } from './snapshot/link-snapshot.js'

export interface LinkStore {
  lookups: Pick<Lookups, 'project' | 'link' | 'isLinkHost' | 'file' | 'served'>
  clicks: Pick<ClickStore, 'add'>
  isDatabaseAway(): boolean
  /** Milliseconds since this process last found the database unavailable, or started. */
  databaseBackForMs(): number
  knowsLinks(): boolean
  hasSpoolRoom(): Promise<boolean>
  close(): Promise<void>
}

export interface StartFacts {
  rootSecret: Buffer
  /** The reason why the database may not be used yet, or null; until then it counts as unavailable. */
  problem: () => string | null
  /** The snapshot that an earlier process wrote for this database, or null. */
  snapshot: LinkSnapshot | null
}

export interface LinkStoreOptions {
  config: {
    secrets: { databaseDirectUrl: string }
    spool: { directory: string; maxBytes: number }
  }
  database: Database
  logger: Logger
  registry: Registry
  start: StartFacts
  streams: Pick<Streams, 'noteClicks' | 'subscription'>
}

const NO_LISTEN =
  'LISTEN does not work on this connection: DATABASE_DIRECT_URL must point to PostgreSQL itself, not to a pooler'

/** Opens the store, listens for changes and drains the clicks that an earlier process spooled. */
export function openLinkStore(options: LinkStoreOptions): LinkStore {
  const { config, database, logger, registry, start } = options
  let backAtMs = performance.now()
  const breaker = createDatabaseBreaker({
    probe: async () => {
      const problem = start.problem()
      if (problem !== null) throw new Error(problem)
      await pingDatabase(database)
    },
    onBack: () => {
      backAtMs = performance.now()
      clicks.drainSoon()
    },
  })
  if (start.problem() !== null) breaker.report()
  const lookups = createLookups({ database, breaker, isCurrent: () => feed.isCurrent() })
  seed(lookups, start.snapshot)
  const feed = listenToLinkChanges({
    url: config.secrets.databaseDirectUrl,
    onChange: (change) => lookups.onChange(change),
    onInvalidated: () => lookups.onInvalidated(),
    others: [options.streams.subscription],
    notifyListenCheck: (token) => notifyListenCheck(database.prisma, token),
    onLost: (error) =>
      logger.debug({ err: error }, 'connection for link changes lost; reconnecting'),
    onUnhealthy: () => logger.warn(NO_LISTEN),
  })
  const spool = openOwnSpool(options)
  const metrics = createClickMetrics({
    registry,
    bytes: () => spool.bytes(),
    maxBytes: config.spool.maxBytes,
  })
  const clicks = createClickStore({
    spool,
    breaker,
    logger,
    metrics,
    insert: async (batch) => {
      await insertClicksWithDeltas(database, batch)
      options.streams.noteClicks(batch)
    },
    onSpooling: (isSpooling) => feed.setSpooling(isSpooling),
  })
  const counting = startCounting(options, () => breaker.isAway())
  return {
    lookups,
    clicks,
    isDatabaseAway: () => breaker.isAway(),
    knowsLinks: () => lookups.knowsLinks(),
    hasSpoolRoom: async () => (await spool.bytes().catch(() => Infinity)) < config.spool.maxBytes,
    databaseBackForMs: () => (breaker.isAway() ? 0 : performance.now() - backAtMs),
    close: async () => {
      breaker.close()
      await clicks.close()
      for (const each of counting) await each.close()
      await feed.close()
    },
  }
}

function startCounting(
  { database, logger }: LinkStoreOptions,
  isAway: () => boolean,
): ClickCounting[] {
  return [
    startClickRollUp({
      everyMs: COUNTS_EVERY_MS,
      atOnce: DELTAS_AT_ONCE,
      isAway,
      logger,
      count: (atOnce) => withDatabaseTimeout(rollUpClicks(database, atOnce)),
    }),
    startClickRollUp({
      everyMs: DIMENSIONS_EVERY_MS,
      atOnce: DIMENSION_DELTAS_AT_ONCE,
      isAway,
      logger,
      count: (atOnce) => withDatabaseTimeout(rollUpDimensions(database, atOnce)),
    }),
  ]
}

function seed({ served }: Lookups, snapshot: LinkSnapshot | null): void {
  if (snapshot !== null) served.seed(snapshot, Date.now() - snapshot.writtenAt.getTime())
}

function openOwnSpool({ config, logger, start }: LinkStoreOptions): Spool {
  const { directory, maxBytes } = config.spool
  const spool = openSpool({ directory, maxBytes, database: databaseMark(start.rootSecret) })
  spool.prepare().catch((error: unknown) => {
    logger.error(
      { err: error, directory },
      'SPOOL_DIR is not writable: clicks will be dropped while the database is unavailable',
    )
  })
  return spool
}
