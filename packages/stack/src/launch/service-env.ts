import type { StackConfig } from '../config.js'

/** Lets webhooks reach this machine, unless the environment says which networks they may reach. */
export function loopbackEnv({
  env,
  isProduction,
}: Pick<StackConfig, 'env' | 'isProduction'>): Record<string, string> {
  // An empty DELIVERY_ALLOW_NETS counts: it asks for the rules of production.
  const isDecided = env['DELIVERY_ALLOW_NETS'] !== undefined || env['DELIVERY_ALLOW_NETS_FILE']
  if (isProduction || isDecided) return {}
  return { DELIVERY_ALLOW_LOOPBACK: env['DELIVERY_ALLOW_LOOPBACK'] || 'true' }
}

/** Variables for the worker only. */
export function workerEnv({
  env,
  metricsPort,
}: Pick<StackConfig, 'env' | 'metricsPort'>): Record<string, string> {
  return {
    // DNS lookups run on these threads. With Node's 4, a few unresponsive name servers would block all lookups.
    UV_THREADPOOL_SIZE: env['UV_THREADPOOL_SIZE'] || '32',
    // Two processes of one machine can't share METRICS_PORT.
    ...(metricsPort ? { METRICS_PORT: String(metricsPort + 1) } : {}),
  }
}
