import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { describeInBrowser, openPhone, PHONES, stopClock } from '@throughline/testkit/browser'
import { launchBrowser } from '@throughline/testkit/chromium'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startTestApi, type TestApi } from './harness.js'

const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0.0.20.97'

/** The minimum contrast of WCAG 2.2 (AA) for text and for the focus indicator. */
const TEXT_CONTRAST = 4.5
const FOCUS_CONTRAST = 3

/** Runs in the page: returns the contrast of every text and of the focus ring to its background. */
const CONTRASTS = `(() => {
  const numbers = text => (text.match(/[\\d.]+/g) ?? []).map(Number)
  const light = text => numbers(text).slice(0, 3)
    .map(one => one / 255)
    .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0)
  const behind = one => {
    for (; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor
      if (numbers(colour)[3] !== 0) return colour
    }
    return 'rgb(255, 255, 255)'
  }
  const contrast = (a, b) => {
    const [most, least] = [light(a), light(b)].sort((x, y) => y - x)
    return (most + 0.05) / (least + 0.05)
  }
  const texts = [...document.querySelectorAll('main *')]
    .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  const focused = document.activeElement
  return {
    texts: texts.map(one => contrast(getComputedStyle(one).color, behind(one))),
    focus: contrast(getComputedStyle(focused).outlineColor, behind(focused.parentElement)),
    focusWidth: parseFloat(getComputedStyle(focused).outlineWidth),
  }
})()`

interface Contrasts {
  texts: number[]
  focus: number
  focusWidth: number
}

/** Runs in the page: returns the font size of every text, in CSS pixels. */
const FONT_SIZES = `[...document.querySelectorAll('h1, p, a, button, code')]
  .map(one => parseFloat(getComputedStyle(one).fontSize))`

const HIDE = `Object.defineProperty(document, 'hidden', { value: true })`

const FITS = 'document.documentElement.scrollWidth <= innerWidth'

describeInBrowser('the landing page for everybody', () => {
  let api: TestApi
  let browser: Browser
  beforeAll(async () => {
    api = await startTestApi({ env: { LINK_BASE_HOST: 'localhost' } })
    await api.database.prisma.link.create({
      data: {
        projectId: api.project.id,
        code: 'deep',
        actualUrl: 'https://shop.example.com/shoes',
        isDeeplink: true,
        iosUrl: 'https://apps.apple.com/app/id1',
        socialTitle: 'Donaudampfschifffahrtsgesellschaftskapitänsmütze',
        socialDescription: 'For captains',
      },
    })
    browser = await launchBrowser()
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await api.close()
  })

  /** The page inside Instagram, which has all texts and buttons. */
  async function read<T>(options: BrowserContextOptions, use: (page: Page) => Promise<T>) {
    const { context, page, faults } = await openPhone(browser, {
      ...PHONES.small,
      userAgent: INSTAGRAM,
      ...options,
    })
    try {
      await stopClock(page)
      // A hidden page opens no app. Otherwise the browser's prompt about the app would take the keyboard focus.
      await page.addInitScript({ content: HIDE })
      const url = `http://acme.localhost:${new URL(api.url).port}/deep?gclid=1`
      await page.goto(url, { waitUntil: 'commit' })
      await page.waitForSelector('#copy', { state: 'visible' })
      const result = await use(page)
      expect(faults).toEqual([])
      return result
    } finally {
      await context.close()
    }
  }

  it.each(['light', 'dark'] as const)('has sufficient contrast: %s', (colorScheme) =>
    read({ colorScheme }, async (page) => {
      await page.keyboard.press('Tab')
      await page.waitForSelector(':focus-visible')
      const { texts, focus, focusWidth } = await page.evaluate<Contrasts>(CONTRASTS)
      expect(texts).toHaveLength(10)
      expect(Math.min(...texts)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      expect(focus).toBeGreaterThanOrEqual(FOCUS_CONTRAST)
      expect(focusWidth).toBeGreaterThanOrEqual(2)
    }),
  )

  it('has a logical reading order, one heading and descriptive names', () =>
    read({ locale: 'de' }, async (page) => {
      const heard = await page.locator('main').ariaSnapshot()
      expect(heard.split('\n').filter((line) => !line.includes('/url:'))).toEqual([
        '- main:',
        '  - paragraph: Project acme',
        '  - heading "Donaudampfschifffahrtsgesellschaftskapitänsmütze" [level=1]',
        '  - paragraph: For captains',
        '  - navigation:',
        '    - link "In der App öffnen":',
        '    - link "App laden":',
        '    - link "Im Browser fortfahren":',
        '  - complementary:',
        '    - paragraph: Öffnet sich die App nicht, kopiere den Link und öffne ihn in deinem Browser.',
        '    - code: http://acme.localhost/deep?gclid=1',
        '    - button "Link kopieren"',
      ])
      expect(await page.getAttribute('html', 'lang')).toBe('de')
      await page.focus('#copy')
      await page.keyboard.press('Enter')
      await page.waitForSelector('role=button[name="✓ Link kopieren"]')
      expect(await page.evaluate('document.activeElement.id')).toBe('copy')
    }))

  it("scales with the reader's text size, and still fits", () =>
    read({ locale: 'uk' }, async (page) => {
      const before = await page.evaluate<number[]>(FONT_SIZES)
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
      expect(await page.evaluate(FONT_SIZES)).toEqual(before.map((size) => size * 2))
      expect(await page.evaluate(FITS)).toBe(true)
    }))

  it.each([
    ['320 px wide', { width: 320, height: 568 }],
    ['held sideways', { width: 568, height: 320 }],
  ])('fits a phone %s, and can be scrolled to its end', (_name, viewport) =>
    read({ viewport, locale: 'fr' }, async (page) => {
      expect(await page.evaluate(FITS)).toBe(true)
      await page.locator('#copy').scrollIntoViewIfNeeded()
      expect(
        await page.evaluate(
          `document.querySelector('.icon').getBoundingClientRect().top + scrollY`,
        ),
      ).toBeGreaterThanOrEqual(0)
    }),
  )
})
