import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createUser, panelRequest, PASSWORD, signIn } from '../accounts.js'
import { startTestApi, type TestApi } from '../harness.js'

let api: TestApi
beforeAll(async () => {
  const limits = JSON.stringify({ management: 0, management_project: 0 })
  api = await startTestApi({ env: { RATE_LIMITS: limits, TRUST_PROXY: '1' } })
})
afterAll(() => api.close())

const from = (address: string) => {
  const panel = panelRequest(api)
  return { ...panel, headers: { ...panel.headers, 'x-forwarded-for': address } }
}
/** A request that is rejected before its password is checked. */
const attempt = (address: string) =>
  api.request('POST', '/api/auth/sign-in', { ...from(address), body: {} })

describe('sign-in', () => {
  it.each([
    ['an IPv4 address', (n: number) => (n < 11 ? '203.0.113.7' : '203.0.113.8')],
    [
      'an IPv6 /64',
      (n: number) => (n < 11 ? `2001:db8:1:2::${n.toString(16)}` : '2001:db8:1:3::1'),
    ],
  ])('is limited to ten a minute for %s', async (_name, addressOf) => {
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) statuses.push((await attempt(addressOf(n))).status)
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 422])
  })

  it('shares the limit with links, resets and confirmations', async () => {
    const address = '203.0.113.9'
    const user = await createUser(api, { password: PASSWORD })
    const paths = ['sign-in', 'link', 'reset', 'join', 'start', 'forgot', 'reauthenticate']
    for (const path of [...paths, ...paths.slice(0, 3)]) {
      const { headers } = from(address)
      const request = { ...user.session, headers: { ...user.session.headers, ...headers } }
      const { status } = await api.request('POST', `/api/auth/${path}`, { ...request, body: [] })
      expect([path, status]).toEqual([path, 422])
    }
    const answer = await attempt(address)
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited'])
    expect(answer.headers['ratelimit-policy']).toBe('"sign_in";q=10;w=60')
  })

  it('hashes two passwords at a time, lets 20 wait, and rejects more', async () => {
    const user = await createUser(api, { password: PASSWORD })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        signIn(api, { email: `${n}@example.com`, password: 'x' }, from(`198.51.100.${n}`)),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(22)
    const rejected = answers.find(({ status }) => status === 429)
    expect(rejected?.headers['retry-after']).toBe('1')
    const body = { email: user.email, password: PASSWORD }
    expect((await signIn(api, body, from('198.51.100.99'))).status).toBe(200)
  })
})
