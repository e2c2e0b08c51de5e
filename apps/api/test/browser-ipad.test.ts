import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  describeInBrowser,
  openPhone,
  stopClock,
  tap,
  until,
  type Phone,
} from '@throughline/testkit/browser'
import { launchBrowser } from '@throughline/testkit/chromium'
import { picturesFolder } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

const IPAD = {
  userAgent: AGENTS.ipad,
  viewport: { width: 834, height: 1108 },
  screen: { width: 834, height: 1194 },
  deviceScaleFactor: 2,
  hasTouch: true,
}
const MAC = { userAgent: AGENTS.ipad, viewport: { width: 1280, height: 800 } }

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = picturesFolder()
  if (folder !== null) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** Runs in each page; after a while reports what was painted, such as `first-paint`. */
const TELL_PAINTS = `setTimeout(() => {
  const names = performance.getEntriesByType('paint').map(({ name }) => name)
  console.log(location.pathname + ' painted ' + names.join())
}, 400)`
/** Long enough for the page to be painted and to report it. */
const SLOW_MS = 1_000

describeInBrowser('a deep link on an iPad or a Mac', () => {
  let api: TestApi
  let browser: Browser
  beforeAll(async () => {
    api = await startTestApi({ env: { LINK_BASE_HOST: 'localhost' } })
    const link = {
      projectId: api.project.id,
      actualUrl: 'https://shop.example.com/shoes',
      isDeeplink: true,
      iosUrl: 'https://apps.apple.com/app/id1',
      socialTitle: 'Shoes',
    }
    await api.database.prisma.link.createMany({
      data: [
        { ...link, code: 'deep' },
        { ...link, code: 'fallback', fallbackUrl: 'https://shop.example.com/app' },
      ],
    })
    browser = await launchBrowser()
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    await api.close()
  })

  const urlOf = (path: string) => `http://acme.localhost:${new URL(api.url).port}${path}`
  const newestClick = () => api.database.prisma.click.findFirstOrThrow({ orderBy: { id: 'desc' } })

  async function withDevice(
    options: BrowserContextOptions,
    use: (phone: Phone) => Promise<void>,
  ): Promise<void> {
    const phone = await openPhone(browser, options)
    try {
      // Chromium emulates one touch point; an iPad has five.
      const devtools = await phone.context.newCDPSession(phone.page)
      const enabled = options.hasTouch === true
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 5 })
      await use(phone)
      expect(phone.faults).toEqual([])
    } finally {
      await phone.context.close()
    }
  }

  it('opens the app on an iPad, reports it and continues to the App Store', () =>
    withDevice(IPAD, async ({ page, requests, wentTo }) => {
      await page.goto(urlOf('/deep?gclid=1'), { waitUntil: 'commit' })
      await until('the App Store', () => page.url() === 'https://apps.apple.com/app/id1')
      expect(wentTo[0]).toMatch(`service-${api.project.id}://open?`)
      expect(wentTo).toHaveLength(2)
      expect(requests).toEqual(['GET /deep', 'POST /api/visits'])
      const isIpad = async () => (await newestClick()).platform === 'ios'
      await waitFor(isIpad, { what: 'the report' })
      const click = await newestClick()
      expect(click.osVersion).toBe('17.4')
      const visit = await api.database.prisma.visit.findUnique({ where: { clickId: click.id } })
      expect(visit?.signals).toMatchObject({
        platform: 'ios',
        os_version: '17.4',
        screen_width: 834,
        screen_height: 1194,
        pixel_ratio: 2,
      })
    }))

  it('shows an iPad the page of a phone', () =>
    withDevice(IPAD, async ({ page, wentTo }) => {
      await stopClock(page)
      await page.goto(urlOf('/fallback'), { waitUntil: 'commit' })
      await until('the app to be opened', () => wentTo.length === 1)
      expect(await page.isVisible('#open')).toBe(true)
      expect(await page.isVisible('#next')).toBe(true)
      expect(await page.isVisible('#web')).toBe(true)
      expect(await page.isVisible('#site')).toBe(false)
      await takePicture(page, 'ipad-touch')
      await tap(page, '#web')
      await until('the fallback', () => page.url() === 'https://shop.example.com/app')
    }))

  it.each([
    ['/deep', 'https://shop.example.com/shoes?gclid=1'],
    ['/fallback', 'https://shop.example.com/shoes?gclid=1'],
  ])('redirects a Mac before anything is painted, and reports nothing: %s', (path, destination) =>
    withDevice(MAC, async ({ page, context, requests, wentTo }) => {
      const said: string[] = []
      page.on('console', (message) => said.push(message.text()))
      await page.addInitScript({ content: TELL_PAINTS })
      await context.route('https://shop.example.com/**', async (route) => {
        await sleep(SLOW_MS)
        await route.fulfill({ body: '<h1>the shop</h1>', contentType: 'text/html' })
      })
      await page.goto(urlOf(`${path}?gclid=1`), { waitUntil: 'commit' }).catch(() => undefined)
      await until('the shop', () => page.url() === destination)
      expect(said).toEqual([`${path} painted `])
      expect(wentTo).toEqual([destination])
      expect(requests).toEqual([`GET ${path}`])
      expect(await newestClick()).toMatchObject({ platform: 'desktop', uncountedReason: null })
    }),
  )

  it('leaves no history entry for the back button of a Mac', () =>
    withDevice(MAC, async ({ page }) => {
      await page.goto('https://news.example.com/')
      await page.goto(urlOf('/deep'), { waitUntil: 'commit' }).catch(() => undefined)
      await until('the shop', () => page.url() === 'https://shop.example.com/shoes')
      // Chromium does not report its history until the new document has taken over.
      await page.waitForFunction(`location.pathname === '/shoes' && document.title === 'elsewhere'`)
      await page.goBack()
      expect(page.url()).toBe('https://news.example.com/')
    }))

  it('links to app, store and destination without JavaScript', () =>
    withDevice({ ...IPAD, javaScriptEnabled: false }, async ({ page, requests }) => {
      await page.goto(urlOf('/deep?gclid=1'))
      const hrefOf = (id: string) => page.getAttribute(id, 'href')
      expect(await hrefOf('#open')).toMatch(`service-${api.project.id}://open?`)
      expect(await hrefOf('#next')).toBe('https://apps.apple.com/app/id1')
      expect(await hrefOf('#web')).toBe('https://shop.example.com/shoes?gclid=1')
      expect(await page.isVisible('#web')).toBe(true)
      await takePicture(page, 'ipad-without-script')
      await page.goto(urlOf('/fallback'))
      expect(await hrefOf('#site')).toBe('https://shop.example.com/shoes')
      expect(await page.isVisible('#site')).toBe(true)
      expect(requests).toEqual(['GET /deep', 'GET /fallback'])
    }))
})
