import type { StackConfig } from '../config.js'

/** What the worker gets beside what both services get. */
export function workerEnv({
  env,
  metricsPort,
}: Pick<StackConfig, 'env' | 'metricsPort'>): Record<string, string> {
  return {
    // Names are looked up on these threads; with Node's 4, a few names whose server is silent would stop all.
    UV_THREADPOOL_SIZE: env['UV_THREADPOOL_SIZE'] || '32',
    // Two processes of one machine can't share METRICS_PORT.
    ...(metricsPort ? { METRICS_PORT: String(metricsPort + 1) } : {}),
  }
}
