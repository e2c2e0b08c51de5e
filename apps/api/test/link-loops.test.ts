import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Creates a link as an app does, with the project key alone. */
async function create(body: Record<string, unknown>): Promise<string> {
  const made = await api.sdk('POST', '/api/links', { body })
  expect(made.status).toBe(201)
  return String(made.body.code)
}
const prove = (host: string) =>
  api.database.prisma.domain.create({
    data: { projectId: api.project.id, host, provedAt: new Date() },
  })
const get = (host: string, code: string, agent: string = AGENTS.desktop) =>
  api.visit('GET', `/${code}`, { host, headers: { 'user-agent': agent } })
const clicks = () => api.database.prisma.click.count()

describe('a link to a host that became a link host later', () => {
  it.each([
    ['one.self.test', 'https://one.self.test/round'],
    ['two.self.test', 'HTTPS://TWO.Self.test:8443/round?a=1#b'],
    ['three.self.test', 'https://three.self.test./round'],
    ['four.self.test', 'https://four%2Eself.test/round'],
  ])('does not redirect to itself: %s', async (host, actual_url) => {
    const code = await create({ actual_url })
    await prove(host)
    const before = await clicks()
    const answer = await get(host, code)
    expect([answer.status, answer.body.code]).toEqual([410, 'gone'])
    expect(answer.headers.location).toBeUndefined()
    expect(await clicks()).toBe(before)
  })

  it("is rejected depending on the visitor's destination", async () => {
    const code = await create({
      actual_url: 'https://shop.example.com/',
      is_deeplink: true,
      ios_url: 'https://go.part.test/round',
      android_url: 'https://play.google.com/store/apps/details?id=com.acme',
      fallback_url: 'https://shop.example.com/app',
    })
    await prove('go.part.test')
    expect((await get('go.part.test', code)).status).toBe(302)
    expect((await get('go.part.test', code, AGENTS.android)).status).toBe(200)
    expect((await get('go.part.test', code, AGENTS.iphone)).status).toBe(410)
  })

  it('does not redirect late visitors in a circle', async () => {
    const code = await create({
      actual_url: 'https://shop.example.com/',
      expires_at: '2026-01-01T00:00:00Z',
      expired_url: 'https://go.late.test/round',
    })
    await prove('go.late.test')
    expect((await get('go.late.test', code)).status).toBe(410)
  })

  it('redirects between two hosts at most once', async () => {
    const there = await create({ actual_url: 'https://b.pair.test/back', code: 'there' })
    const back = await create({ actual_url: 'https://a.pair.test/there', code: 'back' })
    await prove('a.pair.test')
    await prove('b.pair.test')
    const round = [
      (await get('a.pair.test', there)).status,
      (await get('b.pair.test', back)).status,
      (await get('a.pair.test', there)).status,
    ]
    expect(round).toEqual([302, 410, 410])
  })

  it('is not followed to the project’s own host either, visited or not', async () => {
    const data = { projectId: api.project.id, code: 'old', actualUrl: 'https://any.links.test/x' }
    await api.database.prisma.link.create({ data })
    expect((await get(api.project.linkHost, 'old')).status).toBe(410)
  })
})
