import { runService } from '@throughline/runtime/lifecycle'
import { createLogger } from '@throughline/runtime/logger'
import { startOpsServer } from '@throughline/runtime/ops-server'
import { readConfig } from './config.js'
import { createReadiness } from './ops/readiness.js'
import { startApi } from './start-api.js'
import { hardLimitMs, stopPhases } from './stop.js'

await runService(async () => {
  const config = readConfig()
  const logger = createLogger({ name: 'api', level: config.logLevel })
  for (const text of config.ignoredSettings) logger.warn(text)
  const { serving, first, failure } = await startApi(config, logger)
  if (config.metricsPort !== undefined) {
    await startOpsServer({
      port: config.metricsPort,
      host: config.opsHost,
      isMetricsPort: true,
      get registry() {
        return serving.ctx.registry
      },
      notReadyReason: () => createReadiness(serving.ctx).notReadyReason(),
      onError: (error) => logger.error({ err: error }, 'probe or metrics failed'),
    })
  }
  const closeFirst = { name: 'first connection', run: () => first.close(), timeoutMs: 1_000 }
  return {
    logger,
    stopPhases: [closeFirst, ...stopPhases(serving, config)],
    hardLimitMs: hardLimitMs(config),
    failure,
  }
})
