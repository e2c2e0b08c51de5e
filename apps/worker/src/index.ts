import type { Server } from 'node:http'
import { openFirstConnection } from '@throughline/db/migrations/first-connection'
import { runService, type StopPhase } from '@throughline/runtime/lifecycle'
import { createLogger } from '@throughline/runtime/logger'
import { createRegistry } from '@throughline/runtime/metrics'
import { startOpsServer } from '@throughline/runtime/ops-server'
import { openTracing } from '@throughline/runtime/open-tracing'
import { readConfig } from './config.js'
import { createContext } from './context.js'
import { hardLimitMs, stopPhases } from './stop.js'
import { startWorker, type RunningWorker } from './worker.js'

await runService(async () => {
  const config = readConfig()
  const logger = createLogger({ name: 'worker', level: config.logLevel })
  for (const text of config.ignoredSettings) logger.warn(text)
  const registry = createRegistry()
  const first = openFirstConnection({
    databaseUrl: config.secrets.databaseUrl,
    databaseDirectUrl: config.secrets.databaseDirectUrl,
    keyRing: config.secrets.keyRing,
    onProblem: (problem, error) => logger.warn({ err: error, problem }, 'worker not ready'),
  })
  const servers: Server[] = []
  const phases: StopPhase[] = [
    { name: 'first connection', run: () => first.close(), timeoutMs: 1_000 },
    { name: 'probes', run: () => servers.forEach((server) => server.close()), timeoutMs: 100 },
  ]
  let worker: RunningWorker | null = null
  const notReadyReason = () => worker?.notReadyReason() ?? Promise.resolve(first.problem())
  const begin = async () => {
    await first.rootSecret
    const tracing = await openTracing(config, logger)
    const ctx = createContext(config, { logger, registry, tracing })
    worker = startWorker(ctx)
    phases.splice(1, 0, ...stopPhases(ctx, worker))
    logger.info({ port: config.port, queue: ctx.backend.kind }, 'worker started')
  }
  const beginning = begin()
  const { metricsToken } = config.secrets
  // If the first attempt finds a wrong key ring, the start ends before anything listens.
  await Promise.race([beginning, first.firstAttempt])
  const onError = (error: unknown) => logger.error({ err: error }, 'probe or metrics failed')
  const probes = { host: config.opsHost, registry, notReadyReason, onError }
  servers.push(await startOpsServer({ ...probes, port: config.port, metricsToken }))
  if (config.metricsPort !== undefined) {
    const port = config.metricsPort
    servers.push(await startOpsServer({ ...probes, port, isMetricsPort: true }))
  }
  return {
    logger,
    stopPhases: phases,
    hardLimitMs: hardLimitMs(config),
    failure: beginning.then(() => new Promise<never>(() => undefined)),
  }
})
