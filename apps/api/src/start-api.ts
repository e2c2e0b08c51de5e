import { randomBytes } from 'node:crypto'
import {
  openFirstConnection,
  type FirstConnection,
} from '@throughline/db/migrations/first-connection'
import type { Logger } from '@throughline/runtime/logger'
import { listen } from '@throughline/runtime/ops-server'
import type { Config } from './config.js'
import { createContext, type AppContext } from './context.js'
import type { StartFacts } from './domain/links/link-store.js'
import type { LinkSnapshot } from './domain/links/snapshot/link-snapshot.js'
import { readSnapshotFile } from './domain/links/snapshot/snapshot-file.js'
import {
  createSampleInbox,
  findSampleWebhook,
  startSampleReceiver,
} from './infra/sample-receiver.js'
import { createApiServer } from './server.js'
import { closeWithNextResponse, type ServingApi } from './stop.js'

export interface StartedApi {
  /** The context is replaced once if the database differs from what the start assumed. */
  serving: ServingApi
  first: FirstConnection
  /** Rejects for a wrong key ring found after the start. */
  failure: Promise<never>
}

/**
 * Starts the API with or without PostgreSQL: without it a context serves from memory and is replaced later. @throws
 * KeyRingError, PoolerError, StartError or EnvError for the operator
 */
export async function startApi(config: Config, logger: Logger): Promise<StartedApi> {
  const first = openFirstConnection({
    databaseUrl: config.secrets.databaseUrl,
    databaseDirectUrl: config.secrets.databaseDirectUrl,
    keyRing: config.secrets.keyRing,
    onProblem: (problem, error) => logger.warn({ err: error, problem }, 'API not ready'),
  })
  const known = await Promise.race([first.rootSecret, first.firstAttempt.then(() => null)])
  const snapshot = await readSnapshot(config, logger, known)
  let isConfirmed = known !== null
  // Without either, no link is cached, so nothing is created with this secret.
  const rootSecret = known ?? snapshot?.rootSecret ?? randomBytes(32)
  const problem = () => (isConfirmed ? null : (first.problem() ?? CHECKING))
  // A context that replaces the first keeps what the sample receiver has got.
  const shared = { sampleInbox: createSampleInbox() }
  const serving = await serve(config, { rootSecret, problem, snapshot }, shared)
  await listen(serving.server, config.port)
  await openSampleReceiver(config, serving)
  logger.info({ port: config.port, publicUrl: config.publicUrl }, 'API started')

  const confirm = async () => {
    const found = await first.rootSecret
    if (found.equals(rootSecret)) isConfirmed = true
    else {
      if (snapshot !== null) logger.warn(OF_ANOTHER, 'link snapshot ignored')
      const facts = { rootSecret: found, problem: () => null, snapshot: null }
      await replace(serving, await serve(config, facts, shared))
    }
    if (known === null) logger.info('API ready: PostgreSQL is available')
    return new Promise<never>(() => undefined)
  }
  return { serving, first, failure: confirm() }
}

async function openSampleReceiver(config: Config, serving: ServingApi): Promise<void> {
  const { receiverPort: port } = config.sample
  if (port === undefined) return
  const { logger, sampleInbox: inbox } = serving.ctx
  await startSampleReceiver({
    port,
    logger,
    inbox,
    find: (id) => findSampleWebhook(serving.ctx, id),
  })
}

const CHECKING = 'PostgreSQL is being checked'

const OF_ANOTHER = { reason: 'it belongs to another database' }

async function readSnapshot(
  config: Config,
  logger: Logger,
  known: Buffer | null,
): Promise<LinkSnapshot | null> {
  const { keyRing } = config.secrets
  const snapshot = await readSnapshotFile(config.spool.directory, { keyRing, logger })
  if (snapshot === null || known === null || known.equals(snapshot.rootSecret)) return snapshot
  logger.warn(OF_ANOTHER, 'link snapshot ignored')
  return null
}

async function serve(
  config: Config,
  start: StartFacts,
  shared: Pick<AppContext, 'sampleInbox'>,
): Promise<ServingApi> {
  const ctx = await createContext(config, shared, start)
  return { ctx, server: createApiServer(ctx) }
}

/** Time for the old context's requests to finish. */
const LAST_ANSWERS_MS = 2_000

/** The next server takes over the listening socket, so that no connection is rejected. */
async function replace(serving: ServingApi, next: ServingApi): Promise<void> {
  const old = { ...serving }
  await new Promise<void>((resolve) => next.server.listen(old.server, resolve))
  Object.assign(serving, next)
  old.ctx.beginStop()
  closeWithNextResponse(old.server)
  old.server.closeIdleConnections()
  setTimeout(() => {
    old.server.closeAllConnections()
    old.ctx.close().catch((error: unknown) => {
      next.ctx.logger.warn({ err: error }, 'closing the former connections failed')
    })
  }, LAST_ANSWERS_MS).unref()
}
