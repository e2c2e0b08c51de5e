import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

/** All that one page may weigh, picture included. */
const MAX_BYTES = 10_000

const ICON = `data:image/png;base64,${'iVBO'.repeat(400)}`
const FACEBOOK_IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/460.0.0.30.109]'
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
/** The page of a project that nobody has asked for before. */
async function pageOf(
  icon: string | null,
  { agent, language }: { agent: string; language: string },
) {
  made += 1
  const prefix = `p${made}`
  const { prisma } = api.database
  const { id } = await prisma.project.create({
    data: { name: 'Acme & Söhne', prefix, clipboard: true, icon },
  })
  await prisma.link.create({ data: { ...LINK, projectId: id } })
  const { text, headers } = await api.visit('GET', `/deep${QUERY}`, {
    host: `${prefix}.links.test`,
    headers: { 'user-agent': agent, 'accept-language': language },
  })
  return { text, headers, normalised: normalise(text, { id, prefix }) }
}

/** What is another on each page stands as its name. */
function normalise(text: string, { id, prefix }: { id: string; prefix: string }): string {
  return text
    .replaceAll(id, '{project}')
    .replaceAll(`//${prefix}.`, '//{prefix}.')
    .replace(/nonce="[^"]{24}"/g, 'nonce="{nonce}"')
    .replace(/data-token="[\w-]{48}"/, 'data-token="{visit token}"')
    .replace(/click_token(=|%3D)[\w-]{43}/g, 'click_token$1{click token}')
}

const PAGES = [
  ['ios', AGENTS.iphone, 'en'],
  ['ios-in-app', FACEBOOK_IOS, 'fa-IR,fa;q=0.9'],
  ['android', AGENTS.android, 'de-DE,de;q=0.9'],
  ['preview', AGENTS.facebook, ''],
] as const

describe('the loading page', () => {
  it.each(PAGES)('is this page: fixtures/loading-page.%s.html', async (name, agent, language) => {
    const { text, normalised } = await pageOf(null, { agent, language })
    const path = fileURLToPath(new URL(`fixtures/loading-page.${name}.html`, import.meta.url))
    expect(normalised).toBe(readFileSync(path, 'utf8'))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(7_500)
  })

  it.each(PAGES)('weighs at most 10 kB with its picture: %s', async (_name, agent, language) => {
    const { text, headers } = await pageOf(ICON, { agent, language })
    expect(text).toContain(`<img class="icon" alt="" src="${ICON}">`)
    expect(headers['content-security-policy']).toContain('img-src data:;')
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_BYTES)
  })

  it('drops a picture that would make it heavier, or that is none', async () => {
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
