import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { parseInstallReferrer } from '@throughline/core/matching/referrer'
import { verifyClickToken } from '@throughline/core/matching/click-token'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
let campaignId: number
beforeAll(async () => {
  api = await startTestApi()
  const campaign = await api.database.prisma.campaign.create({
    data: { projectId: api.project.id, name: 'Früh & "gut"', utmSource: 'campaign' },
  })
  campaignId = campaign.id
  const links: Partial<typeof DEEP & { name: string }>[] = [
    { ...DEEP, campaignId },
    { ...DEEP, code: 'web', shouldOpenStore: false },
    { ...DEEP, code: 'bare', androidUrl: null, iosUrl: null },
    {
      code: 'hostile',
      isDeeplink: true,
      socialTitle: `</title><script>alert(1)</script>"'&`,
      socialDescription: '<img src=x onerror=alert(1)>',
      socialImage: 'https://img.example.com/"><script>.png',
    },
    { ...DEEP, code: 'stores', actualUrl: null, fallbackUrl: null },
    { code: 'plain' },
    { code: 'named', isDeeplink: true, name: 'Black Friday, 30 % off, for Berlin' },
  ]
  await api.database.prisma.link.createMany({
    data: links.map((columns) => ({
      projectId: api.project.id,
      code: '',
      actualUrl: 'https://shop.example.com/',
      ...columns,
    })),
  })
})
afterAll(() => api.close())

interface LinkColumns {
  actualUrl: string | null
  campaignId?: number
  isDeeplink: boolean
  shouldOpenStore?: boolean
  fallbackUrl: string | null
  iosUrl: string | null
  androidUrl: string | null
  socialTitle: string
  socialDescription: string
  socialImage: string
  utmMedium: string
}

const DEEP: { code: string } & LinkColumns = {
  code: 'deep',
  actualUrl: 'https://shop.example.com/shoes',
  isDeeplink: true,
  fallbackUrl: 'https://shop.example.com/app?from=1',
  iosUrl: 'https://apps.apple.com/app/id1',
  androidUrl: 'https://play.google.com/store/apps/details?id=com.acme&referrer=old',
  socialTitle: 'Shoes',
  socialDescription: 'Good ones',
  socialImage: 'https://img.example.com/a.png',
  utmMedium: 'link',
}

const get = (path: string, agent: string, headers = {}) =>
  api.visit('GET', path, { headers: { 'user-agent': agent, ...headers } })

function href(html: string, id: string): string | undefined {
  const text = new RegExp(`<a id="${id}"[^>]* href="([^"]*)"`).exec(html)?.[1]
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

const QUERY = 'gclid=A%2Bb+c&utm_source=in&utm_term=sh%20oes&other=1'

describe('the landing page', () => {
  it('opens the app with all parameters in the URL', async () => {
    const { status, text } = await get(`/deep?${QUERY}`, AGENTS.iphone)
    expect(status).toBe(200)
    const open = href(text, 'open') ?? ''
    expect(open.startsWith(`service-${api.project.id}://open?actual_url=https%3A%2F%2F`)).toBe(true)
    expect([...new URL(open).searchParams]).toEqual([
      ['actual_url', 'https://shop.example.com/shoes'],
      ['dyna_code', 'deep'],
      ['campaign_id', String(campaignId)],
      ['campaign_name', 'Früh & "gut"'],
      ['utm_source', 'campaign'],
      ['utm_medium', 'link'],
      ['utm_term', 'sh oes'],
      ['gclid', 'A+b+c'],
    ])
  })

  it('sends iPhones to the App Store', async () => {
    const { text } = await get('/deep', AGENTS.iphone)
    expect(href(text, 'next')).toBe('https://apps.apple.com/app/id1')
  })

  it('sends Androids to Play with a referrer that is encoded once and names the click', async () => {
    const { text } = await get(`/deep?${QUERY}`, AGENTS.android)
    const store = new URL(href(text, 'next') ?? '')
    expect(store.searchParams.get('id')).toBe('com.acme')
    expect(store.searchParams.getAll('referrer')).toHaveLength(1)
    const referrer = parseInstallReferrer(store.searchParams.get('referrer') ?? '')
    expect(referrer).toMatchObject({
      code: 'deep',
      actualUrl: 'https://shop.example.com/shoes',
      campaignId,
      campaignName: 'Früh & "gut"',
      utm: { utm_source: 'campaign', utm_term: 'sh oes' },
      clickIds: { gclid: 'A+b+c' },
    })
    const { clickToken } = api.ctx.keys
    const clickId = verifyClickToken(referrer.clickToken ?? '', api.project.id, clickToken)
    const newest = await api.database.prisma.click.findFirst({ orderBy: { id: 'desc' } })
    expect(clickId).toBe(newest?.id)
    expect(text).not.toContain(String(clickId))
  })

  it('continues to the web if the link has no store, with the query merged', async () => {
    const web = await get('/web?gclid=1', AGENTS.iphone)
    expect(href(web.text, 'next')).toBe(
      'https://shop.example.com/app?from=1&utm_medium=link&gclid=1',
    )
    const bare = await get('/bare', AGENTS.android)
    expect(href(bare.text, 'next')).toBe('https://shop.example.com/app?from=1&utm_medium=link')
  })

  it('has one link to the store, with the referrer, if the link has no web URL', async () => {
    for (const [agent, store] of [
      [
        AGENTS.android,
        'https://play.google.com/store/apps/details?id=com.acme&referrer=click_token',
      ],
      [AGENTS.iphone, 'https://apps.apple.com/app/id1'],
    ] as const) {
      const { text } = await get('/stores?gclid=1', agent)
      expect(href(text, 'next')?.startsWith(store)).toBe(true)
      expect(text.match(/<a /g)).toHaveLength(2)
    }
  })

  it('is small, loads nothing from other origins and runs only scripts with its nonce', async () => {
    const { text, headers } = await get('/deep', AGENTS.android)
    expect(Buffer.byteLength(text)).toBeLessThan(10_000)
    const policy = String(headers['content-security-policy'])
    const nonce = /script-src 'nonce-([A-Za-z0-9+/=]{24})'/.exec(policy)?.[1] ?? ''
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
    // The page's targets must not see the query of the request.
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
    expect(text.match(/<(script|style)/g)).toHaveLength(2)
    expect(text.split(`nonce="${nonce}"`)).toHaveLength(3)
    expect(text).not.toMatch(/\s(src|on\w+|style)=/)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(headers['accept-ch']).toContain('Sec-CH-UA-Platform-Version')
    const again = await get('/deep', AGENTS.android)
    expect(again.text).not.toContain(nonce)
  })

  it('is not served to a desktop', async () => {
    expect((await get('/deep', AGENTS.desktop)).headers.location).toBe(
      'https://shop.example.com/shoes?utm_source=campaign&utm_medium=link',
    )
    expect((await get('/plain', AGENTS.iphone)).status).toBe(302)
  })

  it('has no token for a bot, a prefetch or a HEAD request, which can never be attributed', async () => {
    const bot = await get('/deep', `${AGENTS.android} (compatible; Googlebot/2.1)`)
    const prefetch = await get('/deep', AGENTS.android, { 'x-moz': 'prefetch' })
    for (const { status, text } of [bot, prefetch]) {
      expect(status).toBe(200)
      expect(text).not.toContain('data-token=')
      expect(href(text, 'next')).toContain('dyna_code')
      expect(href(text, 'next')).not.toContain('click_token')
    }
    const headers = { 'user-agent': AGENTS.android }
    const head = await api.visit('HEAD', '/deep', { headers })
    expect([head.status, head.text]).toEqual([200, ''])
    // The body is never sent, but its Content-Length shows that it has no token either.
    const withoutToken = String(Buffer.byteLength(prefetch.text))
    expect(head.headers['content-length']).toBe(withoutToken)
    expect((await get('/deep', AGENTS.android)).headers['content-length']).not.toBe(withoutToken)
  })

  it('shows the project’s public name, not the internal one', async () => {
    const { text } = await get('/named', AGENTS.iphone)
    expect(text).toContain('<title>Project acme</title>')
    expect(text).toContain('<meta property="og:title" content="Project acme">')
    expect(text).not.toContain('Black Friday')
  })

  it('isolates right-to-left words in left-to-right text, and the reverse', async () => {
    const { text } = await get('/deep', AGENTS.instagram, { 'accept-language': 'ur-PK,en' })
    expect(text).toContain('<html lang="en" dir="rtl"')
    expect(text).toContain('<p dir="auto">If the app does not open, copy this link')
  })

  it('copies to the clipboard only on an iPhone, and only if the project enabled it', async () => {
    const hasSomething = async (agent: string) =>
      (await get('/deep', agent)).text.includes('data-clip')
    const turn = (clipboard: boolean) =>
      api.request('PUT', '/api/project', { body: { attribution: { clipboard } } })
    expect(await hasSomething(AGENTS.iphone)).toBe(false)
    expect((await turn(true)).status).toBe(200)
    await waitFor(() => hasSomething(AGENTS.iphone), { what: 'the change to be heard' })
    expect(await hasSomething(AGENTS.android)).toBe(false)
    expect((await turn(false)).status).toBe(200)
    await waitFor(async () => !(await hasSomething(AGENTS.iphone)), {
      what: 'the change to be heard',
    })
  })

  it('names only the requested host', async () => {
    await api.database.prisma.domain.create({
      data: { projectId: api.project.id, host: 'go.shoes.test', provedAt: new Date() },
    })
    await api.database.prisma.project.update({
      where: { id: api.project.id },
      data: { clipboard: true },
    })
    const headers = { 'user-agent': AGENTS.instagram }
    const { text } = await api.visit('GET', '/deep?gclid=1', {
      host: 'GO.Shoes.test:8080',
      headers,
    })
    expect(text).toContain('<meta property="og:url" content="http://go.shoes.test/deep">')
    expect(text).toContain('data-clip="http://go.shoes.test/deep?click_token=')
    expect(text).toContain('<code id="url">http://go.shoes.test/deep?gclid=1</code>')
    expect(text).not.toContain(api.project.linkHost)
  })
})

describe('the preview', () => {
  it('has the OG tags, for deep links and plain ones', async () => {
    const { status, text } = await get('/deep', AGENTS.facebook)
    expect(status).toBe(200)
    expect(text).toContain('<meta property="og:title" content="Shoes">')
    expect(text).toContain('<meta property="og:description" content="Good ones">')
    expect(text).toContain('<meta property="og:image" content="https://img.example.com/a.png">')
    expect(text).toContain(`content="http://${api.project.linkHost}/deep"`)
    expect(text).toContain('summary_large_image')
    const plain = await get('/plain', AGENTS.facebook)
    expect([plain.status, href(plain.text, 'next')]).toEqual([200, 'https://shop.example.com/'])
    expect(plain.text.match(/<a /g)).toHaveLength(1)
  })
})

describe('hostile text', () => {
  it('is rendered as text if the owner wrote it', async () => {
    const { text } = await get('/hostile', AGENTS.iphone)
    expect(text).toContain('&lt;/title&gt;&lt;script&gt;alert(1)')
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img')
    expect(text.match(/<script/g)).toHaveLength(1)
  })

  it.each([
    `utm_source="><script>alert(1)</script>`,
    `utm_source=%22%3E%3Cscript%3Ealert(1)%3C/script%3E`,
    `gclid=' onmouseover='alert(1)`,
    `fbclid=%3C/script%3E%3Cscript%3Ealert(1)`,
    `utm_content=%0d%0aSet-Cookie:%20a=b`,
    `utm_term=\u2028alert(1)`.replace('\u2028', '%E2%80%A8'),
    `"><script>alert(1)</script>=1`,
    `utm_campaign=%ED%A0%80%00`,
    `data-token=x&click_token=forged`,
    'javascript:alert(1)',
  ])('can’t break out of its context if a visitor sends it: %s', async (query) => {
    const answer = await get(`/deep?${query.replaceAll(' ', '%20')}`, AGENTS.android)
    expect(answer.status).toBe(200)
    expect(answer.text.match(/<script/gi)).toHaveLength(1)
    expect(answer.text.match(/<a /g)).toHaveLength(3)
    expect(answer.text).not.toMatch(/<[^>]*\son\w+=/)
    expect(answer.headers['set-cookie']).toBeUndefined()
    for (const id of ['open', 'next', 'web'])
      expect(href(answer.text, id)).toMatch(/^(https:|service-)/)
    const redirect = await get(`/plain?${query.replaceAll(' ', '%20')}`, AGENTS.desktop)
    expect(redirect.headers.location).toMatch(/^https:\/\/shop\.example\.com\/\?[\x21-\x7e]+$/)
  })
})
