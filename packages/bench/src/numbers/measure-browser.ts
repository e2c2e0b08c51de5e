import { generateRandomToken } from '@throughline/core/security/random-token'
import { putMember } from '@throughline/db/accounts/members'
import { insertSession } from '@throughline/db/accounts/sessions'
import { insertUser } from '@throughline/db/accounts/users'
import type { Database } from '@throughline/db/connection/database'
import { buildPage, PANEL_PAGE } from '@throughline/stack/build-page'
import { CHROMIUM, launchBrowser } from '@throughline/testkit/chromium'
import { root } from '@throughline/testkit/installation/programs'
import { quantile } from '../statistics.js'

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>

export interface BrowserTarget {
  database: Database
  projectId: string
  /** The address of the API and the panel. */
  url: string
}

const SLOWDOWN = 4
const ROUNDS = 5
/** Each has an empty cache. `useful` is the form of the sign-in, and a figure of the overview; `last` comes last. */
const LOADS = [
  {
    name: 'sign-in',
    path: '/admin/sign-in',
    useful: 'input[name=password]',
    last: 'input[name=password]',
  },
  {
    name: 'overview',
    path: '/admin/p/bench/overview',
    useful: 'main [class*=statValue]',
    last: 'main [aria-label^="The newest"] li',
  },
]
const SCREENS = ['Links', 'Campaigns', 'Installs', 'Deliveries', 'Webhooks', 'Overview']

/** Builds the panel. */
export function panelFolder(): Promise<string> {
  return buildPage({ root, page: PANEL_PAGE, signal: new AbortController().signal })
}

/**
 * Measures the panel in Chromium with its processor slowed down: how long a first visit takes until it is useful, how
 * long a click takes until the next frame is shown (Event Timing), and the sum of layout shifts.
 */
export async function measureBrowser(target: BrowserTarget) {
  if (CHROMIUM === undefined) return 'skipped: Chromium is not installed'
  const cookie = await openSession(target)
  const browser = await launchBrowser()
  try {
    const loads = []
    for (const load of LOADS) {
      const rounds = []
      for (let n = 0; n < ROUNDS; n += 1) rounds.push(await measureLoad(browser, cookie, load))
      const usefulMs = rounds.map((round) => round.usefulMs)
      const layoutShift = Math.max(...rounds.map((round) => round.layoutShift))
      const figures = { name: load.name, usefulMs: quantile(usefulMs, 0.5), layoutShift }
      loads.push({ ...figures, slowestMs: Math.max(...usefulMs) })
    }
    return {
      slowdown: SLOWDOWN,
      rounds: ROUNDS,
      loads,
      clicks: await measureClicks(browser, cookie),
    }
  } finally {
    await browser.close()
  }
}

interface Cookie {
  name: string
  value: string
  url: string
}

/** The session of an owner. Outside production the name of the cookie ends in the port of PUBLIC_URL. */
async function openSession({ database, projectId, url }: BrowserTarget): Promise<Cookie> {
  const { prisma } = database
  const { id: userId } = await insertUser(prisma, { email: 'bench@example.com', name: 'Bench' })
  await putMember(prisma, { projectId, userId }, 'owner')
  const { token, hash } = generateRandomToken()
  await insertSession(prisma, { userId, tokenHash: hash, userAgent: 'bench', isSignedIn: true })
  return { name: `throughline-session-${new URL(url).port}`, value: token, url }
}

async function openPage(browser: Browser, cookie: Cookie | null): Promise<Page> {
  const context = await browser.newContext()
  if (cookie !== null) await context.addCookies([cookie])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript({ content: OBSERVE })
  return page
}

const OBSERVE = `window.shift = 0; window.clicks = []
new PerformanceObserver(list => { for (const each of list.getEntries()) if (!each.hadRecentInput) window.shift += each.value })
  .observe({ type: 'layout-shift', buffered: true })
new PerformanceObserver(list => { for (const each of list.getEntries()) if (each.name === 'click') window.clicks.push(each.duration) })
  .observe({ type: 'event', durationThreshold: 16, buffered: true })`

async function measureLoad(browser: Browser, cookie: Cookie, load: (typeof LOADS)[number]) {
  const page = await openPage(browser, load.name === 'sign-in' ? null : cookie)
  await page.addInitScript({ content: watchFor(load.useful) })
  await page.goto(`${cookie.url}${load.path}`)
  const usefulMs = await page.evaluate<number>('window.useful')
  await page.locator(load.last).first().waitFor()
  await untilComplete(page)
  const layoutShift = await page.evaluate<number>('window.shift')
  await page.context().close()
  return { usefulMs, layoutShift }
}

/**
 * Waits until a screen shows its data: a heading, and no placeholder. The network is never idle, because the panel keeps
 * a stream open and reads lists again.
 */
async function untilComplete(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.locator('main').locator(PLACEHOLDER).first().waitFor({ state: 'detached' })
}

const PLACEHOLDER = '[aria-busy=true], .mantine-Skeleton-root'

/** Looks at each frame. */
function watchFor(selector: string): string {
  return `window.useful = new Promise(resolve => {
    const look = () => {
      if (document.querySelector(${JSON.stringify(selector)})) resolve(performance.now())
      else requestAnimationFrame(look)
    }
    look()
  })`
}

/** Opens each screen by the navigation. Event Timing rounds to 8 ms and reports durations from 16 ms on. */
async function measureClicks(browser: Browser, cookie: Cookie) {
  const page = await openPage(browser, cookie)
  await page.goto(`${cookie.url}/admin/p/bench/overview`)
  const results = []
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const screen of SCREENS) {
      await page.evaluate('void (window.clicks = [])')
      await page
        .getByRole('navigation')
        .getByRole('link', { name: screen, exact: true })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: screen, exact: true }).waitFor()
      await untilComplete(page)
      results.push(...(await page.evaluate<number[]>('window.clicks')))
    }
  }
  const layoutShift = await page.evaluate<number>('window.shift')
  return {
    clicks: ROUNDS * SCREENS.length,
    from16Ms: results.length,
    layoutShift,
    p50Ms: quantile(results, 0.5),
    slowestMs: Math.max(0, ...results),
  }
}
