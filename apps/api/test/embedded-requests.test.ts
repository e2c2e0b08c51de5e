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

const get = (code: string, headers: Record<string, string> = {}) =>
  api.visit('GET', `/${code}`, {
    headers: { 'user-agent': AGENTS.android, 'x-forwarded-for': ADDRESS, ...headers },
  })
const deepLink = () =>
  make.link({
    isDeeplink: true,
    androidUrl: 'https://play.google.com/store/apps/details?id=com.acme',
  })
const reasonsOf = async (linkId: number) =>
  (await api.database.prisma.click.findMany({ where: { linkId } })).map(
    ({ uncountedReason }) => uncountedReason,
  )
async function countOf(id: number): Promise<number> {
  await untilCounted(api.database)
  return Number((await api.database.prisma.link.findUniqueOrThrow({ where: { id } })).clickedCount)
}

const EMBEDDED = ['image', 'iframe', 'empty', 'script', 'frame', 'object', 'DOCUMENT', '']

describe('an embedded request', () => {
  it.each(EMBEDDED)('is stored as embedded and not counted: Sec-Fetch-Dest: %s', async (dest) => {
    const plain = await make.link()
    const redirect = await get(plain.code, { 'sec-fetch-dest': dest })
    expect([redirect.status, redirect.headers.location]).toEqual([302, plain.actualUrl])
    expect(await reasonsOf(plain.id)).toEqual(['embedded'])
    expect(await countOf(plain.id)).toBe(0)

    const deep = await deepLink()
    const page = await get(deep.code, { 'sec-fetch-dest': dest })
    expect(page.status).toBe(200)
    expect(page.text).toContain('<a id="open"')
    expect(/data-token=|click_token%3D/.test(page.text)).toBe(false)
    expect(await reasonsOf(deep.id)).toEqual(['embedded'])
    expect(await countOf(deep.id)).toBe(0)
  })

  it.each([['document'], [undefined]])('is not recognized by Sec-Fetch-Dest: %s', async (dest) => {
    const { id, code } = await deepLink()
    const page = await get(code, dest === undefined ? {} : { 'sec-fetch-dest': dest })
    expect(/data-token=.*click_token%3D/s.test(page.text)).toBe(true)
    expect(await reasonsOf(id)).toEqual([null])
    expect(await countOf(id)).toBe(1)
  })

  it.each([
    ['prefetch', { purpose: 'prefetch' }],
    ['preview', { 'user-agent': AGENTS.facebook }],
    ['bot', { 'user-agent': AGENTS.googlebot }],
  ])('keeps the reason %s if both apply', async (reason, headers) => {
    const { id, code } = await make.link()
    await get(code, { 'sec-fetch-dest': 'image', ...headers })
    expect(await reasonsOf(id)).toEqual([reason])
  })

  it('is never claimed by an install, by code or signals', async () => {
    const { code } = await deepLink()
    await get(code, { 'sec-fetch-dest': 'image' })
    const byCode = () =>
      postInstall(api, { platform: 'android', install_referrer: `dyna_code=${code}` })
    expect((await byCode()).body).toMatchObject({ matched: false, reason: 'no_candidate' })
    const bySignals = await postInstall(api, {
      platform: 'android',
      fingerprint: FINGERPRINT.replace('iOS', 'Android'),
      device: PHONE,
    })
    expect(bySignals.body).toMatchObject({ matched: false, reason: 'no_candidate' })
    await get(code, { 'sec-fetch-dest': 'document' })
    expect((await byCode()).body).toMatchObject({ matched: true, attribution: { dyna_code: code } })
  })
})
