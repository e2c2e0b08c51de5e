import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { verifyClickToken } from '@throughline/core/matching/click-token'
import { parseClipboardLink, parseInstallReferrer } from '@throughline/core/matching/referrer'
import {
  describeInBrowser,
  openPhone,
  PHONES,
  runTimers,
  stopClock,
  tap,
  until,
  type Phone,
} from '@throughline/testkit/browser'
import { launchBrowser } from '@throughline/testkit/chromium'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

const ANDROID_INSTAGRAM =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.0.0 Mobile Safari/537.36 Instagram 330.0.0.40.92 Android'
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4"/></svg>')}`

/** A link that leads only to the stores. */
const STORES_ALONE = { code: 'stores', actualUrl: null, fallbackUrl: null }

const CLIPBOARD = ['clipboard-read', 'clipboard-write']

interface Looks {
  direction: string
  isTooWide: boolean
  hasPicture: boolean
  /** The sizes of all buttons and links, in CSS pixels. */
  heights: number[]
}

/** Runs in the page. */
const LOOKS = `({
  direction: getComputedStyle(document.body).direction,
  isTooWide: document.documentElement.scrollWidth > innerWidth,
  hasPicture: document.querySelector('img').naturalWidth > 0,
  heights: [...document.querySelectorAll('a, button')].map(one => one.getBoundingClientRect().height),
})`

describeInBrowser('the landing page in a real browser', () => {
  let api: TestApi
  let browser: Browser
  beforeAll(async () => {
    // Browsers resolve *.localhost to this machine, and treat it as secure as https.
    api = await startTestApi({ env: { LINK_BASE_HOST: 'localhost' } })
    const { prisma } = api.database
    const { id: projectId } = api.project
    await prisma.project.update({ where: { id: projectId }, data: { icon: ICON } })
    await prisma.project.update({ where: { id: api.otherProject.id }, data: { clipboard: true } })
    const link = {
      code: 'deep',
      actualUrl: 'https://shop.example.com/shoes',
      isDeeplink: true,
      fallbackUrl: 'https://shop.example.com/app',
      iosUrl: 'https://apps.apple.com/app/id1',
      androidUrl: 'https://play.google.com/store/apps/details?id=com.acme',
      socialTitle: 'Shoes <b>&amp; "boots"</b>',
    }
    await prisma.link.createMany({
      data: [
        { ...link, projectId },
        { ...link, projectId, code: 'web', shouldOpenStore: false },
        { ...link, projectId, code: 'gone', archivedAt: new Date() },
        { ...link, projectId: api.otherProject.id },
        { ...link, ...STORES_ALONE, projectId: api.otherProject.id },
        { ...link, projectId: api.otherProject.id, code: 'no-store', shouldOpenStore: false },
      ],
    })
    browser = await launchBrowser()
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await api.close()
  })

  const urlOf = (path: string, prefix = 'acme') =>
    `http://${prefix}.localhost:${new URL(api.url).port}${path}`

  /** A page that opens the app immediately never finishes loading. */
  const visit = (page: Page, path: string, prefix?: string) =>
    page.goto(urlOf(path, prefix), { waitUntil: 'commit' })

  /** Waiting for a navigation would end at the one to the app, which the browser aborts. */
  const arriveAt = (page: Page, url: string) =>
    until(`to be at ${url}`, () => page.url().startsWith(url))

  async function withPhone<T>(
    options: BrowserContextOptions,
    use: (phone: Phone) => Promise<T>,
  ): Promise<T> {
    const phone = await openPhone(browser, options)
    try {
      const result = await use(phone)
      expect(phone.faults).toEqual([])
      return result
    } finally {
      await phone.context.close()
    }
  }

  const newestClick = () => api.database.prisma.click.findFirstOrThrow({ orderBy: { id: 'desc' } })

  it('opens the app, reports once, and continues to Play with a referrer that is encoded once', () =>
    withPhone(PHONES.android, async ({ page, requests, wentTo }) => {
      await visit(page, '/deep?gclid=A%2Bb+c&utm_source=in')
      await arriveAt(page, 'https://play.google.com/')
      const [open = '', store = ''] = wentTo
      expect(wentTo).toHaveLength(2)
      expect(open.startsWith(`service-${api.project.id}://open?actual_url=https%3A%2F%2F`)).toBe(
        true,
      )
      expect(Object.fromEntries(new URL(open).searchParams)).toEqual({
        actual_url: 'https://shop.example.com/shoes',
        dyna_code: 'deep',
        utm_source: 'in',
        gclid: 'A+b+c',
      })
      const referrer = parseInstallReferrer(new URL(store).searchParams.get('referrer') ?? '')
      expect(referrer).toMatchObject({
        code: 'deep',
        actualUrl: 'https://shop.example.com/shoes',
        utm: { utm_source: 'in' },
        clickIds: { gclid: 'A+b+c' },
      })
      const click = await newestClick()
      const key = api.ctx.keys.clickToken
      expect(verifyClickToken(referrer.clickToken ?? '', api.project.id, key)).toBe(click.id)
      expect(requests).toEqual(['GET /deep', 'POST /api/visits'])
      const told = await api.database.prisma.visit.findUnique({ where: { clickId: click.id } })
      expect(told?.signals).toMatchObject({ platform: 'android', screen_width: 412 })
    }))

  it('continues to the App Store on an iPhone, and to the web if the link has no store', () =>
    withPhone(PHONES.large, async ({ page, wentTo }) => {
      await visit(page, '/deep')
      await arriveAt(page, 'https://apps.apple.com/app/id1')
      await visit(page, '/web?gclid=1')
      await arriveAt(page, 'https://shop.example.com/app?gclid=1')
      expect(wentTo.filter((url) => url.startsWith('service-'))).toHaveLength(2)
    }))

  it('keeps its visitor id, and the first capture of an fbclid, across visits', () =>
    withPhone(PHONES.android, async ({ page }) => {
      const report = async () => {
        const reported = page.waitForResponse(/\/api\/visits$/)
        await visit(page, '/deep?fbclid=Ab_c')
        const body = (await reported).request().postDataJSON() as Record<string, unknown>
        await arriveAt(page, 'https://play.google.com/')
        return body
      }
      const first = await report()
      const again = await report()
      expect(first['fbclid_captured_at']).toBeNull()
      expect(Number(again['fbclid_captured_at'])).toBeGreaterThan(1_700_000_000)
      expect(again['visitor_id']).toBe(first['visitor_id'])
      expect(again['token']).not.toBe(first['token'])
    }))

  it('does not continue after the page was hidden, also when it is shown again', () =>
    withPhone(PHONES.android, async ({ page, wentTo }) => {
      await stopClock(page)
      await visit(page, '/deep')
      await until('the app to be opened', () => wentTo.length === 1)
      for (const isHidden of [true, false])
        await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))`)
      await runTimers(page)
      expect(wentTo).toHaveLength(1)
      expect(page.url()).toBe(urlOf('/deep'))
    }))

  it('opens nothing when the visitor navigates back to it', () =>
    withPhone(PHONES.android, async ({ page, wentTo }) => {
      await stopClock(page)
      await visit(page, '/deep')
      await until('the app to be opened', () => wentTo.length === 1)
      await tap(page, '#web')
      await arriveAt(page, 'https://shop.example.com/')
      await page.waitForFunction(`document.title === 'elsewhere'`)
      await page.goBack()
      await runTimers(page)
      expect(page.url()).toBe(urlOf('/deep'))
      expect(wentTo.filter((url) => url.startsWith('service-'))).toHaveLength(1)
    }))

  it('is readable and usable without its script', () =>
    withPhone({ ...PHONES.android, javaScriptEnabled: false }, async ({ page, requests }) => {
      await visit(page, '/deep?utm_source=in')
      expect(await page.textContent('h1')).toBe('Shoes <b>&amp; "boots"</b>')
      const hrefOf = (id: string) => page.getAttribute(id, 'href')
      expect(await hrefOf('#open')).toMatch(`service-${api.project.id}://open?`)
      expect(await hrefOf('#next')).toMatch(
        'https://play.google.com/store/apps/details?id=com.acme',
      )
      expect(requests).toEqual(['GET /deep'])
      await tap(page, '#web')
      await arriveAt(page, 'https://shop.example.com/app?utm_source=in')
    }))

  it('explains how to leave an in-app browser, with a button that copies the link', () =>
    withPhone(
      { ...PHONES.android, userAgent: ANDROID_INSTAGRAM, permissions: ['clipboard-read'] },
      async ({ page, wentTo }) => {
        await stopClock(page)
        await visit(page, '/deep?gclid=A%2Bb&x=%22%3E')
        await until('the app to be opened', () => wentTo.length === 1)
        await page.focus('#copy')
        await page.keyboard.press('Enter')
        await page.waitForSelector('#copy:text-is("✓ Copy link")')
        const copied = await page.evaluate<string>('navigator.clipboard.readText()')
        expect(copied).toBe('http://acme.localhost/deep?gclid=A%2Bb&x=%22%3E')
        await tap(page, '#copy')
        await page.waitForSelector('#copy:text-is("✓ Copy link")')
        await runTimers(page)
        expect(page.url()).toBe(urlOf('/deep?gclid=A%2Bb&x=%22%3E'))
        expect(wentTo).toHaveLength(1)
        expect(wentTo.join(' ')).not.toContain('intent:')
      },
    ))

  it.each([
    ['refuses', `{ writeText: () => Promise.reject(new Error('no')) }`],
    ['lacks', 'undefined'],
  ])('selects that text where the browser %s the clipboard', (_what, clipboard) =>
    withPhone({ ...PHONES.android, userAgent: ANDROID_INSTAGRAM }, async ({ page, wentTo }) => {
      await page.addInitScript({
        content: `document.execCommand = () => false
          Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`,
      })
      await stopClock(page)
      await visit(page, '/deep?x=1')
      await until('the app to be opened', () => wentTo.length === 1)
      await tap(page, '#copy')
      await page.waitForFunction('getSelection().toString()')
      expect(await page.evaluate('getSelection().toString()')).toBe(
        'http://acme.localhost/deep?x=1',
      )
      expect(await page.textContent('#copy')).toBe('Copy link')
    }),
  )

  it('shows the explanation as text without JavaScript', () =>
    withPhone(
      { ...PHONES.android, userAgent: ANDROID_INSTAGRAM, javaScriptEnabled: false },
      async ({ page }) => {
        await visit(page, '/deep?x=1')
        expect(await page.textContent('#url')).toBe('http://acme.localhost/deep?x=1')
        expect(await page.isVisible('#copy')).toBe(false)
      },
    ))

  it('copies the link for the app on iOS, if enabled, and only on a tap', () =>
    withPhone({ ...PHONES.large, permissions: ['clipboard-read'] }, async ({ page, wentTo }) => {
      await stopClock(page)
      await visit(page, '/deep', 'other')
      await until('the app to be opened', () => wentTo.length === 1)
      const read = () => page.evaluate<string>('navigator.clipboard.readText()')
      const before = await read()
      expect(before).not.toContain('click_token')
      await tap(page, '#open')
      const link = parseClipboardLink(await read())
      expect(link).toMatchObject({ host: 'other.localhost', code: 'deep' })
      const key = api.ctx.keys.clickToken
      const { id } = await newestClick()
      expect(verifyClickToken(link?.clickToken ?? '', api.otherProject.id, key)).toBe(id)
    }))

  it('copies it before the store opens too, but not before a website', () =>
    withPhone({ ...PHONES.large, permissions: CLIPBOARD }, async ({ page, wentTo }) => {
      // The page stays open, so that the clipboard can be read.
      await page.addInitScript({
        content: `addEventListener('click', event => event.preventDefault())`,
      })
      await stopClock(page)
      const copiedBy = async (path: string, id: string) => {
        const opened = wentTo.length + 1
        await visit(page, path, 'other')
        await until('the app to be opened', () => wentTo.length === opened)
        await page.evaluate(`navigator.clipboard.writeText('nothing')`)
        await tap(page, id)
        const text = await page.evaluate<string>('navigator.clipboard.readText()')
        return parseClipboardLink(text)?.code ?? text
      }
      expect(await copiedBy('/deep', '#next')).toBe('deep')
      expect(await copiedBy('/stores', '#next')).toBe('stores')
      expect(await copiedBy('/deep', '#web')).toBe('nothing')
      expect(await copiedBy('/no-store', '#next')).toBe('nothing')
    }))

  it('continues if the copy fails', () =>
    withPhone(PHONES.large, async ({ page }) => {
      await page.addInitScript({
        content: `document.execCommand = () => { throw new Error('no') }
          Object.defineProperty(navigator, 'clipboard', { value: undefined })`,
      })
      await visit(page, '/deep', 'other')
      await tap(page, '#next')
      await arriveAt(page, 'https://apps.apple.com/app/id1')
    }))

  it.each([
    ['quotes', `gclid="><script>alert(1)</script>&x='`, `"><script>alert(1)</script>`],
    [
      'the end of a script',
      'gclid=%3C/script%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
      '</script><img src=x onerror=alert(1)>',
    ],
    ['NUL', 'gclid=a%00b&x=%zz%', null],
    ['escapes that are none', 'gclid=%zz', '%zz'],
    ['eight thousand characters', `gclid=${'x'.repeat(8_000)}&utm_source=y`, null],
    ['emoji', 'gclid=%F0%9F%91%9F\u{1f45f}', '\u{1f45f}\u{1f45f}'],
    ['a change of direction', 'gclid=%E2%80%AEtxt.exe', '\u202etxt.exe'],
    ['a script’s URL', 'gclid=javascript:alert(1)', 'javascript:alert(1)'],
  ])('keeps its layout and function with a query of %s', (_name, query, gclid) =>
    withPhone(
      { ...PHONES.android, userAgent: ANDROID_INSTAGRAM, locale: 'ar' },
      async ({ page, requests, wentTo }) => {
        await stopClock(page)
        await visit(page, `/deep?${query}`)
        await until('the report', () => requests.length === 2 && wentTo.length === 1)
        await runTimers(page)
        await arriveAt(page, 'https://play.google.com/')
        expect(new URL(wentTo[0] ?? '').searchParams.get('gclid')).toBe(gclid)
        const referrer = new URL(page.url()).searchParams.get('referrer') ?? ''
        expect(new URLSearchParams(referrer).get('gclid')).toBe(gclid)
        expect(requests).toEqual(['GET /deep', 'POST /api/visits'])
      },
    ),
  )

  it.each([
    ['a small iPhone', { ...PHONES.small, locale: 'de' }, 'ltr', 'In der App öffnen'],
    [
      'a large iPhone in the dark',
      { ...PHONES.large, colorScheme: 'dark' },
      'ltr',
      'Open in the app',
    ],
    [
      'an in-app browser, from the right',
      { ...PHONES.android, userAgent: ANDROID_INSTAGRAM, locale: 'ar' },
      'rtl',
      'افتح في التطبيق',
    ],
  ] as const)(
    'fits %s, with buttons large enough for a thumb',
    (_name, options, direction, words) =>
      withPhone(options, async ({ page }) => {
        await stopClock(page)
        await visit(page, '/deep?fbclid=1')
        expect(await page.textContent('#open')).toBe(words)
        const seen = await page.evaluate<Looks>(LOOKS)
        expect(seen).toMatchObject({ direction, isTooWide: false, hasPicture: true })
        expect(Math.min(...seen.heights)).toBeGreaterThanOrEqual(48)
      }),
  )

  it.each([
    ['/gone', 410],
    ['/none', 404],
  ])('shows %s as a page that obeys its own content security policy', (path, status) =>
    withPhone({ ...PHONES.small, userAgent: AGENTS.iphone }, async ({ page, requests }) => {
      expect((await visit(page, path))?.status()).toBe(status)
      expect(await page.textContent('.icon')).toBe(String(status))
      expect(requests).toEqual([`GET ${path}`])
    }),
  )
})
