import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CLIENT = { id: 'throughline', secret: 'a secret: of % the + client' }

/** A person at the provider: claims by name, with `sub`. */
export type Person = { sub: string } & Record<string, unknown>

export interface IdentityProvider {
  issuer: string
  /** The redirect URI that is registered. */
  redirectUri: string
  /** Whether claims are returned only by the userinfo endpoint. */
  hidesClaims: boolean
  /** Changes the claims of ID tokens before they are signed. */
  alter: (claims: Record<string, unknown>) => Record<string, unknown>
  /** Signs ID tokens with a key that the provider does not publish. */
  signsWithOtherKey: boolean
  /** The access tokens that were issued. */
  issued: string[]
  /** The token requests that were answered with an error. */
  refused: string[]
  close(): Promise<void>
}

interface Grant {
  person: Person
  nonce: string | null
  challenge: string | null
}

interface Running extends IdentityProvider {
  codes: Map<string, Grant>
  people: Map<string, Person>
  keys: { own: Keys; other: Keys }
}

type Keys = ReturnType<typeof newKeys>
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

/**
 * An OpenID Connect provider on a loopback port. It checks client, redirect URI, code and PKCE as RFC 6749 and RFC 7636
 * require. The person who signs in is named by a header of the authorization request: see `signInAt`.
 *
 * @param host in the issuer; `localhost` is another site than the API
 */
export async function startIdentityProvider(host = '127.0.0.1'): Promise<IdentityProvider> {
  const server = createServer((request, response) => {
    void answer(running, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const running: Running = {
    issuer: `http://${host}:${(server.address() as AddressInfo).port}`,
    redirectUri: '',
    hidesClaims: false,
    alter: (claims) => claims,
    signsWithOtherKey: false,
    issued: [],
    refused: [],
    codes: new Map(),
    people: new Map(),
    keys: { own: newKeys(), other: newKeys() },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return running
}

/** Opens the authorization address as a person. @returns the address to which the provider sends the browser */
export async function signInAt(url: string, person: Person): Promise<URL> {
  const headers = { 'x-person': JSON.stringify(person) }
  const response = await fetch(url, { redirect: 'manual', headers })
  const location = response.headers.get('location')
  if (location === null) throw new Error(`the provider answered ${await response.text()}`)
  return new URL(location)
}

async function answer(
  provider: Running,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body, location } = await replyTo(provider, request)
  const headers = location === undefined ? { 'content-type': 'application/json' } : { location }
  response.writeHead(status, headers).end(JSON.stringify(body ?? {}))
}

interface Reply {
  status: number
  body?: unknown
  location?: string
}

async function replyTo(provider: Running, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', provider.issuer)
  switch (url.pathname) {
    case '/.well-known/openid-configuration':
      return { status: 200, body: metadataOf(provider) }
    case '/jwks':
      return { status: 200, body: { keys: [jwkOf(provider.keys.own.publicKey)] } }
    case '/authorize': {
      const location = authorize(provider, url.searchParams, request.headers['x-person'])
      return location === null ? { status: 400 } : { status: 302, location }
    }
    case '/token':
      return redeem(provider, request, new URLSearchParams(await read(request)))
    case '/userinfo':
      return userInfo(provider, request)
    default:
      return { status: 404 }
  }
}

function userInfo({ people }: Running, { headers }: IncomingMessage): Reply {
  const person = people.get(headers.authorization?.slice('Bearer '.length) ?? '')
  return person === undefined ? { status: 401 } : { status: 200, body: person }
}

function metadataOf({ issuer }: Running) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

function authorize(
  provider: Running,
  query: URLSearchParams,
  header: string | string[] | undefined,
): string | null {
  const isOurs =
    query.get('client_id') === CLIENT.id &&
    query.get('redirect_uri') === provider.redirectUri &&
    query.get('response_type') === 'code' &&
    query.get('code_challenge_method') === 'S256'
  if (!isOurs || typeof header !== 'string') return null
  const code = randomUUID()
  const person = JSON.parse(header) as Person
  provider.codes.set(code, {
    person,
    nonce: query.get('nonce'),
    challenge: query.get('code_challenge'),
  })
  const url = new URL(provider.redirectUri)
  url.searchParams.set('code', code)
  url.searchParams.set('state', query.get('state') ?? '')
  url.searchParams.set('iss', provider.issuer)
  return url.href
}

function redeem(provider: Running, request: IncomingMessage, body: URLSearchParams): Reply {
  const refuse = (error: string): Reply => {
    provider.refused.push(error)
    return { status: 400, body: { error } }
  }
  const form = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length)
  const basic = Buffer.from(`${form(CLIENT.id)}:${form(CLIENT.secret)}`).toString('base64')
  if (request.headers.authorization !== `Basic ${basic}`) return refuse('invalid_client')
  const code = body.get('code') ?? ''
  const grant = provider.codes.get(code)
  provider.codes.delete(code)
  const verifier = body.get('code_verifier') ?? ''
  const isRight =
    grant !== undefined &&
    body.get('grant_type') === 'authorization_code' &&
    body.get('redirect_uri') === provider.redirectUri &&
    createHash('sha256').update(verifier).digest('base64url') === grant.challenge
  if (!isRight) return refuse('invalid_grant')
  const token = randomUUID()
  provider.issued.push(token)
  provider.people.set(token, grant.person)
  const id_token = idTokenOf(provider, grant)
  const answered = { access_token: token, token_type: 'Bearer', expires_in: 300, id_token }
  return { status: 200, body: answered }
}

function idTokenOf(provider: Running, { person, nonce }: Grant): string {
  const { issuer, keys, hidesClaims, signsWithOtherKey } = provider
  const now = Math.floor(Date.now() / 1_000)
  const claims = provider.alter({
    ...(hidesClaims ? { sub: person.sub } : person),
    iss: issuer,
    aud: CLIENT.id,
    iat: now,
    exp: now + 300,
    nonce,
  })
  const { kid } = jwkOf(keys.own.publicKey)
  const parts = [{ alg: 'RS256', typ: 'JWT', kid }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const { privateKey } = signsWithOtherKey ? keys.other : keys.own
  const signature = sign('sha256', Buffer.from(parts.join('.')), privateKey)
  return [...parts, signature.toString('base64url')].join('.')
}

function jwkOf(key: KeyObject) {
  return { ...key.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
