import type { StackConfig } from '../config.js'
import type { PagePort } from '../example/serve-page.js'
import { findFreeFrom } from '../ports.js'

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

/** What the panel offers for a first try: the sample app at `page`, and a receiver that the API starts. */
export async function sampleEnv(
  { env, workerPort, metricsPort }: Pick<StackConfig, 'env' | 'workerPort' | 'metricsPort'>,
  page: Pick<PagePort, 'url'>,
): Promise<Record<string, string>> {
  const taken = metricsPort === null ? [] : [metricsPort, metricsPort + 1]
  const receiver = env['SAMPLE_RECEIVER_PORT'] || String(await findFreeFrom(workerPort + 2, taken))
  return { SAMPLE_APP_URL: env['SAMPLE_APP_URL'] || page.url, SAMPLE_RECEIVER_PORT: receiver }
}
