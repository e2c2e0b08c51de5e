import { runService } from '@throughline/runtime/lifecycle'
import { readConfig } from './config.js'
import { createContext } from './context.js'
import { hardLimitMs, stopPhases } from './stop.js'
import { startWorker } from './worker.js'

await runService(async () => {
  const config = readConfig()
  const ctx = await createContext(config)
  const worker = await startWorker(ctx)
  ctx.logger.info({ port: config.port, queue: ctx.backend.kind }, 'the worker is up')
  return {
    logger: ctx.logger,
    stopPhases: stopPhases(ctx, worker),
    hardLimitMs: hardLimitMs(config),
  }
})
