import type { BeginOidcBody } from '@throughline/contracts/accounts'
import { domainError } from '@throughline/core/lib/errors'
import { keyedHash } from '@throughline/core/security/keyed-hash'
import { generateRandomToken } from '@throughline/core/security/random-token'
import { insertOidcState } from '@throughline/db/accounts/oidc-states'
import type { AppContext } from '../../context.js'
import { requireRecentSignIn } from '../../http/authenticate-session.js'
import { sessionRequired } from '../../http/credential-errors.js'
import type { Answer, PublicCall } from '../../http/route.js'
import { setCookies } from '../../http/session-cookie.js'
import { describeOidcError, type OidcChecks, type OidcClient } from '../../infra/oidc-client.js'
import { requireSafePlace } from './sign-in.js'

const RETRY_SECONDS = 10

/**
 * Returns the address of the provider and gives the browser the code verifier as a cookie. The state remembers the
 * session, because its Strict cookie is not sent when the provider sends the browser back.
 */
export async function beginOidc(call: PublicCall<unknown, BeginOidcBody>): Promise<Answer> {
  const { ctx, db, session, body } = call
  const oidc = requireOidc(ctx)
  requireSafePlace(ctx)
  if (body.connect) {
    if (session === null) throw sessionRequired()
    requireRecentSignIn(session)
  }
  const state = generateRandomToken()
  const verifier = generateRandomToken()
  const checks = checksOf(ctx, { state: state.token, verifier: verifier.token })
  // A signed-in user confirms their identity, so the provider must ask even if it has a session of this user.
  const url = await authorizationUrl(ctx, oidc, { checks, asks: session !== null })
  await insertOidcState(db, {
    stateHash: state.hash,
    verifierHash: verifier.hash,
    sessionId: session?.id ?? null,
    connects: body.connect,
    next: body.next ?? null,
  })
  return {
    status: 200,
    headers: setCookies(ctx.config, { oidc: verifier.token }),
    body: { url: url.href },
  }
}

export function requireOidc({ oidc }: Pick<AppContext, 'oidc'>): OidcClient {
  if (oidc !== null) return oidc
  throw domainError(
    'not_found',
    'This installation has no sign-in with OpenID Connect. To add it, set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
  )
}

/** The nonce is derived from the verifier, so that nobody but the browser holds a copy of either. */
export function checksOf(
  { keys }: Pick<AppContext, 'keys'>,
  { state, verifier }: Omit<OidcChecks, 'nonce'>,
): OidcChecks {
  const nonce = keyedHash(keys.signIn, 'oidc-nonce', verifier).toString('base64url')
  return { state, verifier, nonce }
}

function authorizationUrl(
  { logger }: Pick<AppContext, 'logger'>,
  oidc: OidcClient,
  { checks, asks }: { checks: OidcChecks; asks: boolean },
): Promise<URL> {
  return oidc.authorizationUrl(checks, asks).catch((error: unknown) => {
    logger.warn({ reason: describeOidcError(error) }, 'the OpenID Connect provider did not answer')
    throw domainError(
      'identity_provider_unavailable',
      `${oidc.name} does not answer, or OIDC_ISSUER is wrong. Try again later, or sign in with a password. The log of the API has the cause.`,
      { retryAfterSeconds: RETRY_SECONDS },
    )
  })
}
