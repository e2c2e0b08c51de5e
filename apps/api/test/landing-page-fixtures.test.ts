import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

/** The maximum size of a page, including its picture. */
const MAX_BYTES = 10_000

const ICON = `data:image/png;base64,${'iVBO'.repeat(400)}`
const FACEBOOK_IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/460.0.0.30.109]'
const INSTAGRAM_ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36 Instagram 330.0.0.40.92 Android (34/14; 420dpi; 1080x2400)'
const FBCLID = `IwAR0${'a'.repeat(180)}`
const GCLID = `Cj0K${'b'.repeat(120)}`
const SHOP = 'https://shop.example.com/collections/autumn/products/'
/** As long as a real query: two click ids, and the parameters that an ad network's templates append. */
const LONG_QUERY = `?fbclid=${FBCLID}&gclid=${GCLID}&utm_source=facebook&utm_medium=paid_social&utm_campaign=${'autumn_2026_'.repeat(8)}&utm_content=${'carousel_3_'.repeat(8)}&utm_term=${'lookalike_1_'.repeat(10)}&campaign_id=${'1'.repeat(18)}&adset_id=${'2'.repeat(18)}&ad_id=${'3'.repeat(18)}`
const QUERY = '?gclid=Ab_1%2B2&fbclid=IwAR0abc&utm_source=news%20letter'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const LINK = {
  code: 'deep',
  actualUrl: 'https://shop.example.com/shoes?size=42',
  isDeeplink: true,
  fallbackUrl: 'https://shop.example.com/app',
  iosUrl: 'https://apps.apple.com/app/id1234567890',
  androidUrl: 'https://play.google.com/store/apps/details?id=com.acme',
  socialTitle: 'Shoes <now>',
  socialDescription: 'Good ones',
  socialImage: 'https://img.example.com/a.png',
  utmMedium: 'link',
}

let made = 0
/** The page of a project that was not requested before. */
async function pageOf(
  icon: string | null,
  {
    agent,
    language,
    query = QUERY,
    ...columns
  }: {
    agent: string
    language: string
    query?: string
    actualUrl?: string
    fallbackUrl?: string | null
  },
) {
  made += 1
  const prefix = `p${made}`
  const { prisma } = api.database
  const { id } = await prisma.project.create({
    data: { name: 'Acme & Söhne', prefix, clipboard: true, icon },
  })
  await prisma.link.create({ data: { ...LINK, ...columns, projectId: id } })
  const { text, headers } = await api.visit('GET', `/deep${query}`, {
    host: `${prefix}.links.test`,
    headers: { 'user-agent': agent, 'accept-language': language },
  })
  return { text, headers, normalised: normalise(text, { id, prefix }) }
}

/** Values that differ on each page are replaced by their names. */
function normalise(text: string, { id, prefix }: { id: string; prefix: string }): string {
  return text
    .replaceAll(id, '{project}')
    .replaceAll(`//${prefix}.`, '//{prefix}.')
    .replace(/nonce="[^"]{24}"/g, 'nonce="{nonce}"')
    .replace(/data-token="[\w-]{48}"/, 'data-token="{visit token}"')
    .replace(/click_token(=|%3D)[\w-]{43}/g, 'click_token$1{click token}')
    .replace(/fbclid_captured_at(=|%3D)\d{10}/g, 'fbclid_captured_at$1{second}')
}

const PAGES = [
  ['ios', AGENTS.iphone, 'en'],
  ['ios-in-app', FACEBOOK_IOS, 'fa-IR,fa;q=0.9'],
  ['ipad', AGENTS.ipad, 'en'],
  ['android', AGENTS.android, 'de-DE,de;q=0.9'],
  ['preview', AGENTS.facebook, ''],
] as const

describe('the landing page', () => {
  it.each(PAGES)('equals fixtures/loading-page.%s.html', async (name, agent, language) => {
    const { text, normalised } = await pageOf(null, { agent, language })
    const path = fileURLToPath(new URL(`fixtures/loading-page.${name}.html`, import.meta.url))
    expect(normalised).toBe(readFileSync(path, 'utf8'))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(7_900)
  })

  it.each(PAGES)('weighs at most 10 kB with its picture: %s', async (_name, agent, language) => {
    const { text, headers } = await pageOf(ICON, { agent, language })
    expect(text).toContain(`<img class="icon" alt="" src="${ICON}">`)
    expect(headers['content-security-policy']).toContain('img-src data:;')
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES)
  })

  it.each([
    ['iOS', FACEBOOK_IOS, 600],
    ['Android', INSTAGRAM_ANDROID, 130],
    ['Android outside apps', AGENTS.android, 550],
  ])('stays within the limit with a long link and a long query: %s', async (_os, agent, length) => {
    const actualUrl = SHOP.padEnd(length, 'leather-boots-')
    const long = { actualUrl, fallbackUrl: null, query: LONG_QUERY }
    const { text, normalised } = await pageOf(ICON, { agent, language: 'ru', ...long })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES)
    expect(text).not.toContain('<img')
    // The copied URL opens the same link; the other links carry the whole query.
    if (agent !== AGENTS.android)
      expect(normalised).toContain('<code id="url">http://{prefix}.links.test/deep</code>')
    for (const id of ['open', 'web']) {
      const href = new RegExp(`<a id="${id}" href="([^"]*)"`).exec(text)?.[1] ?? ''
      expect(href).toContain(`fbclid=${FBCLID}`)
      expect(href).toContain(`gclid=${GCLID}`)
    }
  })

  it('includes all data for previews, however long', async () => {
    const long = { actualUrl: SHOP.padEnd(2_048, 'x'), fallbackUrl: null, query: LONG_QUERY }
    const { text } = await pageOf(null, { agent: AGENTS.facebook, language: '', ...long })
    expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_BYTES)
    expect(text).toContain('<meta property="og:title" content="Shoes &lt;now&gt;">')
  })

  it('omits a picture that is invalid or makes it too heavy', async () => {
    const heavy = `data:image/png;base64,${'iVBO'.repeat(1_015)}`
    const longer = `${heavy}iVBOiVBO`
    const others = ['https://img.example.com/a.png', 'data:text/html,<b>']
    for (const icon of [heavy, longer, ...others]) {
      const { text, headers } = await pageOf(icon, { agent: FACEBOOK_IOS, language: 'ru' })
      expect(text).not.toContain('<img')
      expect(text).toContain('<div class="icon" aria-hidden="true">A</div>')
      expect(headers['content-security-policy']).not.toContain('img-src')
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES)
    }
  })
})
