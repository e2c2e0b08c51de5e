import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ADDRESS, postInstall, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
  make = seed(api)
})
afterAll(() => api.close())

const headersOf = (agent: string) => ({ 'user-agent': agent, 'x-forwarded-for': ADDRESS })
const get = (path: string, agent: string = AGENTS.ipad) =>
  api.visit('GET', path, { headers: headersOf(agent) })
const deepLink = (columns: Record<string, unknown> = {}) =>
  make.link({ isDeeplink: true, iosUrl: 'https://apps.apple.com/app/id1', ...columns })
const idsOf = (text: string) =>
  [...text.matchAll(/<a id="(\w+)" href="([^"]*)"/g)].map(([, id, url]) => [id, url])

/** Opens a page and reports from its browser. Returns the stored click and report. */
async function report(agent: string, body: Record<string, unknown>) {
  const link = await deepLink()
  const { text } = await get(`/${link.code}`, agent)
  const token = /data-token="([^"]+)"/.exec(text)?.[1]
  const { prisma } = api.database
  const before = await prisma.click.findFirstOrThrow({ where: { linkId: link.id } })
  const headers = headersOf(agent)
  const answer = await api.visit('POST', '/api/visits', { body: { token, ...body }, headers })
  const click = await prisma.click.findFirstOrThrow({ where: { linkId: link.id } })
  const visit = await prisma.visit.findUnique({ where: { clickId: click.id } })
  return { link, before, click, signals: visit?.signals, answer }
}

describe('a deep link opened by Safari on an iPad or a Mac', () => {
  it('is the page of an iPhone, hidden on Macs', async () => {
    const { id, code } = await deepLink()
    const { status, text, headers } = await get(`/${code}?gclid=1`)
    expect(status).toBe(200)
    expect(idsOf(text)).toEqual([
      ['open', expect.stringContaining(`service-${api.project.id}://open?`)],
      ['next', 'https://apps.apple.com/app/id1'],
      ['web', 'https://example.com/shoes?gclid=1'],
    ])
    const nonce = /script-src 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
    const [inHead = '', atEnd = ''] = text.match(/<script nonce="([^"]+)">/g) ?? []
    expect([inHead, atEnd]).toEqual(Array.from({ length: 2 }, () => `<script nonce="${nonce}">`))
    expect(text.indexOf(inHead)).toBeLessThan(text.indexOf('</head>'))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8_000)
    const click = await api.database.prisma.click.findFirstOrThrow({ where: { linkId: id } })
    expect(click).toMatchObject({ platform: 'desktop', osVersion: null, uncountedReason: null })
  })

  it('has a separate link if the destination of a Mac differs from that of a phone without the app', async () => {
    const { code } = await deepLink({ fallbackUrl: 'https://example.com/app' })
    expect(idsOf((await get(`/${code}?x=1`)).text).slice(2)).toEqual([
      ['web', 'https://example.com/app?x=1'],
      ['site', 'https://example.com/shoes?x=1'],
    ])
    const stores = await deepLink({ actualUrl: null })
    expect(idsOf((await get(`/${stores.code}?x=1`)).text).slice(1)).toEqual([
      ['next', 'https://apps.apple.com/app/id1'],
      ['site', 'https://apps.apple.com/app/id1?x=1'],
    ])
    expect(idsOf((await get(`/${stores.code}`)).text)).toHaveLength(2)
  })

  it('copies the link for the app as on an iPhone, if the project enabled it', async () => {
    const { id } = api.otherProject
    await api.database.prisma.project.update({ where: { id }, data: { clipboard: true } })
    const { code } = await make.link({ isDeeplink: true }, api.otherProject)
    const { text } = await api.visit('GET', `/${code}`, {
      host: api.otherProject.linkHost,
      headers: headersOf(AGENTS.ipad),
    })
    expect(text).toContain('data-clip="')
  })

  it('is unchanged for other links, browsers and bots', async () => {
    const plain = await make.link()
    expect((await get(`/${plain.code}`)).status).toBe(302)
    const { code } = await deepLink()
    const chrome = AGENTS.ipad.replace('Version/17.4', 'Chrome/125.0.0.0')
    expect((await get(`/${code}`, chrome)).status).toBe(302)
    expect((await get(`/${code}`, `${AGENTS.ipad} (Applebot/0.1)`)).text).not.toContain('.hidden=!')
    expect((await get(`/${code}`, AGENTS.iphone)).text).not.toContain('.hidden=!')
    expect((await get(`/${code}`, `${AGENTS.ipad} compatible; Googlebot/2.1`)).status).toBe(302)
  })
})

describe('the report of a touch screen', () => {
  it('changes the click and its signals to an iPad, with Safari’s version', async () => {
    const { before, click, signals } = await report(AGENTS.ipad, { max_touch_points: 5 })
    expect(before.platform).toBe('desktop')
    expect(click).toMatchObject({ platform: 'ios', osVersion: '17.4' })
    expect(signals).toEqual({ platform: 'ios', os_version: '17.4' })
  })

  it('reports no version if the browser is not Safari', async () => {
    const chrome = AGENTS.ipad.replace('Version/17.4', 'CriOS/125 Version/11.1.1')
    const { click, signals } = await report(chrome, { max_touch_points: 5 })
    expect(click).toMatchObject({ platform: 'ios', osVersion: null })
    expect(signals).toEqual({ platform: 'ios' })
  })

  it.each([0, 1, null, undefined])('keeps a Mac unchanged: %s', async (max_touch_points) => {
    const { click, signals } = await report(AGENTS.ipad, { max_touch_points })
    expect(click).toMatchObject({ platform: 'desktop', osVersion: null })
    expect(signals).toEqual({ platform: 'desktop' })
  })

  it('changes nothing for a phone', async () => {
    const android = await report(AGENTS.android, { max_touch_points: 5 })
    expect(android.click.platform).toBe('android')
    const iphone = await report(AGENTS.iphone, { max_touch_points: 5 })
    expect(iphone.click).toMatchObject({ platform: 'ios', osVersion: '17.4' })
  })

  it.each([-1, 256, 1.5, '5'])(
    'is rejected with max_touch_points = %j',
    async (max_touch_points) => {
      const { answer, click } = await report(AGENTS.ipad, { max_touch_points })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['max_touch_points']])
      expect(click.platform).toBe('desktop')
    },
  )

  it('matches an install on that iPad', async () => {
    await api.database.prisma.visit.deleteMany()
    const told = {
      screen_width: 834,
      screen_height: 1194,
      pixel_ratio: 2,
      languages: ['de-DE'],
      time_zone: 'Europe/Berlin',
    }
    const { link } = await report(AGENTS.ipad, { ...told, max_touch_points: 5 })
    const answer = await postInstall(api, {
      fingerprint: `${ADDRESS}-iOS-17.4-834x1194`,
      device: { ...told, os_version: '17.4.1' },
    })
    expect(answer.body).toMatchObject({
      matched: true,
      match_type: 'fingerprint',
      attribution: { dyna_code: link.code },
    })
  })
})
