import { createOneTimeLink } from '@throughline/db/accounts/one-time-links'
import { createStartLink } from '@throughline/db/accounts/start-link'
import { findMember } from '@throughline/db/accounts/members'
import { inTransaction } from '@throughline/db/connection/database'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  createMemberOf,
  createUser,
  panelRequest,
  PASSWORD,
  signIn,
  withCookies,
  type TestUser,
} from '../accounts.js'
import { startTestApi, type TestApi } from '../harness.js'

let api: TestApi
let owner: TestUser
beforeAll(async () => {
  api = await startTestApi()
  owner = await createMemberOf(api, api.project, 'owner')
})
afterAll(() => api.close())

const NEW_PASSWORD = 'a new sentence of words'

const post = (path: string, body: object, request = panelRequest(api)) =>
  api.request('POST', `/api/auth/${path}`, { ...request, body })
const isOpen = async (request: object) =>
  (await api.request('GET', '/api/me', request)).status === 200
const tokenOf = (url: string) => url.split('#')[1] ?? ''

async function invite(email: string, role = 'editor'): Promise<string> {
  const answer = await api.request('POST', '/api/project/invitations', {
    ...owner.session,
    key: api.project.id,
    body: { email, role },
  })
  expect(answer.status).toBe(201)
  return tokenOf(answer.body.url as string)
}

const expire = (token: string) =>
  api.database.prisma.oneTimeLink.updateMany({
    where: { usedAt: null },
    data: { expiresAt: new Date(Date.now() - 1_000 - token.length) },
  })

let count = 0
const newAddress = () => `new-${(count += 1)}@example.com`

describe('an invitation', () => {
  it('is a link with its token in the fragment, stored as a hash, valid for seven days', async () => {
    const answer = await api.request('POST', '/api/project/invitations', {
      ...owner.session,
      key: api.project.id,
      body: { email: newAddress(), role: 'viewer' },
    })
    expect(answer.body.url).toMatch(new RegExp(`^${api.url}/admin/join#[\\w-]{43}$`))
    const token = tokenOf(answer.body.url as string)
    const row = await api.database.prisma.oneTimeLink.findUniqueOrThrow({
      where: { id: answer.body.id as number },
    })
    expect(JSON.stringify(row)).not.toContain(token)
    const days = (row.expiresAt.getTime() - row.createdAt.getTime()) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
    const listed = await api.request('GET', '/api/project/invitations', {
      ...owner.session,
      key: api.project.id,
    })
    expect(listed.text).not.toContain(token)
    expect(api.logs.text()).not.toContain(token)
  })

  it('creates an account with one role in one project, once', async () => {
    const email = newAddress()
    const token = await invite(email)
    const seen = await post('link', { token })
    expect(seen.body).toMatchObject({
      kind: 'invitation',
      email,
      project: 'Project acme',
      role: 'editor',
      has_account: false,
    })
    const answer = await post('join', { token, name: 'Grace', new_password: NEW_PASSWORD })
    expect(answer.status).toBe(200)
    const me = await api.request('GET', '/api/me', withCookies(answer))
    expect(me.body).toMatchObject({
      email,
      name: 'Grace',
      is_admin: false,
      memberships: [{ project_id: api.project.id, role: 'editor' }],
    })
    const again = await post('join', { token, name: 'Eve', new_password: NEW_PASSWORD })
    expect([again.status, again.body.code]).toEqual([410, 'one_time_link_invalid'])
    expect((await signIn(api, { email, password: NEW_PASSWORD })).status).toBe(200)
  })

  it('needs the session of an existing account, and never sets its password', async () => {
    const user = await createUser(api, { password: PASSWORD })
    const token = await invite(user.email, 'viewer')
    expect((await post('link', { token })).body.has_account).toBe(true)
    const stranger = await createUser(api)
    for (const request of [panelRequest(api), stranger.session]) {
      const body = { token, name: 'Eve', new_password: NEW_PASSWORD }
      const answer = await post('join', body, request)
      expect([answer.status, answer.body.code]).toEqual([401, 'session_required'])
    }
    const joined = await post('join', { token, new_password: NEW_PASSWORD }, user.session)
    expect(joined.status).toBe(200)
    const key = { projectId: api.project.id, userId: user.id }
    expect((await findMember(api.database.prisma, key))?.role).toBe('viewer')
    expect((await signIn(api, { email: user.email, password: NEW_PASSWORD })).status).toBe(401)
    expect((await signIn(api, { email: user.email, password: PASSWORD })).status).toBe(200)
  })

  it('does not work when expired, withdrawn or replaced', async () => {
    const body = (token: string) => ({ token, name: 'Eve', new_password: NEW_PASSWORD })
    const expired = await invite(newAddress())
    await expire(expired)
    const email = newAddress()
    const replaced = await invite(email)
    const withdrawn = await invite(email)
    const { body: listed } = await api.request('GET', '/api/project/invitations', {
      ...owner.session,
      key: api.project.id,
    })
    const { id } = (listed as { data: { id: number }[] }).data[0] ?? { id: 0 }
    const path = `/api/project/invitations/${id}`
    const own = { ...owner.session, key: api.project.id }
    expect((await api.request('DELETE', path, own)).status).toBe(200)
    expect((await api.request('DELETE', path, own)).status).toBe(404)
    for (const token of [expired, replaced, withdrawn, 'x', ''])
      expect((await post('join', body(token))).status).toBe(410)
  })

  it('is used once by simultaneous calls', async () => {
    const token = await invite(newAddress())
    const answers = await Promise.all(
      [1, 2, 3].map(() => post('join', { token, name: 'Grace', new_password: NEW_PASSWORD })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('needs a name and a password for a new account', async () => {
    const token = await invite(newAddress())
    for (const [body, field] of [
      [{ new_password: NEW_PASSWORD }, 'name'],
      [{ name: 'Grace' }, 'new_password'],
      [{ name: 'Grace', new_password: 'short' }, 'new_password'],
    ] as const) {
      const answer = await post('join', { token, ...body })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
    }
  })
})

describe('a reset link', () => {
  let user: TestUser
  let token: string
  const make = async (clearsTotp: boolean) => {
    const purpose = { kind: 'reset', userId: user.id, clearsTotp } as const
    return (await createOneTimeLink(api.database.prisma, purpose, 'cli')).token
  }
  beforeEach(async () => {
    user = await createUser(api, { password: PASSWORD })
    token = await make(false)
  })

  it('sets the password once, ends all sessions, and opens none', async () => {
    const answer = await post('reset', { token, new_password: NEW_PASSWORD })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
    expect(await isOpen(user.session)).toBe(false)
    expect((await signIn(api, { email: user.email, password: PASSWORD })).status).toBe(401)
    expect((await signIn(api, { email: user.email, password: NEW_PASSWORD })).status).toBe(200)
    expect((await post('reset', { token, new_password: 'yet another one' })).status).toBe(410)
  })

  it('keeps the authenticator app, unless it was made to turn it off', async () => {
    const { prisma } = api.database
    const where = { id: user.id }
    await prisma.user.update({ where, data: { totpSealed: 'sealed' } })
    await post('reset', { token, new_password: NEW_PASSWORD })
    expect((await prisma.user.findUnique({ where }))?.totpSealed).toBe('sealed')
    await post('reset', { token: await make(true), new_password: NEW_PASSWORD })
    expect((await prisma.user.findUnique({ where }))?.totpSealed).toBeNull()
  })

  it('is valid for an hour, and replaced by the next one or a change of the password', async () => {
    const row = await api.database.prisma.oneTimeLink.findFirstOrThrow({
      where: { userId: user.id },
    })
    expect(row.expiresAt.getTime() - row.createdAt.getTime()).toBe(3_600_000)
    const next = await make(false)
    expect((await post('link', { token })).status).toBe(410)
    await api.request('PUT', '/api/me/password', {
      ...user.session,
      body: { current_password: PASSWORD, new_password: NEW_PASSWORD },
    })
    expect((await post('reset', { token: next, new_password: 'yet another one' })).status).toBe(410)
  })

  it('is neither an invitation nor a start link', async () => {
    const join = await post('join', { token, name: 'Eve', new_password: NEW_PASSWORD })
    expect([join.status, (await post('start', { token })).status]).toEqual([410, 410])
    const invitation = await invite(newAddress())
    expect((await post('reset', { token: invitation, new_password: NEW_PASSWORD })).status).toBe(
      410,
    )
  })
})

describe('a start link', () => {
  const make = () => inTransaction(api.database, createStartLink)
  const setPassword = (request: object, body: object) =>
    api.request('PUT', '/api/me/password', { ...request, body })

  it('signs in as the first administrator, once, for 15 minutes', async () => {
    const { token, record } = await make()
    expect(record.expiresAt.getTime() - record.createdAt.getTime()).toBe(900_000)
    const answer = await post('start', { token })
    const session = withCookies(answer)
    const me = await api.request('GET', '/api/me', session)
    expect(me.body).toMatchObject({
      is_admin: true,
      has_password: false,
      reauthenticated_until: null,
    })
    expect((await post('start', { token })).status).toBe(410)
    const older = await make()
    await make()
    expect((await post('start', { token: older.token })).status).toBe(410)
  })

  it('permits no sensitive call until a first password is set, with an address', async () => {
    const session = withCookies(await post('start', { token: (await make()).token }))
    const create = () =>
      api.request('POST', '/api/users', { ...session, body: { email: newAddress(), name: 'x' } })
    expect((await create()).body.code).toBe('reauth_required')
    const taken = await setPassword(session, { email: owner.email, new_password: NEW_PASSWORD })
    expect([taken.status, taken.body.code]).toEqual([409, 'conflict'])
    const email = newAddress()
    expect((await setPassword(session, { email, new_password: NEW_PASSWORD })).status).toBe(200)
    expect((await create()).status).toBe(201)
    expect((await signIn(api, { email, password: NEW_PASSWORD })).status).toBe(200)
    // A later start link signs in too, and still needs the password for sensitive calls.
    const later = withCookies(await post('start', { token: (await make()).token }))
    const change = await setPassword(later, { new_password: 'yet another one' })
    expect([change.status, Object.keys(change.body.errors)]).toEqual([422, ['current_password']])
  })

  it('does not exist in production', async () => {
    const env = { NODE_ENV: 'production', DELIVERY_ALLOW_NETS: '' }
    const production = await startTestApi({ env })
    try {
      const { token } = await inTransaction(production.database, createStartLink)
      for (const path of ['start', 'link']) {
        const answer = await production.request('POST', `/api/auth/${path}`, {
          ...panelRequest(production),
          body: { token },
        })
        expect([path, answer.status, answer.body.code]).toEqual([
          path,
          410,
          'one_time_link_invalid',
        ])
      }
    } finally {
      await production.close()
    }
  })
})
