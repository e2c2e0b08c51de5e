import { createOneTimeLink } from '@throughline/db/accounts/one-time-links'
import { deleteExpiredAccountRows } from '@throughline/db/accounts/expired-account-rows'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Secret, TOTP } from 'otpauth'
import {
  cookieName,
  cookiesOf,
  createUser,
  panelRequest,
  PASSWORD,
  signIn,
  withCookies,
  type TestUser,
} from '../accounts.js'
import { startTestApi, type TestApi } from '../harness.js'
import type { TestRequest, TestResponse } from '../send-request.js'
import {
  CLIENT,
  signInAt,
  startIdentityProvider,
  type IdentityProvider,
  type Person,
} from './identity-provider.js'

let provider: IdentityProvider
let api: TestApi
beforeAll(async () => {
  provider = await startIdentityProvider()
  api = await startTestApi({
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example ID',
    },
  })
  provider.redirectUri = `${api.url}/api/auth/oidc/callback`
})
beforeEach(() => {
  provider.alter = (claims) => claims
  Object.assign(provider, { hidesClaims: false, signsWithOtherKey: false, refused: [] })
})
afterAll(async () => {
  await api.close()
  await provider.close()
})

let count = 0
/** A person with a verified address, whom the API does not know. */
function newPerson(claims: Record<string, unknown> = {}): Person {
  count += 1
  const email = `person-${count}@example.com`
  return { sub: `subject-${count}`, email, email_verified: true, name: `P. ${count}`, ...claims }
}

const begin = (request: TestRequest = panelRequest(api), body: object = {}) =>
  api.request('POST', '/api/auth/oidc', { ...request, body })

/** The navigation with which the provider sends the browser back. Strict cookies are not sent with it. */
const comeBack = (url: URL, verifier: string | undefined) =>
  api.request('GET', url.pathname + url.search, {
    key: null,
    token: null,
    headers: {
      'sec-fetch-site': 'cross-site',
      ...(verifier === undefined ? {} : { cookie: `${cookieName(api, 'oidc')}=${verifier}` }),
    },
  })

const verifierOf = (begun: TestResponse) => cookiesOf(begun)[cookieName(api, 'oidc')]

async function signInAs(
  person: Person,
  request?: TestRequest,
  body?: object,
): Promise<TestResponse> {
  const begun = await begin(request, body)
  expect(begun.status).toBe(200)
  return comeBack(await signInAt(begun.body.url as string, person), verifierOf(begun))
}

const meOf = async (answer: TestResponse) =>
  (await api.request('GET', '/api/me', withCookies(answer))).body as Record<string, unknown>

/** Sets the identity of a user. */
const connectTo = ({ id }: TestUser, { sub }: Person) =>
  api.database.prisma.user.update({
    where: { id },
    data: { oidcIssuer: provider.issuer, oidcSubject: sub },
  })

const invite = (email: unknown, project = api.project) =>
  createOneTimeLink(
    api.database.prisma,
    { kind: 'invitation', projectId: project.id, email: String(email), role: 'editor' },
    'cli',
  )

/** A redirect to the sign-in page with the reason, and no session. */
function expectRefusal(answer: TestResponse, problem: string): void {
  expect([answer.status, answer.headers.location]).toEqual([
    303,
    `${api.url}/admin/sign-in?problem=${problem}`,
  ])
  expect(cookiesOf(answer)[cookieName(api)]).toBeUndefined()
}

const sessions = () => api.database.prisma.session.count()
const users = () => api.database.prisma.user.count()

describe('a known identity', () => {
  let user: TestUser
  let person: Person
  beforeEach(async () => {
    user = await createUser(api, { password: PASSWORD })
    // Neither an address nor its verification is needed.
    person = { sub: newPerson().sub }
    await connectTo(user, person)
  })

  it('signs in, and the session counts as confirmed for 15 minutes', async () => {
    const answer = await signInAs(person, undefined, { next: '/admin/p/acme/links?page=2' })
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      `${api.url}/admin/p/acme/links?page=2`,
    ])
    const [session, , oidc] = answer.headers['set-cookie'] ?? []
    expect(session).toMatch(/; HttpOnly; SameSite=Strict$/)
    expect(oidc).toMatch(/=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/)
    const me = await meOf(answer)
    expect(me).toMatchObject({ id: user.id, oidc_issuer: provider.issuer })
    const until = Date.parse(String(me['reauthenticated_until']))
    expect(Math.abs(until - Date.now() - 900_000)).toBeLessThan(10_000)
    const made = await api.database.prisma.auditEntry.findFirst({
      where: { action: 'session.create', actor: `user:${user.id}` },
    })
    expect(made).toMatchObject({ actorName: user.name, details: { by: 'oidc' } })
  })

  it('ends the former session of the browser, and asks the provider for a password', async () => {
    const begun = await begin(user.session)
    expect(new URL(begun.body.url as string).searchParams.get('prompt')).toBe('login')
    const other = await createUser(api)
    const url = await signInAt(begun.body.url as string, person)
    expect((await comeBack(url, verifierOf(begun))).status).toBe(303)
    const isOpen = async ({ session }: TestUser) =>
      (await api.request('GET', '/api/me', session)).status === 200
    expect([await isOpen(user), await isOpen(other)]).toEqual([false, true])
  })

  it('needs no code of an authenticator app, which its password still needs', async () => {
    const { body } = await api.request('POST', '/api/me/totp', user.session)
    const totp = new TOTP({ secret: Secret.fromBase32(body.secret as string) })
    await api.request('PUT', '/api/me/totp', { ...user.session, body: { code: totp.generate() } })
    const byPassword = await signIn(api, { email: user.email, password: PASSWORD })
    expect(byPassword.body.code).toBe('code_required')
    const answer = await signInAs(person)
    expect(await meOf(answer)).toMatchObject({ id: user.id, has_totp: true })
    const removed = await api.request('DELETE', '/api/me/totp', withCookies(answer))
    expect([removed.status, removed.body.has_totp]).toEqual([200, false])
  })

  it('leaves no token of the provider in the database or the log', async () => {
    await signInAs(person)
    const token = provider.issued.at(-1) ?? 'none'
    const tables = ['users', 'sessions', 'oidc_states', 'audit_entries']
    const rows = await Promise.all(
      tables.map((table) => api.database.prisma.$queryRawUnsafe(`SELECT t::text FROM ${table} t`)),
    )
    for (const secret of [token, CLIENT.secret])
      expect(JSON.stringify(rows) + api.logs.text()).not.toContain(secret)
  })
})

describe('an unknown identity', () => {
  it('gets the account of its invited address, with the roles of all invitations', async () => {
    const person = newPerson()
    await invite(person['email'])
    await invite(person['email'], api.otherProject)
    const answer = await signInAs(person)
    expect(answer.headers.location).toBe(`${api.url}/admin/`)
    const me = await meOf(answer)
    expect(me).toMatchObject({
      email: person['email'],
      name: person['name'],
      has_password: false,
      memberships: [
        { prefix: 'acme', role: 'editor' },
        { prefix: 'other', role: 'editor' },
      ],
    })
    // The invitations are used, and the next sign-in finds the identity, also with another address.
    expect((await meOf(await signInAs({ sub: person.sub })))['id']).toBe(me['id'])
    const where = { email: String(person['email']), usedAt: null }
    expect(await api.database.prisma.oneTimeLink.count({ where })).toBe(0)
  })

  it('is read from the userinfo endpoint if the ID token has no address', async () => {
    const person = newPerson()
    await invite(person['email'])
    provider.hidesClaims = true
    expect(await meOf(await signInAs(person))).toMatchObject({ email: person['email'] })
  })

  it.each([false, undefined, 'true'])(
    'is refused if its invited address has email_verified: %j',
    async (email_verified) => {
      const person = newPerson({ email_verified })
      await invite(person['email'])
      const before = [await users(), await sessions()]
      expectRefusal(await signInAs(person), 'not_verified')
      expect([await users(), await sessions()]).toEqual(before)
    },
  )

  it('is refused without an invitation, or with an expired one', async () => {
    const person = newPerson()
    const before = [await users(), await sessions()]
    expectRefusal(await signInAs(person), 'not_invited')
    const { record } = await invite(person['email'])
    await api.database.prisma.oneTimeLink.update({
      where: { id: record.id },
      data: { expiresAt: new Date(0) },
    })
    expectRefusal(await signInAs(person), 'not_invited')
    expect([await users(), await sessions()]).toEqual(before)
    const refused = await api.database.prisma.auditEntry.findFirst({
      where: { action: 'session.refuse' },
      orderBy: { id: 'desc' },
    })
    expect(refused?.details).toMatchObject({ by: 'oidc', reason: 'not_invited' })
    expect(JSON.stringify(refused?.details)).not.toContain('127.0.0.1')
  })

  it('does not sign in to the account of its address, even if that is invited', async () => {
    const user = await createUser(api, { password: PASSWORD })
    const person = newPerson({ email: user.email })
    await invite(user.email)
    expectRefusal(await signInAs(person), 'has_account')
    const row = await api.database.prisma.user.findUnique({ where: { id: user.id } })
    expect(row?.oidcSubject).toBeNull()
  })

  it('opens the account that an administrator has just created for its address', async () => {
    const user = await createUser(api)
    const person = newPerson({ email: user.email.toUpperCase() })
    // Neither an invitation by the owner of a project nor a link by mail is enough.
    await invite(user.email)
    const reset = { kind: 'reset', userId: user.id, clearsTotp: false } as const
    await createOneTimeLink(api.database.prisma, reset, 'mail')
    expectRefusal(await signInAs(person), 'has_account')
    await createOneTimeLink(api.database.prisma, reset, 'cli')
    expect(await meOf(await signInAs(person))).toMatchObject({ id: user.id })
    const left = { userId: user.id, kind: 'reset', usedAt: null }
    expect(await api.database.prisma.oneTimeLink.count({ where: left })).toBe(0)
  })
})

describe('the callback', () => {
  let person: Person
  beforeEach(async () => {
    person = newPerson()
    await connectTo(await createUser(api), person)
  })

  it('binds the request to the browser by state, nonce and PKCE', async () => {
    const begun = await begin()
    const query = new URL(begun.body.url as string).searchParams
    expect(query.get('state')).toMatch(/^[\w-]{43}$/)
    expect(query.get('nonce')).toMatch(/^[\w-]{22}$/)
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(query.get('code_challenge_method')).toBe('S256')
    expect(begun.headers['set-cookie']?.[0]).toMatch(/Max-Age=600; HttpOnly; SameSite=Lax$/)
    expect(begun.text).not.toContain(verifierOf(begun))
  })

  it.each<[string, (url: URL, verifier: string) => Promise<TestResponse>]>([
    ['without its cookie', (url) => comeBack(url, undefined)],
    ['with the cookie of another browser', async (url) => comeBack(url, verifierOf(await begin()))],
    [
      'with the state of another browser',
      async (url, verifier) => {
        const other = new URL((await begin()).body.url as string)
        url.searchParams.set('state', other.searchParams.get('state') ?? '')
        return comeBack(url, verifier)
      },
    ],
    [
      'without a state',
      (url, verifier) => {
        url.searchParams.delete('state')
        return comeBack(url, verifier)
      },
    ],
    [
      'after ten minutes',
      async (url, verifier) => {
        await api.database.prisma.oidcState.updateMany({ data: { expiresAt: new Date(0) } })
        return comeBack(url, verifier)
      },
    ],
  ])('opens no session %s', async (_name, send) => {
    const begun = await begin()
    const url = await signInAt(begun.body.url as string, person)
    const issued = provider.issued.length
    const before = await sessions()
    const answer = await send(url, verifierOf(begun) ?? '')
    expectRefusal(answer, 'expired')
    expect([await sessions(), provider.issued.length]).toEqual([before, issued])
  })

  it('accepts a state once, also in simultaneous calls', async () => {
    const begun = await begin()
    const url = await signInAt(begun.body.url as string, person)
    const send = () => comeBack(url, verifierOf(begun))
    const answers = await Promise.all([send(), send()])
    const problems = answers.map(({ headers }) => headers.location?.split('problem=')[1] ?? null)
    expect(problems.sort()).toEqual(['expired', null])
    expectRefusal(await send(), 'expired')
  })

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'AAAAAAAAAAAAAAAAAAAAAA' })],
    ['no nonce', (claims) => ({ ...claims, nonce: undefined })],
    ['another audience', (claims) => ({ ...claims, aud: 'another-client' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://elsewhere.example' })],
    ['an expiry in the past', (claims) => ({ ...claims, exp: 1_700_000_000 })],
  ])('opens no session for an ID token with %s', async (_name, alter) => {
    provider.alter = alter
    const before = await sessions()
    expectRefusal(await signInAs(person), 'failed')
    expect(await sessions()).toBe(before)
  })

  it('opens no session for an ID token that another key has signed', async () => {
    provider.signsWithOtherKey = true
    expectRefusal(await signInAs(person), 'failed')
  })

  it('opens no session for a code that was issued for another verifier', async () => {
    const begun = await begin()
    const stolen = new URL(begun.body.url as string)
    stolen.searchParams.set('code_challenge', 'A'.repeat(43))
    const url = await signInAt(stolen.href, person)
    expectRefusal(await comeBack(url, verifierOf(begun)), 'failed')
    expect(provider.refused).toEqual(['invalid_grant'])
    expect(api.logs.text()).toContain('invalid_grant')
  })

  it('reports that the person has canceled', async () => {
    const begun = await begin(undefined, { next: '/admin/p/acme/links' })
    const url = await signInAt(begun.body.url as string, person)
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    const answer = await comeBack(url, verifierOf(begun))
    expect(answer.headers.location).toBe(
      `${api.url}/admin/sign-in?problem=denied&next=%2Fadmin%2Fp%2Facme%2Flinks`,
    )
  })

  it('rejects HEAD, and a path that leads to another site is never its target', async () => {
    const head = await api.request('HEAD', '/api/auth/oidc/callback', { key: null, token: null })
    expect(head.status).toBe(405)
    const others = ['https://evil.example/', '//evil.example', '/admin//evil.example', '/x']
    for (const next of [...others, '/admin/\\evil.example', '/admin/\n', '/admin/\u0001'])
      expect([next, (await begin(undefined, { next })).status]).toEqual([next, 422])
  })

  it('leaves states of abandoned sign-ins until they have expired', async () => {
    await begin()
    await deleteExpiredAccountRows(api.database.prisma)
    expect(await api.database.prisma.oidcState.count()).toBeGreaterThan(0)
    await api.database.prisma.oidcState.updateMany({ data: { expiresAt: new Date(0) } })
    await deleteExpiredAccountRows(api.database.prisma)
    expect(await api.database.prisma.oidcState.count()).toBe(0)
  })
})

describe('an account', () => {
  const connect = (user: TestUser, person: Person) =>
    signInAs(person, user.session, { connect: true, next: '/admin/p/acme/account' })
  const disconnect = ({ session }: TestUser) => api.request('DELETE', '/api/me/oidc', session)

  it('connects an identity in its own session, and disconnects it', async () => {
    const user = await createUser(api, { password: PASSWORD })
    // Its address differs, and is not verified: the session proves the account.
    const person = newPerson({ email_verified: false })
    const answer = await connect(user, person)
    expect(answer.headers.location).toBe(`${api.url}/admin/p/acme/account`)
    expect(cookiesOf(answer)[cookieName(api)]).toBeUndefined()
    const signedIn = withCookies(await signInAs(person))
    const { body } = await api.request('GET', '/api/me', signedIn)
    expect([body.id, body.oidc_issuer]).toEqual([user.id, provider.issuer])
    const removed = await disconnect(user)
    expect([removed.status, removed.body]).toEqual([200, { oidc_issuer: null, ended_sessions: 1 }])
    expectRefusal(await signInAs(person), 'not_verified')
  })

  it('connects nothing without a session of the last 15 minutes, or after it has ended', async () => {
    const body = { connect: true }
    expect((await begin(panelRequest(api), body)).body.code).toBe('session_required')
    const stale = await createUser(api, { isSignedIn: false })
    expect((await begin(stale.session, body)).body.code).toBe('reauth_required')
    const user = await createUser(api)
    const begun = await begin(user.session, body)
    const url = await signInAt(begun.body.url as string, newPerson())
    await api.database.prisma.session.delete({ where: { id: user.sessionId } })
    expectRefusal(await comeBack(url, verifierOf(begun)), 'expired')
  })

  it('does not take the identity of another account', async () => {
    const [owner, user] = [await createUser(api), await createUser(api)]
    const person = newPerson()
    await connectTo(owner, person)
    const answer = await connect(user, person)
    expect(answer.headers.location).toBe(`${api.url}/admin/p/acme/account?problem=in_use`)
    expect((await meOf(await signInAs(person)))['id']).toBe(owner.id)
  })

  it('without a password keeps its identity, and sets one only after a recent sign-in', async () => {
    const user = await createUser(api)
    await connectTo(user, newPerson())
    expect((await disconnect(user)).body.code).toBe('conflict')
    const set = (body: object = {}) =>
      api.request('PUT', '/api/me/password', {
        ...user.session,
        body: { new_password: 'another sentence of words', ...body },
      })
    const signedInAt = (at: Date) =>
      api.database.prisma.session.update({
        where: { id: user.sessionId },
        data: { signedInAt: at },
      })
    await signedInAt(new Date(Date.now() - 901_000))
    expect((await set()).body.code).toBe('reauth_required')
    await signedInAt(new Date())
    expect((await set({ email: 'other@example.com' })).status).toBe(422)
    expect((await set()).status).toBe(200)
  })
})

describe('GET /api/auth', () => {
  it('names the provider', async () => {
    const { body } = await api.request('GET', '/api/auth', panelRequest(api))
    expect(body).toEqual({ password: true, mail: false, oidc: 'Example ID' })
  })
})

describe('an installation', () => {
  const withApi = async (env: Record<string, string>, run: (other: TestApi) => Promise<void>) => {
    const other = await startTestApi({ env })
    try {
      await run(other)
    } finally {
      await other.close()
    }
  }

  it('has neither route without a provider', () =>
    withApi({}, async (other) => {
      const panel = panelRequest(other)
      expect((await other.request('GET', '/api/auth', panel)).body.oidc).toBeNull()
      const begun = await other.request('POST', '/api/auth/oidc', { ...panel, body: {} })
      const path = '/api/auth/oidc/callback?state=x&code=y'
      const finished = await other.request('GET', path, { key: null, token: null })
      expect([begun.status, finished.status]).toEqual([404, 404])
    }))

  it('says if its provider does not answer, and its log has the cause', async () => {
    const gone = await startIdentityProvider()
    await gone.close()
    const env = { OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret }
    await withApi({ ...env, OIDC_ISSUER: gone.issuer }, async (other) => {
      const request = { ...panelRequest(other), body: {} }
      const answer = await other.request('POST', '/api/auth/oidc', request)
      expect([answer.status, answer.body.code]).toEqual([503, 'identity_provider_unavailable'])
      expect(answer.body.detail).toContain(`${new URL(gone.issuer).host} does not answer`)
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(other.logs.text()).toContain('ECONNREFUSED')
      expect(other.logs.text()).not.toContain(CLIENT.secret)
    })
  })
})
