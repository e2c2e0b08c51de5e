const PASSWORD = /WRONGPASS|NOAUTH|NOPERM|invalid password/
const PROTECTED = /DENIED/
/** TLS is spoken to a Redis without it. */
const NO_TLS = /ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|wrong version number/
/** 21 is the first byte of a TLS alert, the answer to plain text. */
const WANTS_TLS = /Unknown RESP type 21 /
const CERTIFICATE = /CERT_|_CERT|UNABLE_TO_|ERR_TLS_CERT|certificate/
const AWAY = /Connection is closed|\bE[A-Z_]{4,}\b/

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    PASSWORD,
    'Redis refuses the user or the password. Put them into REDIS_URL: redis://user:password@host:6379.',
  ],
  [
    PROTECTED,
    'Redis runs in protected mode and accepts only its own machine. Set a password in Redis (requirepass) and in REDIS_URL.',
  ],
  [
    NO_TLS,
    'Redis does not speak TLS on this port. Start REDIS_URL with redis:// or correct its port.',
  ],
  [WANTS_TLS, 'Redis speaks TLS on this port. Start REDIS_URL with rediss://.'],
  [
    CERTIFICATE,
    'The certificate of Redis is not trusted. Set NODE_EXTRA_CA_CERTS to the file of its authority, and use the host that the certificate names.',
  ],
  [AWAY, 'Redis does not respond. Check REDIS_URL and that the server is running.'],
]

/** Says why no connection to Redis was made and what to do; returns other errors unchanged. */
export function explainRedisError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = `${code} ${String(error)}`
  const remedy = REMEDIES.find(([pattern]) => pattern.test(text))?.[1]
  return remedy === undefined ? error : new Error(remedy, { cause: error })
}
