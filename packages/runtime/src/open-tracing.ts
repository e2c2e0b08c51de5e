import type { Logger } from './logger.js'
import type { Tracing, TracingSettings } from './tracing.js'

interface TracedConfig {
  tracing: TracingSettings | null
  secrets: { traceHeaders: string | undefined }
}

/** Null if tracing is off: then the SDK is not loaded. */
export async function openTracing(
  { tracing: settings, secrets }: TracedConfig,
  logger: Pick<Logger, 'warn'>,
): Promise<Tracing | null> {
  if (settings === null) return null
  const { createTracing } = await import('./otel-tracing.js')
  return createTracing({
    settings,
    headers: secrets.traceHeaders,
    onExportFailed: (error) => logger.warn({ err: error }, 'traces were not exported'),
  })
}
