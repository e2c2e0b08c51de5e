import { setTimeout as sleep } from 'node:timers/promises'
import { describe, it } from '@jest/globals'
import {
  devices,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { CHROMIUM } from './chromium.js'

/** Less than a test's timeout, so that the error names the step that hangs. */
const PATIENCE_MS = 45_000

/** Tests that need a real browser; without one they are reported as skipped, with the reason. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (CHROMIUM === undefined)
    describe(name, () =>
      it.skip('needs Chromium: none is installed on this machine', () => undefined),
    )
  else describe(name, tests)
}

export const PHONES = {
  small: devices['iPhone SE'],
  large: devices['iPhone 14 Pro Max'],
  android: devices['Pixel 7'],
} as const

export interface Phone {
  context: BrowserContext
  page: Page
  requests: string[]
  /** Every URL that the page navigated to. */
  wentTo: string[]
  /** Violations of its content security policy, and script errors. */
  faults: string[]
}

const TELL_VIOLATIONS = `document.addEventListener('securitypolicyviolation', event => {
  console.error('Content Security Policy: ' + event.violatedDirective)
})`

/** A phone with one open page. Every foreign host is a blank page. */
export async function openPhone(browser: Browser, options: BrowserContextOptions): Promise<Phone> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  await context.route(/^https:/, (route) =>
    route.fulfill({ body: '<!doctype html><title>elsewhere</title>', contentType: 'text/html' }),
  )
  const page = await context.newPage()
  const phone: Phone = { context, page, requests: [], wentTo: [], faults: [] }
  await page.addInitScript({ content: TELL_VIOLATIONS })
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url())
    if (protocol === 'http:') phone.requests.push(`${request.method()} ${pathname}`)
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) phone.faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => phone.faults.push(message))
  page.on('dialog', (dialog) => {
    phone.faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Page.enable')
  devtools.on('Page.frameRequestedNavigation', ({ url }) => phone.wentTo.push(url))
  return phone
}

/** Delays a page's long timers until `runTimers`. Call it before the page is opened. */
export async function stopClock(page: Page): Promise<void> {
  await page.addInitScript({ content: HOLD_TIMERS })
}

const HOLD_TIMERS = `(() => {
  const held = new Map(), { setTimeout, clearTimeout } = window
  let last = 0
  window.setTimeout = (work, ms) => {
    if (ms < 1000) return setTimeout(work, ms)
    held.set(--last, work)
    return last
  }
  window.clearTimeout = id => held.delete(id) || clearTimeout(id)
  window.runTimers = () => held.forEach((work, id) => held.delete(id) && work())
})()`

export async function runTimers(page: Page): Promise<void> {
  await page.evaluate('runTimers()')
}

/** Clicks in the page: Chromium sometimes ignores touches after a page has opened an app's scheme. */
export async function tap(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector, { state: 'visible' })
  await page.evaluate(`(target => {
    target.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = target.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    if (!target.contains(top)) throw new Error('another element covers it')
    target.click()
  })(document.querySelector(${JSON.stringify(selector)}))`)
}

export async function until(what: string, isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!isSo()) {
    if (Date.now() > deadline) throw new Error(`Still waiting after ${PATIENCE_MS} ms: ${what}`)
    await sleep(20)
  }
}
