import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseInstallReferrer } from '@throughline/core/matching/referrer'
import { postInstall, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
  make = seed(api)
})
afterAll(() => api.close())

/** The page of a new link and its click: the app URL, the Play URL and the token for the report. */
async function open(query: string) {
  const link = await make.link({
    isDeeplink: true,
    androidUrl: 'https://play.google.com/store/apps/details?id=com.acme&referrer=old&hl=de',
  })
  const headers = { 'user-agent': AGENTS.android }
  const { text } = await api.visit('GET', `/${link.code}${query}`, { headers })
  const hrefOf = (id: string) =>
    new RegExp(`<a id="${id}" href="([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return {
    app: new URL(hrefOf('open')).searchParams,
    store: hrefOf('next'),
    referrer: new URL(hrefOf('next')).searchParams.get('referrer') ?? '',
    token: /data-token="([^"]+)"/.exec(text)?.[1],
    capturedAt: async () => {
      const where = { linkId: link.id }
      return Number((await api.database.prisma.click.findFirstOrThrow({ where })).fbclidCapturedAt)
    },
  }
}

describe('fbclid_captured_at', () => {
  it('is the click’s second in the app’s URL and, encoded once, in the store’s', async () => {
    const { app, store, referrer, capturedAt } = await open('?fbclid=F&utm_source=in')
    const second = String(await capturedAt())
    expect(app.getAll('fbclid_captured_at')).toEqual([second])
    expect(new URLSearchParams(referrer).getAll('fbclid_captured_at')).toEqual([second])
    expect(store).toContain(`%26fbclid%3DF%26fbclid_captured_at%3D${second}&hl=de`)
  })

  it('is absent without an fbclid, whatever the query contains', async () => {
    for (const query of ['', '?gclid=1', '?fbclid=', '?gclid=1&fbclid_captured_at=5']) {
      const { app, referrer } = await open(query)
      expect(app.has('fbclid_captured_at')).toBe(false)
      expect(referrer).not.toContain('fbclid_captured_at')
    }
  })

  it('cannot be chosen by the visitor', async () => {
    const { app, capturedAt } = await open('?fbclid=F&fbclid_captured_at=5')
    expect(app.getAll('fbclid_captured_at')).toEqual([String(await capturedAt())])
  })

  it('is in the payload as the report set it', async () => {
    const { referrer, token, capturedAt } = await open('?fbclid=F')
    const earlier = (await capturedAt()) - 3_600
    const body = { token, fbclid_captured_at: earlier }
    expect((await api.visit('POST', '/api/visits', { body })).status).toBe(204)
    const { clickToken } = parseInstallReferrer(referrer)
    const install_referrer = `click_token=${clickToken ?? ''}`
    const answer = await postInstall(api, { platform: 'android', install_referrer })
    expect(answer.body).toMatchObject({
      matched: true,
      attribution: { fbclid: 'F', fbclid_captured_at: earlier },
    })
  })
})
