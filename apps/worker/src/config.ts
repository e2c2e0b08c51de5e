import { parseAllowNets } from '@throughline/core/net/allow-nets'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { parseRedisUrl } from '@throughline/core/net/redis-url'
import { commonEnv, ignoredSettings, readEnv, storeEnv, variable } from '@throughline/runtime/env'
import { loopbackEnv, loopbackOf } from '@throughline/runtime/loopback'
import { traceHeadersOf, tracingEnv, tracingOf } from '@throughline/runtime/tracing'

const shape = {
  ...commonEnv,
  ...storeEnv,
  REDIS_URL: variable.parsed(parseRedisUrl).optional(),
  ...loopbackEnv,
  ...tracingEnv,
  SECRETS_KEYS: variable.parsed(parseKeyRing),
  DELIVERY_TIMEOUT_MS: variable.whole(15_000, 100, 60_000),
  DELIVERY_CONCURRENCY: variable.whole(200, 1, 5_000),
  DELIVERY_MAX_PER_WEBHOOK: variable.whole(8, 1, 5_000),
  DELIVERY_ALLOW_NETS: variable.parsed(parseAllowNets).default([]),
  DELIVERY_ALLOW_HTTP: variable.flag(false),
  DELIVERY_PROXY_URL: variable.url('http:', 'https:').optional(),
  RETRY_BASE_MS: variable.whole(60_000, 1, 86_400_000),
  // Click tokens match for 30 days, so clicks must be kept longer.
  CLICK_RETENTION_DAYS: variable.whole(400, 31, 36_500),
  ATTEMPT_RETENTION_DAYS: variable.whole(30, 1, 36_500),
  DELIVERY_RETENTION_DAYS: variable.whole(90, 1, 36_500),
}

export function readConfig(source: NodeJS.ProcessEnv = process.env) {
  const env = readEnv(shape, source)
  return Object.freeze({
    logLevel: env.LOG_LEVEL,
    port: env.WORKER_PORT,
    metricsPort: env.METRICS_PORT,
    opsHost: env.OPS_HOST,
    tracing: tracingOf(env, 'throughline-worker'),
    ignoredSettings: ignoredSettings(env),
    database: Object.freeze({
      poolMax: env.DATABASE_POOL_MAX,
      slowStatementMs: env.SLOW_STATEMENT_MS,
      isPooled: (env.DATABASE_DIRECT_URL ?? env.DATABASE_URL) !== env.DATABASE_URL,
    }),
    delivery: Object.freeze({
      timeoutMs: env.DELIVERY_TIMEOUT_MS,
      concurrency: env.DELIVERY_CONCURRENCY,
      maxPerWebhook: env.DELIVERY_MAX_PER_WEBHOOK,
      retryBaseMs: env.RETRY_BASE_MS,
      policy: Object.freeze({
        allowNets: env.DELIVERY_ALLOW_NETS,
        // Always off in production.
        allowHttp: env.DELIVERY_ALLOW_HTTP && env.NODE_ENV !== 'production',
        loopback: loopbackOf(env),
      }),
    }),
    retention: Object.freeze({
      clickDays: env.CLICK_RETENTION_DAYS,
      attemptDays: env.ATTEMPT_RETENTION_DAYS,
      deliveryDays: env.DELIVERY_RETENTION_DAYS,
    }),
    secrets: Object.freeze({
      databaseUrl: env.DATABASE_URL,
      databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
      redisUrl: env.REDIS_URL?.url,
      keyRing: env.SECRETS_KEYS,
      metricsToken: env.METRICS_TOKEN,
      // The URL may contain a user and a password.
      proxyUrl: env.DELIVERY_PROXY_URL,
      traceHeaders: traceHeadersOf(env),
    }),
  })
}

export type Config = ReturnType<typeof readConfig>
