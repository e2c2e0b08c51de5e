import { join } from 'node:path'
import { parseAllowNets } from '@throughline/core/net/allow-nets'
import { parseKeyRing } from '@throughline/core/security/key-ring'
import { parseRedisUrl } from '@throughline/core/net/redis-url'
import { parseUrl } from '@throughline/core/net/parse-url'
import { maySignIn } from '@throughline/core/security/may-sign-in'
import { NO_SHARED_RANGES, parseSharedRanges } from '@throughline/core/net/shared-ranges'
import { addressesOf } from '@throughline/runtime/addresses'
import {
  commonEnv,
  EnvError,
  ignoredSettings,
  readEnv,
  storeEnv,
  variable,
} from '@throughline/runtime/env'
import { loopbackEnv, loopbackOf } from '@throughline/runtime/loopback'
import { traceHeadersOf, tracingEnv, tracingOf } from '@throughline/runtime/tracing'
import { z } from 'zod'
import { DEFAULT_RATE_LIMITS } from './infra/rate-limiter.js'

const rateLimits = z
  .string()
  .transform((text, check): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      check.addIssue('must be JSON such as {"management": 1200}')
      return z.NEVER
    }
  })
  .pipe(
    z.strictObject(
      Object.fromEntries(
        Object.keys(DEFAULT_RATE_LIMITS).map((name) => [name, z.number().int().min(0).optional()]),
      ),
      'must be an object of whole numbers by class',
    ),
  )

const MEBIBYTE = 1024 * 1024

const shape = {
  ...commonEnv,
  ...storeEnv,
  REDIS_URL: variable.parsed(parseRedisUrl).optional(),
  ...loopbackEnv,
  ...tracingEnv,
  PUBLIC_URL: variable
    .url('http:', 'https:')
    .refine((text) => {
      const url = parseUrl(text)
      return url === null || isOrigin(url)
    }, 'must end after the host and port: the API is at /api')
    .optional(),
  LINK_BASE_HOST: z
    .string()
    .regex(
      /^[a-z0-9.-]+(:\d{1,5})?$/i,
      'must be a host name, with its port if it is not the default',
    )
    .optional(),
  SECRETS_KEYS: variable.parsed(parseKeyRing),
  TRUST_PROXY: variable.whole(0, 0, 20),
  ACCESS_LOG: z.enum(['all', 'api', 'none'], 'must be all, api or none').default('api'),
  MAX_REQUESTS_IN_WORK: variable.whole(500, 1, 100_000),
  MAX_STREAMS: variable.whole(500, 0, 10_000),
  STOP_DELAY_MS: variable.whole(0, 0, 60_000),
  GEO_MMDB: z.string().optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[a-z0-9-]+$/i, 'must be the name of a header such as cf-ipcountry')
    .optional(),
  // Usually set by SHARED_ADDRESS_FILE, because such lists are long.
  SHARED_ADDRESS: variable.parsed(parseSharedRanges).optional(),
  RATE_LIMITS: rateLimits.optional(),
  THROUGHLINE_HOME: z.string().default('.throughline'),
  SPOOL_DIR: z.string().optional(),
  SPOOL_MAX_BYTES: variable.whole(256 * MEBIBYTE, MEBIBYTE, 1024 * 1024 * MEBIBYTE),
  LINK_SNAPSHOT_MAX_BYTES: variable.whole(64_000_000, 10_000, 1024 * MEBIBYTE),
  DELIVERY_ALLOW_NETS: variable.parsed(parseAllowNets).default([]),
  DELIVERY_ALLOW_HTTP: variable.flag(false),
  PANEL_DIR: z.string().optional(),
  SAMPLE_RECEIVER_PORT: variable.port(0).unwrap().optional(),
  SAMPLE_APP_URL: variable.url('http:').optional(),
  APP_STORE_LOOKUP: variable.flag(true).unwrap().optional(),
  SMTP_URL: variable.url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an address such as throughline@example.com')
    .optional(),
  OIDC_ISSUER: variable.url('https:', 'http:').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(60, 'must have at most 60 characters').optional(),
}

type Env = z.infer<z.ZodObject<typeof shape>>

const OIDC_NEEDS = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** The provider for sign-in, or null. @throws EnvError if a part is missing, or the secret would be sent unencrypted */
function oidcOf(env: Env) {
  const missing = OIDC_NEEDS.filter((name) => env[name] === undefined)
  if (missing.length === OIDC_NEEDS.length) return null
  if (missing.length > 0)
    throw new EnvError(
      `The environment is invalid:\n  ${missing.join(', ')}: is required, because sign-in with OpenID Connect needs ${OIDC_NEEDS.join(', ')} together`,
    )
  const { OIDC_ISSUER: issuer = '', OIDC_CLIENT_ID: clientId = '', OIDC_NAME: name } = env
  // The rule for PUBLIC_URL: https, or this machine.
  if (!maySignIn({ publicUrl: issuer, isProduction: env.NODE_ENV === 'production' }))
    throw new EnvError('The environment is invalid:\n  OIDC_ISSUER: must use https in production')
  return Object.freeze({ issuer, clientId, name: name ?? new URL(issuer).host })
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return /^\/+$/.test(pathname) && [search, hash, username, password].every((part) => part === '')
}

export function readConfig(source: NodeJS.ProcessEnv = process.env) {
  const env = readEnv(shape, source)
  const isProduction = env.NODE_ENV === 'production'
  const loopback = loopbackOf(env)
  return Object.freeze({
    isProduction,
    logLevel: env.LOG_LEVEL,
    accessLog: env.ACCESS_LOG,
    port: env.PORT,
    ...addressesOf(env),
    trustProxyHops: env.TRUST_PROXY,
    maxRequestsInWork: env.MAX_REQUESTS_IN_WORK,
    maxStreams: env.MAX_STREAMS,
    stopDelayMs: env.STOP_DELAY_MS,
    country: Object.freeze({
      mmdbPath: env.GEO_MMDB,
      // Without a proxy, anyone could send the header.
      header: env.TRUST_PROXY > 0 ? env.COUNTRY_HEADER?.toLowerCase() : undefined,
    }),
    sharedRanges: env.SHARED_ADDRESS ?? NO_SHARED_RANGES,
    rateLimits: { ...DEFAULT_RATE_LIMITS, ...env.RATE_LIMITS },
    delivery: Object.freeze({
      allowNets: env.DELIVERY_ALLOW_NETS,
      allowHttp: env.DELIVERY_ALLOW_HTTP,
      loopback,
    }),
    database: Object.freeze({
      poolMax: env.DATABASE_POOL_MAX,
      slowStatementMs: env.SLOW_STATEMENT_MS,
      isPooled: (env.DATABASE_DIRECT_URL ?? env.DATABASE_URL) !== env.DATABASE_URL,
    }),
    panelDir: env.PANEL_DIR,
    // What the panel offers for a first try. Webhooks must reach the receiver.
    sample: Object.freeze({
      receiverPort: loopback === undefined ? undefined : env.SAMPLE_RECEIVER_PORT,
      appUrl: isProduction ? undefined : env.SAMPLE_APP_URL,
    }),
    isAppStoreLookup: env.APP_STORE_LOOKUP ?? isProduction,
    spool: Object.freeze({
      directory: env.SPOOL_DIR ?? join(env.THROUGHLINE_HOME, 'spool'),
      maxBytes: env.SPOOL_MAX_BYTES,
      snapshotMaxBytes: env.LINK_SNAPSHOT_MAX_BYTES,
    }),
    mailFrom: env.MAIL_FROM,
    oidc: oidcOf(env),
    metricsPort: env.METRICS_PORT,
    opsHost: env.OPS_HOST,
    tracing: tracingOf(env, 'throughline-api'),
    ignoredSettings: ignoredSettings(env),
    secrets: Object.freeze({
      databaseUrl: env.DATABASE_URL,
      databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
      redisUrl: env.REDIS_URL?.url,
      keyRing: env.SECRETS_KEYS,
      metricsToken: env.METRICS_TOKEN,
      smtpUrl: env.SMTP_URL,
      oidcClientSecret: env.OIDC_CLIENT_SECRET,
      traceHeaders: traceHeadersOf(env),
    }),
  })
}

export type Config = ReturnType<typeof readConfig>
