import { checkBackend } from '@throughline/queue/check-backend'

const PASSWORD = /WRONGPASS|NOAUTH|NOPERM|invalid password/
const PROTECTED = /DENIED/
const CERTIFICATE = /CERT_|_CERT|UNABLE_TO_|ERR_TLS_CERT|certificate/
/** TLS to a port without it times out or fails; plain text to a TLS port is reset. */
const AWAY = /Connection is closed|Unknown RESP type|\bE[A-Z_]{4,}\b/

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    // Only connections to Sentinels add the last error to a sentence of their own.
    /sentinels are unreachable.*Last error: (WRONGPASS|NOAUTH)/,
    'The Sentinels rejected the user or the password. Set theirs at the end of REDIS_URL: ?sentinelUsername=user&sentinelPassword=password.',
  ],
  [
    PASSWORD,
    'Redis rejected the user or the password. Set both in REDIS_URL: redis://user:password@host:6379.',
  ],
  [
    PROTECTED,
    'Redis runs in protected mode and accepts only its own machine. Set a password in Redis (requirepass) and in REDIS_URL.',
  ],
  [
    CERTIFICATE,
    'The certificate of Redis is not trusted. Set NODE_EXTRA_CA_CERTS to the file of its authority, and use the host that the certificate names.',
  ],
]

/**
 * Returns an error that explains a failed connection to Redis and names the remedy; returns other errors unchanged. It
 * has no `cause`, which `explainError` would treat as an error of the database.
 */
export async function explainRedisError(url: string, error: unknown): Promise<unknown> {
  const remedy = remedyOf(error) ?? (AWAY.test(textOf(error)) ? await remedyOfSilence(url) : null)
  return remedy === null ? error : new Error(remedy)
}

function remedyOf(error: unknown): string | null {
  return REMEDIES.find(([pattern]) => pattern.test(textOf(error)))?.[1] ?? null
}

/** If Redis responds to the other scheme, REDIS_URL has the wrong scheme. */
async function remedyOfSilence(url: string): Promise<string> {
  const isTls = url.startsWith('rediss')
  const otherScheme = url.replace(/^rediss?/, isTls ? 'redis' : 'rediss').replace(/:.*/s, '://')
  // The passwords must not go over the network in plain text.
  const hosts = url.replace(/^[^:]*:\/\/(?:[^/?#]*@)?/, '').replace(/\?.*/s, '')
  const answers = await checkBackend({ kind: 'redis', url: `${otherScheme}${hosts}` }).then(
    () => true,
    (error: unknown) => remedyOf(error) !== null || messageOf(error).startsWith('Redis '),
  )
  if (!answers) return 'Redis does not respond. Check REDIS_URL and that the server is running.'
  return isTls
    ? `Redis does not speak TLS on this port. Start REDIS_URL with ${otherScheme}, or correct its port.`
    : `Redis speaks TLS on this port. Start REDIS_URL with ${otherScheme}.`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function textOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return `${code} ${String(error)}`
}
