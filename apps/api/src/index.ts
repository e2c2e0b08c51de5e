import { listen, startOpsServer } from '@throughline/runtime/ops-server'
import { runService } from '@throughline/runtime/lifecycle'
import { readConfig } from './config.js'
import { createContext } from './context.js'
import { createReadiness } from './ops/readiness.js'
import { createApiServer } from './server.js'
import { stopPhases } from './stop.js'

const HARD_LIMIT_MS = 30_000

await runService(async () => {
  const config = readConfig()
  const ctx = await createContext(config)
  const server = createApiServer(ctx)
  await listen(server, config.port)
  if (config.metricsPort !== undefined) {
    await startOpsServer({
      port: config.metricsPort,
      registry: ctx.registry,
      isMetricsPort: true,
      notReadyReason: createReadiness(ctx),
    })
  }
  ctx.logger.info({ port: config.port, publicUrl: config.publicUrl }, 'the API is up')
  return { logger: ctx.logger, stopPhases: stopPhases(ctx, server), hardLimitMs: HARD_LIMIT_MS }
})
