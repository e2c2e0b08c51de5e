import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { LinkPreviewBody } from '@throughline/contracts/link-preview'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
let code: string
beforeAll(async () => {
  api = await startTestApi()
  code = (await create(DEEP)).code
})
afterAll(() => api.close())

const PLAY = 'https://play.google.com/store/apps/details?id=com.acme'
const DEEP = {
  actual_url: 'https://shop.example/shoes',
  is_deeplink: true,
  ios_url: 'https://apps.apple.com/app/id1',
  android_url: PLAY,
  social_title: 'Shoes',
  utm_source: 'mail',
}

const create = async (body: object) =>
  (await api.request('POST', '/api/links', { body })).body as { code: string }

async function preview(body: object): Promise<LinkPreviewBody> {
  const answer = await api.request('POST', '/api/links/preview', { body })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.body
}

describe('POST /api/links/preview', () => {
  it.each([
    [{ device: 'iphone', app_installed: true }, ['deep_link', 'page', 'app']],
    [{ device: 'iphone' }, ['deep_link', 'page', 'store']],
    [{ device: 'ipad' }, ['deep_link', 'page', 'store']],
    [{ device: 'instagram_iphone' }, ['deep_link', 'page', 'store']],
    [{ device: 'instagram_android', app_installed: true }, ['deep_link', 'page', 'app']],
    [{ device: 'windows', app_installed: true }, ['no_phone', 'redirect', 'web']],
    [{ device: 'mac' }, ['no_phone', 'redirect', 'web']],
    [{ device: 'preview_bot' }, ['preview_bot', 'page', 'page']],
    [{ user_agent: AGENTS.androidFirefox }, ['deep_link', 'page', 'store']],
  ])('decides for %j', async (visitor, expected) => {
    const { rule, answer, lands } = await preview({ code, ...visitor })
    expect([rule, answer, lands]).toEqual(expected)
  })

  it('returns the same URL as the link host, with query and UTM', async () => {
    const query = 'size=42&gclid=abc'
    const seen = await preview({ code, device: 'windows', query })
    const real = await api.visit('GET', `/${code}?${query}`, {
      host: api.project.linkHost,
      headers: { 'user-agent': AGENTS.desktop },
    })
    expect([real.status, seen.url]).toEqual([302, real.headers.location])
    expect(seen.url).toContain('utm_source=mail')
    const { url } = await preview({ code, device: 'android', query })
    expect(url).toMatch(/^https:\/\/play\.google\.com\/.*gclid%3Dabc/)
    expect(url).not.toContain('click_token')
  })

  it('shows page and card, and whether the click counts', async () => {
    const seen = await preview({ code, device: 'android' })
    expect(seen).toMatchObject({
      device: { platform: 'android', browser: 'Chrome' },
      counted: true,
      uncounted_reason: null,
      page: { title: 'Shoes', open_url: expect.stringMatching(/^service-/), desktop_url: null },
      card: { title: 'Shoes', description: null, image: null },
    })
    const bot = await preview({ code, device: 'preview_bot' })
    expect(bot).toMatchObject({ counted: false, uncounted_reason: 'preview' })
  })

  it('accepts unsaved fields, with or without a stored link', async () => {
    const alone = await preview({ link: { actual_url: 'https://new.example/' }, device: 'android' })
    expect(alone).toMatchObject({
      rule: 'not_a_deep_link',
      lands: 'web',
      url: 'https://new.example/',
    })
    const over = await preview({ code, link: { should_open_store: false }, device: 'android' })
    expect(over).toMatchObject({ lands: 'web', url: expect.stringContaining('shop.example') })
    const expired = { actual_url: 'https://new.example/', expires_at: '2020-01-01T00:00:00Z' }
    expect(await preview({ link: expired })).toMatchObject({ rule: 'expired', lands: 'nowhere' })
    const to = { ...expired, expired_url: 'https://later.example/' }
    expect(await preview({ link: to })).toMatchObject({ rule: 'expired_url', answer: 'redirect' })
  })

  it('stores nothing', async () => {
    const { prisma } = api.database
    const before = [await prisma.click.count(), await prisma.link.count()]
    await preview({ code })
    await preview({ link: DEEP })
    expect([await prisma.click.count(), await prisma.link.count()]).toEqual(before)
  })

  it.each([
    [{}, ['code']],
    [{ link: {} }, ['link.actual_url']],
    [{ link: { actual_url: 'javascript:alert(1)' } }, ['link.actual_url']],
    [{ code: 'x', device: 'fridge' }, ['device']],
  ])('rejects %j', async (body, fields) => {
    const answer = await api.request('POST', '/api/links/preview', { body })
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, fields])
  })

  it('is 404 for a link of another project', async () => {
    const { key, token } = api.otherProject
    const answer = await api.request('POST', '/api/links/preview', { key, token, body: { code } })
    expect(answer.status).toBe(404)
  })
})
