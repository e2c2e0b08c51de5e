import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { ADDRESS, FINGERPRINT, PHONE, postInstall, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

const SHARED = '198.51.100.20'
/** One phone's own, so that three signals are enough. */
const OWN = '2001:db8:9::5'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1', SHARED_ADDRESS: '198.51.100.0/24' } })
  make = seed(api)
})
afterAll(() => api.close())
afterEach(() => api.database.prisma.visit.deleteMany())

/** Posts an install and reads what is stored of it. */
async function installed(body: Record<string, unknown>, address: string = ADDRESS) {
  const install_id = randomUUID()
  const answer = await postInstall(api, { install_id, ...body }, address)
  const where = { installId: install_id }
  const row = await api.database.prisma.install.findFirstOrThrow({ where })
  return { answer: answer.body, row, match: (row.trace as { match: unknown }).match }
}

/** The click that a phone makes when it opens a deep link and its page reports. */
async function tap(headers: Record<string, string>, told: Record<string, unknown>) {
  const link = await make.link({ isDeeplink: true })
  const page = await api.visit('GET', `/${link.code}`, { headers })
  const token = /data-token="([^"]+)"/.exec(page.text)?.[1]
  const report = await api.visit('POST', '/api/visits', { headers, body: { token, ...told } })
  expect(report.status).toBe(204)
  return link
}

const clicksOf = (consumedBy: string) =>
  api.database.prisma.click.findMany({ where: { consumedBy } })

describe('a phone that taps and installs', () => {
  const android = { 'user-agent': AGENTS.android, 'x-forwarded-for': OWN }
  const page = {
    screen_width: 412,
    screen_height: 915,
    languages: ['en-IN', 'en'],
    time_zone: 'Asia/Calcutta',
  }
  const app = {
    os_version: '14',
    model: 'Pixel 8',
    screen_width: 411.43,
    screen_height: 914.29,
    languages: ['en'],
    time_zone: 'Asia/Kolkata',
  }

  it('is matched through rounding, aliases and a frozen user agent, each signal told', async () => {
    const link = await tap(android, page)
    const { answer, match } = await installed({ platform: 'android', device: app }, OWN)
    expect(answer).toMatchObject({
      matched: true,
      match_type: 'fingerprint',
      link: { code: link.code },
    })
    expect(match).toMatchObject({
      step: 'score',
      threshold: 0.7,
      margin: 0.1,
      isAddressShared: false,
      candidates: [
        {
          verdict: 'claimed',
          comparable: 75,
          agreeing: 3,
          required: 3,
          flags: [],
          signals: [
            { signal: 'address', outcome: 'agrees', points: 40, of: 40 },
            { signal: 'screen', outcome: 'agrees', points: 15, of: 15 },
            { signal: 'language', outcome: 'agrees', points: 10, of: 10 },
            { signal: 'time_zone', outcome: 'agrees', points: 10, of: 10 },
            { signal: 'os_version', outcome: 'not_comparable', points: 0, of: 0 },
            { signal: 'model', outcome: 'not_comparable', points: 0, of: 0 },
          ],
        },
      ],
    })
  })

  it('is told from another model of the same screen by its client hints', async () => {
    await tap(android, { ...page, platform_version: '14.0.0', model: 'Pixel 7' })
    const { answer, row } = await installed({ platform: 'android', device: app }, OWN)
    expect(answer).toMatchObject({ matched: false, reason: 'below_threshold', confidence: 0 })
    expect(row).toMatchObject({ isMatched: false, clickId: null, attributionId: null })
  })

  it('of iOS 26 is matched though Safari writes 18.6 and an in-app browser no version', async () => {
    const agents = [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 400.0',
    ]
    for (const agent of agents) {
      const told = { screen_width: 390, screen_height: 840, languages: ['de-DE'] }
      await tap(
        { 'user-agent': agent, 'x-forwarded-for': OWN },
        { ...told, time_zone: 'Europe/Berlin' },
      )
      const device = { ...PHONE, os_version: '26.1', languages: ['de-DE', 'en-DE'] }
      expect((await installed({ device }, OWN)).answer).toMatchObject({ matched: true })
      await api.database.prisma.visit.deleteMany()
    }
  })

  it('is flagged, and matched, when its install began before the tap', async () => {
    await make.click((await make.link()).id, { fingerprint: FINGERPRINT })
    const installed_at = new Date(Date.now() - 3_600_000).toISOString()
    const { answer, match } = await installed({ device: PHONE, installed_at })
    expect(answer.matched).toBe(true)
    expect(match).toMatchObject({ candidates: [{ flags: ['install_began_before_click'] }] })
  })
})

describe('clicks that are not the install’s', () => {
  it('are those of another system', async () => {
    await make.click((await make.link()).id, { fingerprint: FINGERPRINT, platform: 'android' })
    const { answer, match } = await installed({ device: PHONE })
    expect(answer).toMatchObject({ matched: false, reason: 'no_candidate' })
    expect(match).toMatchObject({ candidates: [{ verdict: 'other_platform', score: null }] })
  })

  it('are those of a phone with another screen, version or too little told', async () => {
    const link = await make.link()
    await make.click(link.id, { fingerprint: `${ADDRESS}-iOS-17.4-430x932` })
    await make.click(link.id, { fingerprint: `${ADDRESS}-iOS-17.5-390x840` })
    const { answer } = await installed({ device: PHONE })
    expect(answer.reason).toBe('below_threshold')
    await make.click(link.id, { fingerprint: FINGERPRINT })
    const { os_version, screen_width, screen_height } = PHONE
    const little = await installed({ device: { os_version, screen_width, screen_height } })
    expect(little.answer.reason).toBe('below_threshold')
  })

  it('are those that are too old behind an IPv4 address, which a home shares', async () => {
    const link = await make.link()
    await make.click(link.id, { fingerprint: FINGERPRINT, ageMinutes: 10 })
    const { answer, match } = await installed({ device: PHONE })
    expect(answer).toMatchObject({ matched: false, reason: 'below_threshold' })
    expect(match).toMatchObject({ candidates: [{ required: 4, agreeing: 4 }] })
  })

  it('are all of a crowd', async () => {
    const link = await make.link()
    for (let n = 0; n < 9; n += 1)
      await make.click(link.id, { fingerprint: FINGERPRINT, visitorId: randomUUID() })
    const { answer, row, match } = await installed({ device: PHONE })
    expect(answer).toMatchObject({ matched: false, reason: 'ambiguous' })
    const candidates = Array.from({ length: 9 }, () => ({ verdict: 'crowd', score: null }))
    expect(match).toMatchObject({ mostVisitors: 8, candidates })
    expect(await clicksOf(row.installId)).toEqual([])
  })
})

describe('two phones of one model in a /64', () => {
  it('are told apart by their whole addresses', async () => {
    const [own, other] = [await make.link(), await make.link()]
    const fingerprint = '2001:db8:1:2::a-iOS-17.4-390x840'
    const mine = await make.click(own.id, {
      address: '2001:db8:1:2::a',
      fingerprint,
      ageMinutes: 90,
    })
    await make.click(other.id, { address: '2001:db8:1:2::b', fingerprint })
    const { answer, row } = await installed({ device: PHONE }, '2001:db8:1:2::a')
    expect(answer).toMatchObject({ matched: true, link: { code: own.code } })
    expect((await clicksOf(row.installId)).map(({ id }) => id)).toEqual([mine])
    const third = await installed({ device: PHONE }, '2001:db8:1:2::c')
    expect(third.match).toMatchObject({
      candidates: [{ verdict: 'claimed' }, { verdict: 'consumed' }],
    })
  })
})

describe('an address that strangers share', () => {
  it('is no signal: five others must agree, which is more than an iPhone tells', async () => {
    const link = await make.link()
    const fingerprint = `${SHARED}-iOS-17.4-390x840`
    await make.click(link.id, { address: SHARED, fingerprint })
    const { answer, match } = await installed({ device: PHONE }, SHARED)
    expect(answer).toMatchObject({ matched: false, reason: 'below_threshold' })
    expect(match).toMatchObject({
      isAddressShared: true,
      candidates: [{ required: 5, agreeing: 4 }],
    })
  })
})
