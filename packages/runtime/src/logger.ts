import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/** JSON lines on standard output. Redacts secrets by field name up to three levels deep, and by form anywhere. */
export function createLogger(
  options: { name: string; level: string },
  destination?: DestinationStream,
): Logger {
  const settings = {
    name: options.name,
    level: options.level,
    redact: { paths: SECRET_NAMES.flatMap(atThreeDepths), censor: '[redacted]' },
    serializers: { err: serializeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    hooks: { streamWrite: withoutSecrets },
  }
  return pino(settings, destination ?? standardOutput())
}

/** Synchronous: pino's background writer flushes at exit in a loop that never ends once the reader has closed. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: true })
}

/** Bytes per write, and the maximum wait in milliseconds. */
const ACCESS_LOG_BATCH = { minLength: 8_192, periodicFlush: 500 }

/** Ids, templates and numbers need no redaction. Lines are written in batches; `flush` writes the rest. */
export function createAccessLogger(
  { name, level }: { name: string; level: string },
  dest: number | string = 1,
): { logger: Logger; flush: () => void } {
  const destination = pino.destination({ dest, sync: true, ...ACCESS_LOG_BATCH })
  const logger = pino({ name, level, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  // Not `flushSync`, which retries forever once the reader is gone.
  return { logger, flush: () => destination.flush() }
}

const SECRET_NAMES = [
  'authorization',
  'Authorization',
  'cookie',
  'password',
  'passwordHash',
  'current_password',
  'new_password',
  'secret',
  'secrets',
  'keyRing',
  'token',
  'admin_token',
  'click_token',
  'secretSealed',
  'previousSecretSealed',
  'totpSealed',
  'totpPendingSealed',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'SECRETS_KEYS',
  'METRICS_TOKEN',
  'SMTP_URL',
  'smtpUrl',
  'OIDC_CLIENT_SECRET',
  'clientSecret',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'traceHeaders',
]

function atThreeDepths(name: string): string[] {
  return [name, `*.${name}`, `*.*.${name}`]
}

/** Keeps what helps to find the cause; drops what drivers attach to errors, such as query parameters. */
function serializeError(error: unknown): unknown {
  if (!isErrorLike(error)) return error
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  }
}

/** Errors of another realm are not instances of Error; redaction fails on their read-only fields. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'stack' in value
}

/** Removes credentials in URLs, secrets and tokens from library messages. No pattern reaches past a JSON string. */
function withoutSecrets(line: string): string {
  return line
    .replace(/:\/\/[^\s/"\\]*@/g, '://[redacted]@')
    .replace(/([?&]sentinelPassword=)[^&\s"\\]+/g, '$1[redacted]')
    .replace(/whsec_[A-Za-z0-9+/=]+/g, 'whsec_[redacted]')
    .replace(/\b(Bearer|Basic) +[^\s"\\]+/gi, '$1 [redacted]')
    .replace(/\b\d{1,10}\|[\w-]{40}\b/g, '[redacted]')
}
