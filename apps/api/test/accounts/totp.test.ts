import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Secret, TOTP } from 'otpauth'
import { createUser, PASSWORD, signIn, withCookies, type TestUser } from '../accounts.js'
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

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })
const right = () => ({ email: user.email, password: PASSWORD })

/** Turns codes on with the code of the previous step, so that the current one is unused. */
async function enable(): Promise<string> {
  const { body } = await api.request('POST', '/api/me/totp', user.session)
  const secret = body.secret as string
  const confirmed = await api.request('PUT', '/api/me/totp', {
    ...user.session,
    body: { code: codeOf(secret, -1) },
  })
  expect([confirmed.status, confirmed.body.has_totp]).toEqual([200, true])
  return secret
}

describe('an authenticator app', () => {
  it('is used only after a code is confirmed, and its secret is encrypted', async () => {
    const { body } = await api.request('POST', '/api/me/totp', user.session)
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Throughline:user-/)
    const wrong = await api.request('PUT', '/api/me/totp', {
      ...user.session,
      body: { code: '000000' },
    })
    expect(wrong.status).toBe(422)
    expect((await signIn(api, right())).status).toBe(200)
    const row = await api.database.prisma.user.findUnique({ where: { id: user.id } })
    expect(row?.totpPendingSealed).toMatch(/^test\./)
    expect(JSON.stringify(row, (_key, value: unknown) => String(value))).not.toContain(body.secret)
  })

  it('makes sign-in ask for a code, and only after the right password', async () => {
    const secret = await enable()
    const missing = await signIn(api, right())
    expect([missing.status, missing.body.code]).toEqual([401, 'code_required'])
    const guessed = await signIn(api, { ...right(), password: 'wrong' })
    expect(guessed.body.code).toBe('sign_in_failed')
    const wrong = await signIn(api, { ...right(), code: '000000' })
    expect(wrong.body.code).toBe('sign_in_failed')
    expect((await signIn(api, { ...right(), code: codeOf(secret) })).status).toBe(200)
  })

  it('accepts each code once, also in simultaneous calls, and no earlier code afterwards', async () => {
    const secret = await enable()
    const code = codeOf(secret)
    const both = await Promise.all([1, 2].map(() => signIn(api, { ...right(), code })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await signIn(api, { ...right(), code })).status).toBe(401)
    expect((await signIn(api, { ...right(), code: codeOf(secret, -1) })).status).toBe(401)
    expect((await signIn(api, { ...right(), code: codeOf(secret, 1) })).status).toBe(200)
  })

  it('ends all other sessions when turned on and off', async () => {
    const isOpen = async (request: object) =>
      (await api.request('GET', '/api/me', request)).status === 200
    const before = withCookies(await signIn(api, right()))
    const secret = await enable()
    expect([await isOpen(user.session), await isOpen(before)]).toEqual([true, false])
    const other = withCookies(await signIn(api, { ...right(), code: codeOf(secret) }))
    const off = await api.request('DELETE', '/api/me/totp', user.session)
    expect([off.status, off.body]).toEqual([200, { has_totp: false, ended_sessions: 1 }])
    expect([await isOpen(user.session), await isOpen(other)]).toEqual([true, false])
    expect((await signIn(api, right())).status).toBe(200)
  })

  it('must be turned off before another one is set up', async () => {
    await enable()
    expect((await api.request('POST', '/api/me/totp', user.session)).status).toBe(409)
    expect(
      (await api.request('PUT', '/api/me/totp', { ...user.session, body: { code: '1' } })).status,
    ).toBe(409)
  })

  it('is also required to confirm a sensitive call', async () => {
    const secret = await enable()
    const send = (body: object) =>
      api.request('POST', '/api/auth/reauthenticate', { ...user.session, body })
    expect((await send({ password: PASSWORD })).body.code).toBe('code_required')
    expect((await send({ password: PASSWORD, code: codeOf(secret) })).status).toBe(200)
  })
})
