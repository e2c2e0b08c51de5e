import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

/**
 * Makes the process's logger: JSON lines on standard output, secrets redacted by name wherever they stand
 * up to three levels deep.
 */
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
  }
  return pino(settings, destination ?? standardOutput())
}

/**
 * Written to at once. pino's default writes behind and flushes at the exit, in a loop that never ends once the
 * reader is gone: a service whose launcher was killed could then not stop.
 */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: true })
}

const SECRET_NAMES = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'admin_token',
  'click_token',
  'secretSealed',
  'previousSecretSealed',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'SECRETS_KEYS',
  'METRICS_TOKEN',
]

function atThreeDepths(name: string): string[] {
  return [name, `*.${name}`, `*.*.${name}`]
}

/** Keeps what helps to find a fault; drops what a driver hangs on an error, such as the query's parameters. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code } = error as { code?: unknown }
  return {
    type: error.name,
    message: withoutCredentials(error.message),
    stack: error.stack === undefined ? undefined : withoutCredentials(error.stack),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  }
}

/** Connection strings and webhook secrets may stand in a message of a library. */
function withoutCredentials(text: string): string {
  return text
    .replace(/:\/\/[^\s/@]*@/g, '://[redacted]@')
    .replace(/whsec_[A-Za-z0-9+/=]+/g, 'whsec_[redacted]')
}
