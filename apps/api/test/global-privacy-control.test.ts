import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADDRESS, FINGERPRINT, PHONE, postInstall, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
  make = seed(api)
})
afterAll(() => api.close())

const GPC = { 'sec-gpc': '1' }
const headersOf = (more: Record<string, string>) => ({
  'user-agent': AGENTS.android,
  'x-forwarded-for': ADDRESS,
  ...more,
})
const get = (code: string, headers: Record<string, string> = GPC) =>
  api.visit('GET', `/${code}`, { headers: headersOf(headers) })
const clickOf = (linkId: number) =>
  api.database.prisma.click.findFirstOrThrow({ where: { linkId } })
const deepLink = () =>
  make.link({
    isDeeplink: true,
    androidUrl: 'https://play.google.com/store/apps/details?id=com.acme',
  })
const tokenIn = (page: string) => /click_token%3D([\w-]{43})/.exec(page)?.[1] ?? ''

describe('a visitor with Global Privacy Control', () => {
  it('is counted, also as unique, without a hash of the address', async () => {
    for (const isDeeplink of [false, true]) {
      const { id, code } = await make.link({ isDeeplink })
      await get(code)
      await get(code)
      await untilCounted(api.database)
      expect(await clickOf(id)).toMatchObject({ uncountedReason: null, ipPrefixHash: null })
      const stored = await api.database.prisma.link.findUniqueOrThrow({ where: { id } })
      expect(Number(stored.clickedCount)).toBe(2)
      expect(await api.database.prisma.uniqueVisitor.count({ where: { linkId: id } })).toBe(1)
    }
  })

  it('gets a page that reports nothing, with the click token in its store URL', async () => {
    const { code } = await deepLink()
    const page = await get(code)
    expect(page.text).not.toContain('data-token=')
    expect(tokenIn(page.text)).not.toBe('')
    for (const value of ['0', '', 'true'])
      expect((await get(code, { 'sec-gpc': value })).text).toContain('data-token=')
  })

  it('is matched only by the token', async () => {
    const { code } = await deepLink()
    const token = tokenIn((await get(code)).text)
    const install = (install_referrer: string | undefined) =>
      postInstall(api, {
        platform: 'android',
        fingerprint: FINGERPRINT,
        device: PHONE,
        install_referrer,
      })
    for (const referrer of [`dyna_code=${code}`, undefined])
      expect((await install(referrer)).body).toMatchObject({
        matched: false,
        reason: 'no_candidate',
      })
    expect((await install(`click_token=${token}`)).body).toMatchObject({
      matched: true,
      match_type: 'referrer',
      confidence: 1,
    })
  })

  it('has a report accepted and not stored, whatever it contains', async () => {
    const { id, code } = await deepLink()
    const { text } = await get(code, {})
    const token = /data-token="([^"]+)"/.exec(text)?.[1]
    const post = (body: unknown, headers: Record<string, string>) =>
      api.visit('POST', '/api/visits', { body, headers: headersOf(headers) })
    const { id: clickId } = await clickOf(id)
    const isStored = async () =>
      (await api.database.prisma.visit.findUnique({ where: { clickId } })) !== null
    expect((await post({ token, ...PHONE, os_version: undefined }, GPC)).status).toBe(204)
    expect((await post({ token: 'none' }, GPC)).status).toBe(204)
    expect(await isStored()).toBe(false)
    expect((await post({ token }, {})).status).toBe(204)
    expect(await isStored()).toBe(true)
  })
})
