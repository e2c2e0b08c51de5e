import type { SystemBody } from '@throughline/contracts/system'
import type { Config } from '../../config.js'

/** Returns the settings by variable. Secrets, and URLs that may contain one, are shown only as `set`. */
export function describeConfig(config: Config): SystemBody['configuration'] {
  const { country, database, delivery, secrets, spool } = config
  const isSet = (value: unknown) => (value === undefined ? null : 'set')
  return {
    NODE_ENV: config.isProduction ? 'production' : 'development',
    PUBLIC_URL: config.publicUrl,
    LINK_BASE_HOST: config.linkBaseHost,
    PORT: config.port,
    TRUST_PROXY: config.trustProxyHops,
    LOG_LEVEL: config.logLevel,
    ACCESS_LOG: config.accessLog,
    MAX_REQUESTS_IN_WORK: config.maxRequestsInWork,
    MAX_STREAMS: config.maxStreams,
    STOP_DELAY_MS: config.stopDelayMs,
    DATABASE_POOL_MAX: database.poolMax,
    SLOW_STATEMENT_MS: database.slowStatementMs,
    COUNTRY_HEADER: country.header ?? null,
    GEO_MMDB: country.mmdbPath ?? null,
    RATE_LIMITS: JSON.stringify(config.rateLimits),
    SPOOL_DIR: spool.directory,
    SPOOL_MAX_BYTES: spool.maxBytes,
    LINK_SNAPSHOT_MAX_BYTES: spool.snapshotMaxBytes,
    DELIVERY_ALLOW_NETS: delivery.allowNets
      .map(([net, bits]) => `${net.toString()}/${bits}`)
      .join(', '),
    DELIVERY_ALLOW_HTTP: delivery.allowHttp,
    DELIVERY_ALLOW_LOOPBACK: delivery.loopback !== undefined,
    SAMPLE_RECEIVER_PORT: config.sample.receiverPort ?? null,
    SAMPLE_APP_URL: config.sample.appUrl ?? null,
    APP_STORE_LOOKUP: config.isAppStoreLookup,
    MAIL_FROM: config.mailFrom ?? null,
    ...describeOidc(config),
    METRICS_PORT: config.metricsPort ?? null,
    OTEL_EXPORTER_OTLP_ENDPOINT: config.tracing?.url ?? null,
    OTEL_TRACES_SAMPLER_ARG: config.tracing?.ratio ?? null,
    DATABASE_URL: isSet(secrets.databaseUrl),
    REDIS_URL: isSet(secrets.redisUrl),
    SECRETS_KEYS: isSet(secrets.keyRing),
    METRICS_TOKEN: isSet(secrets.metricsToken),
    SMTP_URL: isSet(secrets.smtpUrl),
    OIDC_CLIENT_SECRET: isSet(secrets.oidcClientSecret),
  }
}

function describeOidc({ oidc }: Config) {
  return {
    OIDC_ISSUER: oidc?.issuer ?? null,
    OIDC_CLIENT_ID: oidc?.clientId ?? null,
    OIDC_NAME: oidc?.name ?? null,
  }
}
