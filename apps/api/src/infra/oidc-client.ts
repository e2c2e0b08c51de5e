import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ClientAuth,
  type Configuration,
} from 'openid-client'
import { hashRandomToken } from '@throughline/core/security/random-token'

/** What binds the response of the provider to the request of one browser. */
export interface OidcChecks {
  state: string
  nonce: string
  /** The PKCE code verifier. */
  verifier: string
}

/** Who signed in at the provider. */
export interface OidcIdentity {
  issuer: string
  subject: string
  email: string | null
  /** True only if the provider says so. */
  isEmailVerified: boolean
  name: string | null
}

export interface OidcClient {
  /** The provider's name on the sign-in page. */
  name: string
  /** The address of the provider that the browser opens. @param asks whether the provider must ask for a password */
  authorizationUrl(checks: OidcChecks, asks: boolean): Promise<URL>
  /** Redeems the code of the provider's response, and forgets its tokens. @throws an error of openid-client */
  redeem(response: Record<string, string | undefined>, checks: OidcChecks): Promise<OidcIdentity>
}

interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  redirectUri: string
}

/** The browser of a person waits. */
const TIMEOUT_SECONDS = 10

/** A client of the provider, whose metadata is read at the first sign-in and kept. */
export function createOidcClient(settings: OidcSettings): OidcClient {
  const { name, redirectUri } = settings
  let known: Configuration | null = null
  const provider = async () => (known ??= await discover(settings))
  return {
    name,
    authorizationUrl: async ({ state, nonce, verifier }, asks) =>
      buildAuthorizationUrl(await provider(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: hashRandomToken(verifier).toString('base64url'),
        code_challenge_method: 'S256',
        ...(asks ? { prompt: 'login' } : {}),
      }),
    redeem: async (response, checks) => {
      const url = new URL(redirectUri)
      for (const [field, value] of Object.entries(response))
        if (value !== undefined) url.searchParams.set(field, value)
      return redeemCode(await provider(), url, checks)
    },
  }
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only a warning; the configuration limits plain http
  const unencrypted = issuer.startsWith('https:') ? [] : [allowInsecureRequests]
  return discovery(new URL(issuer), clientId, clientSecret, authentication(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // Also checks the signature of the ID token, although it comes from the provider itself.
    execute: [enableNonRepudiationChecks, ...unencrypted],
  })
}

/** `client_secret_basic` is the default of OpenID Connect. Some providers only accept the secret in the body. */
function authentication(clientSecret: string): ClientAuth {
  const inHeader = ClientSecretBasic(clientSecret)
  const inBody = ClientSecretPost(clientSecret)
  return (...request) => {
    const methods = request[0].token_endpoint_auth_methods_supported
    const isHeader = methods === undefined || methods.includes('client_secret_basic')
    const authenticate = isHeader ? inHeader : inBody
    authenticate(...request)
  }
}

async function redeemCode(
  provider: Configuration,
  url: URL,
  { state, nonce, verifier }: OidcChecks,
): Promise<OidcIdentity> {
  const tokens = await authorizationCodeGrant(provider, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('the provider returned no ID token')
  const { iss: issuer, sub: subject } = claims
  const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined
  const isComplete = claims['email'] !== undefined && claims['email_verified'] !== undefined
  // A provider may return the claims of a scope only from its userinfo endpoint (OpenID Connect Core, section 5.4).
  const profile =
    isComplete || !hasUserInfo
      ? claims
      : await fetchUserInfo(provider, tokens.access_token, subject)
  return {
    issuer,
    subject,
    email: textOf(profile['email']),
    isEmailVerified: profile['email_verified'] === true,
    name: textOf(profile['name']),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Describes an error for the log, without the tokens and claims that errors of openid-client contain. */
export function describeOidcError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { error: answered, error_description: description } = error as ProviderError
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  const parts = [error.message, answered, description, cause]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(': ')
}

/** An error with the fields of an OAuth error response, if it was one. */
type ProviderError = Error & { error?: unknown; error_description?: unknown }
