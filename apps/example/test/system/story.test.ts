import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  describeInBrowser,
  openPhone,
  PHONES,
  tap,
  until,
  type Phone,
} from '@throughline/testkit/browser'
import { launchBrowser } from '@throughline/testkit/chromium'
import { picturesFolder } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import type { Browser, Page } from 'playwright-core'
import { startWholeStack, type WholeStack } from '../whole-stack.js'

const READY = '#settings[data-state=ready]'
const REPORT = 'POST /api/attribution/installs'
const PATIENCE = { timeoutMs: 45_000 }

describeInBrowser('the example app, on what npm start runs', () => {
  let stack: WholeStack
  let browser: Browser
  beforeAll(async () => {
    const [started, launched] = await Promise.allSettled([startWholeStack(), launchBrowser()])
    if (started.status === 'fulfilled') stack = started.value
    if (launched.status === 'fulfilled') browser = launched.value
    for (const part of [started, launched]) if (part.status === 'rejected') throw part.reason
  }, 180_000)
  // One of them may be missing if the other's start failed.
  afterAll(async () => {
    await Promise.all([
      (browser as Browser | undefined)?.close(),
      (stack as WholeStack | undefined)?.close(),
    ])
  }, 60_000)

  /** Opens a browser that can only reach this machine. */
  async function onComputer<T>(use: (phone: Phone) => Promise<T>): Promise<T> {
    const computer = await openPhone(browser, { viewport: { width: 1080, height: 800 } })
    const foreign: string[] = []
    computer.page.on('request', (request) => {
      if (!/^http:\/\/((demo\.)?localhost|127\.0\.0\.1):/.test(request.url()))
        foreign.push(request.url())
    })
    try {
      const result = await use(computer)
      expect(computer.faults).toEqual([])
      expect(foreign).toEqual([])
      return result
    } finally {
      await computer.context.close()
    }
  }

  const open = async (page: Page) => {
    await page.goto(stack.exampleUrl)
    await page.waitForSelector(READY)
  }

  /** Presses a button of the story once it is enabled. */
  const step = async (page: Page, number: number) => {
    await page.waitForSelector(`#step-${number}:enabled`)
    await tap(page, `#step-${number}`)
    await page.waitForSelector(`#step-${number}[aria-current]:enabled`)
  }

  const factsOf = async (page: Page, within: string) => {
    const rows = await page.$$eval(`${within} dl.facts > div`, (divs) =>
      divs.map((div) => [div.children[0]?.textContent, div.children[1]?.textContent]),
    )
    return Object.fromEntries(rows) as Record<string, string>
  }

  it('shows the way from the ad to the verified webhook in four clicks', () =>
    onComputer(async ({ page, requests }) => {
      await open(page)
      expect(await page.innerText('#notes')).toMatch(/^Everything is ready/)

      await step(page, 1)
      const { gclid } = await factsOf(page, '#notes')
      expect(await page.frameLocator('#screen-landing').locator('h1').innerText()).toBe(
        'Trail shoes, 30% off',
      )
      await page.frameLocator('#screen-landing').locator('#open').click()
      await page.waitForSelector('#notes .error:has-text("does not have the app yet")')

      await step(page, 2)
      expect(await factsOf(page, '#notes')).toMatchObject({
        gclid,
        dyna_code: 'summer-sale',
        click_token: expect.stringMatching(/^[\w-]{40,}$/),
      })

      await step(page, 3)
      const install = { matched: 'true', match_type: 'referrer', confidence: '1' }
      expect(await factsOf(page, '#notes')).toMatchObject(install)
      expect(await page.innerText('#screen-app')).toMatch(/Summer sale[^]*Trail shoes/)

      await step(page, 4)
      await page.waitForSelector('#notes .ok:has-text("signature valid")')
      const event = { gclid, source: 'install', campaignName: 'Summer sale' }
      expect(await factsOf(page, '.pair > :first-child')).toMatchObject(event)
      const payload = { gclid, matched: 'true', dyna_code: 'summer-sale', utm_source: 'google' }
      expect(await factsOf(page, '.pair > :last-child')).toMatchObject(payload)
      await pictures(page)

      await page.reload()
      await page.waitForSelector('#notes .ok:has-text("signature valid")')
      expect(requests.filter((request) => request === REPORT)).toHaveLength(1)
      const { data } = await stack.owner<{ data: unknown[] }>('GET', '/api/attributions')
      expect(data).toHaveLength(1)

      await tap(page, '#again')
      await page.waitForSelector('#notes:has-text("Everything is ready")')
      expect(await page.isHidden('#more')).toBe(true)
    }))

  it('shows other functions of the client, with the data of the previous test', () =>
    onComputer(async ({ page, requests }) => {
      await open(page)
      await step(page, 1)
      // The links on the phone.
      await page.frameLocator('#screen-landing').locator('#next').click()
      await page.waitForSelector('#screen-store:not([hidden])')
      await tap(page, '#install')
      await page.waitForSelector('#more:not([hidden])')
      await page.waitForSelector('#campaigns li:has-text("Summer sale")')

      await tap(page, '#ask-form button[value=code]')
      await page.waitForSelector('#attribution [data-fact=gclid]:has-text("Example-")')
      await page.fill('#campaign-name', 'Winter')
      await tap(page, '#campaign-form button[value=make]')
      await page.waitForSelector('#campaigns li:has-text("Winter"):has-text("0 clicks")')
      await tap(page, '#link-form button.main')
      const link = await page.waitForSelector('#links code')
      const code = new URL(await link.innerText()).pathname.slice(1)
      await tap(page, '#links button')
      const event = await page.waitForSelector('#events > li:has-text("Verified link")')
      expect(await event.textContent()).toContain('Winter')
      expect(await page.innerText('#screen-app')).toMatch(/Rain jacket/)
      await until('the click', () => requests.includes(`POST /api/links/${code}/click`))
      await waitFor(
        async () => {
          await tap(page, '#campaign-form button[value=list]')
          return page.isVisible('#campaigns li:has-text("Winter"):has-text("1 click")')
        },
        { what: 'Winter to have 1 click', everyMs: 500, ...PATIENCE },
      )

      const shop = await page.goto(await link.innerText())
      expect(shop?.status()).toBe(200)
      expect(await page.innerText('h1')).toBe('Trail shoes')
    }))

  it.each(['small', 'large', 'android'] as const)(
    'fits the %s phone, with buttons large enough for a thumb',
    async (name) => {
      const phone = await openPhone(browser, PHONES[name])
      await open(phone.page)
      expect(await phone.page.evaluate(LOOKS)).toEqual({ isTooWide: false, small: [] })
      expect(phone.faults).toEqual([])
      await phone.context.close()
    },
  )
})

/** Runs in the page. */
const LOOKS = `({
  isTooWide: document.documentElement.scrollWidth > innerWidth,
  small: [...document.querySelectorAll('button, select, input')]
    .filter(one => one.offsetParent && one.getBoundingClientRect().height < 44).map(one => one.outerHTML),
})`

/** For the documentation, if a folder for pictures is given. */
async function pictures(page: Page): Promise<void> {
  const folder = picturesFolder()
  if (folder === null) return
  await page.evaluate('document.activeElement.blur()')
  for (const [name, width, colorScheme] of [
    ['phone', 390, 'dark'],
    ['desktop', 1080, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const path = join(folder, `example-app-${name}.png`)
    await page.screenshot({ path, fullPage: true, scale: 'css' })
  }
}
