import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
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

let api: TestApi
let user: TestUser
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  user = await createUser(api, { password: PASSWORD })
})
afterAll(() => api.close())

const isOpen = async (request: ReturnType<typeof panelRequest>): Promise<boolean> =>
  (await api.request('GET', '/api/me', request)).status === 200

const right = () => ({ email: user.email, password: PASSWORD })

describe('POST /api/auth/sign-in', () => {
  it('sets an HttpOnly, SameSite=Strict cookie and stores only its hash', async () => {
    const answer = await signIn(api, right())
    expect([answer.status, answer.body]).toEqual([200, { done: true }])
    const cookies = cookiesOf(answer)
    const token = cookies[cookieName(api)] ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    for (const text of answer.headers['set-cookie'] ?? [])
      expect(text).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    expect(await isOpen(withCookies(answer))).toBe(true)
    const rows = await api.database.prisma.session.findMany({ where: { userId: user.id } })
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(api.logs.text()).not.toContain(token)
    expect(api.logs.text()).not.toContain(PASSWORD)
  })

  it('compares the address without case', async () => {
    const answer = await signIn(api, { ...right(), email: ` ${user.email.toUpperCase()} ` })
    expect(answer.status).toBe(200)
  })

  it('returns the same response for a wrong password, an unknown address and an account without password', async () => {
    const fresh = await createUser(api)
    const wrong = [
      { email: user.email, password: 'not this one' },
      { email: 'nobody@example.com', password: PASSWORD },
      { email: fresh.email, password: '' },
    ]
    const answers = await Promise.all(wrong.map((body) => signIn(api, body)))
    for (const { status, body, headers } of answers) {
      expect([status, body.code, headers['set-cookie']]).toEqual([401, 'sign_in_failed', undefined])
      expect(body.detail).toBe(answers[0]?.body.detail)
    }
  })

  it('ends the former session of the browser', async () => {
    const first = withCookies(await signIn(api, right()))
    const second = withCookies(await signIn(api, right(), first))
    expect([await isOpen(first), await isOpen(second)]).toEqual([false, true])
    // Another browser's session stays.
    expect(await isOpen(user.session)).toBe(true)
  })

  it('audits who signed in, and failures only with a hash of the address', async () => {
    await signIn(api, right())
    await signIn(api, { ...right(), password: 'wrong' })
    const { prisma } = api.database
    const made = await prisma.auditEntry.findFirst({
      where: { action: 'session.create', actor: `user:${user.id}` },
    })
    expect(made).toMatchObject({ actorName: user.name, projectId: null })
    const refused = await prisma.auditEntry.findFirst({
      where: { action: 'session.refuse', target: `user:${user.id}` },
    })
    expect(refused?.actor).toBe('anonymous')
    expect(JSON.stringify(refused?.details)).toMatch(/^\{"address":"[\w-]{22}"\}$/)
  })
})

describe('wrong passwords', () => {
  const failures = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const answer = await signIn(api, { ...right(), password: 'wrong' })
      expect([n, answer.body.code]).toEqual([n, 'sign_in_failed'])
    }
  }

  /** Makes the delay after five failures longer than the test runs. */
  const extendDelay = async () => {
    const blockedUntil = new Date(Date.now() + 60_000)
    const where = { failures: 5 }
    const { count } = await api.database.prisma.signInFailure.updateMany({
      where,
      data: { blockedUntil },
    })
    expect(count).toBe(1)
  }
  beforeEach(() => api.database.prisma.signInFailure.deleteMany())

  it('delay the account from the fifth on, and never lock it', async () => {
    await failures(5)
    const [row] = await api.database.prisma.signInFailure.findMany()
    expect(Number(row?.blockedUntil) - Number(row?.updatedAt)).toBe(1_000)
    await extendDelay()
    const delayed = await signIn(api, right())
    expect([delayed.status, delayed.body.code]).toEqual([429, 'rate_limited'])
    expect(Math.abs(Number(delayed.headers['retry-after']) - 55)).toBeLessThanOrEqual(5)
    await api.database.prisma.signInFailure.updateMany({ data: { blockedUntil: new Date(0) } })
    expect((await signIn(api, right())).status).toBe(200)
    // The failures are reset after the success.
    await failures(4)
    expect((await signIn(api, right())).status).toBe(200)
  })

  it('delay an unknown address as well', async () => {
    const body = { email: `unknown-${user.id}@example.com`, password: 'x' }
    for (let n = 0; n < 5; n += 1) expect((await signIn(api, body)).status).toBe(401)
    await extendDelay()
    expect((await signIn(api, body)).status).toBe(429)
  })

  it('do not delay a browser that signed in to the account before', async () => {
    const known = await signIn(api, right())
    await failures(5)
    await extendDelay()
    expect((await signIn(api, right())).status).toBe(429)
    expect((await signIn(api, right(), withCookies(known))).status).toBe(200)
    // For another account this browser is unknown.
    const other = await createUser(api, { password: PASSWORD })
    const cookie = withCookies(await signIn(api, { email: other.email, password: PASSWORD }))
    expect((await signIn(api, right(), cookie)).status).toBe(429)
    const forged = `${user.id}.x.${'A'.repeat(22)}`
    const headers = {
      ...panelRequest(api).headers,
      cookie: `${cookieName(api, 'browser')}=${forged}`,
    }
    expect((await signIn(api, right(), { ...panelRequest(api), headers })).status).toBe(429)
  })
})

describe('POST /api/auth/reauthenticate', () => {
  const reauthenticate = (body: object) =>
    api.request('POST', '/api/auth/reauthenticate', { ...user.session, body })
  const create = () =>
    api.request('POST', '/api/me/totp', user.session).then(({ body }) => body.code as unknown)

  it('begins another 15 minutes for sensitive calls', async () => {
    await api.database.prisma.session.update({
      where: { id: user.sessionId },
      data: { signedInAt: new Date(Date.now() - 901_000) },
    })
    expect(await create()).toBe('reauth_required')
    expect((await reauthenticate({ password: 'wrong' })).body.code).toBe('sign_in_failed')
    expect(await create()).toBe('reauth_required')
    const answer = await reauthenticate({ password: PASSWORD })
    expect(answer.status).toBe(200)
    const until = Date.parse(answer.body.reauthenticated_until)
    expect(Math.abs(until - Date.now() - 900_000)).toBeLessThan(10_000)
    expect(await create()).toBeUndefined()
  })
})

describe('POST /api/auth/sign-out', () => {
  it('ends the session and removes its cookie', async () => {
    const signedIn = withCookies(await signIn(api, right()))
    const answer = await api.request('POST', '/api/auth/sign-out', signedIn)
    expect([answer.status, cookiesOf(answer)]).toEqual([200, { [cookieName(api)]: '' }])
    expect(await isOpen(signedIn)).toBe(false)
  })
})

describe('PUT /api/me/password', () => {
  const change = (body: object, request = user.session) =>
    api.request('PUT', '/api/me/password', { ...request, body })

  it('needs the current one, and ends all other sessions', async () => {
    const other = withCookies(await signIn(api, right()))
    const new_password = 'another sentence of words'
    for (const current_password of [undefined, 'wrong']) {
      const answer = await change({ current_password, new_password })
      expect(answer.status).toBe(current_password === undefined ? 422 : 401)
    }
    const answer = await change({ current_password: PASSWORD, new_password })
    expect([answer.status, answer.body]).toEqual([200, { ended_sessions: 1 }])
    expect([await isOpen(user.session), await isOpen(other)]).toEqual([true, false])
    expect((await signIn(api, right())).status).toBe(401)
    expect((await signIn(api, { ...right(), password: new_password })).status).toBe(200)
  })

  it.each(['short', 'x'.repeat(201), 'aaaaaaaaaaaaaa', 'with \u0000 inside it'])(
    'rejects %j and does not repeat it',
    async (new_password) => {
      const answer = await change({ current_password: PASSWORD, new_password })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['new_password']])
      expect(answer.text).not.toContain(JSON.stringify(new_password).slice(1, -1))
    },
  )

  it('does not change the address of an account that has a password', async () => {
    const body = {
      current_password: PASSWORD,
      new_password: 'a new sentence',
      email: 'x@y.example',
    }
    expect((await change(body)).status).toBe(422)
  })
})

describe('POST /api/auth/forgot', () => {
  it('returns the same response for every address and creates no link', async () => {
    const texts = await Promise.all(
      [user.email, 'nobody@example.com'].map(async (email) => {
        const answer = await api.request('POST', '/api/auth/forgot', {
          ...panelRequest(api),
          body: { email },
        })
        return [answer.status, answer.text]
      }),
    )
    expect(texts[0]).toEqual([200, expect.stringContaining('administrator')])
    expect(texts[1]).toEqual(texts[0])
    expect(await api.database.prisma.oneTimeLink.count()).toBe(0)
  })
})
