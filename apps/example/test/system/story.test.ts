import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  describeInBrowser,
  launchBrowser,
  openPhone,
  PHONES,
  tap,
  until,
  type Phone,
} from '@throughline/testkit/browser'
import { picturesFolder } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { verifyServiceSignature } from '../../../../packages/webhooks/src/service-signature.js'
import { verify } from '../../../../packages/webhooks/src/verify.js'
import type { Browser, Page } from 'playwright-core'
import { startWholeStack, type WholeStack } from '../whole-stack.js'

/** All that a click id may be made to suffer from: what URLs escape, what forms escape, and beyond ASCII. */
const GCLID = 'Cj0KCQjw-_+/=%2B&é x'
const DESTINATION = 'https://shop.example.com/sale?item=7&size=42'
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
  // Either may be missing when the other's start has failed.
  afterAll(async () => {
    await Promise.all([
      (browser as Browser | undefined)?.close(),
      (stack as WholeStack | undefined)?.close(),
    ])
  }, 60_000)

  async function onPhone<T>(use: (phone: Phone) => Promise<T>): Promise<T> {
    const phone = await openPhone(browser, PHONES.android)
    try {
      const result = await use(phone)
      expect(phone.faults).toEqual([])
      return result
    } finally {
      await phone.context.close()
    }
  }

  /** The value of a fact that the page shows, once it is there. */
  const fact = (page: Page, list: string, name: string) =>
    waitFor(
      async () => {
        const text = await page.textContent(`#${list} [data-fact="${name}"]`, { timeout: 1_000 })
        return text === '–' ? null : text
      },
      { what: `${name} in ${list}`, ...PATIENCE },
    )

  it('goes from a tap on an ad to the app, the attribution and the signed webhook', async () => {
    const tell = teller()
    const { receiver } = stack
    const { webhook, code, campaignId } = await prepare(stack)
    tell(`the owner has webhook ${webhook.id} and the link ${stack.shortUrl(code)}`)

    const { open, store } = await onPhone((phone) => tapAd(phone, adOf(stack, code)))
    expect(new URL(open).searchParams.get('gclid')).toBe(GCLID)
    tell(`the landing page opened ${open.slice(0, 60)}…`)

    await onPhone(async ({ page, requests }) => {
      const referrer = new URL(store).searchParams.get('referrer') ?? ''
      await page.goto(`${stack.exampleUrl}/${handover({ open, referrer })}`)
      const event = await page.waitForSelector('#events > li')
      expect(await event.innerText()).toMatch(/Landing page/)
      expect(await event.textContent()).toContain(DESTINATION)
      expect(await event.textContent()).toContain(GCLID)
      expect(await fact(page, 'click-ids', 'gclid')).toBe(GCLID)
      tell('the app was told of the link, with the gclid byte for byte')

      expect(await fact(page, 'install', 'matched')).toBe('true')
      expect(await fact(page, 'install', 'match_type')).toBe('referrer')
      tell('the app reported its install, which belongs to the tap')

      await page.fill('#ask-value', code)
      await tap(page, '#ask-form button[value=code]')
      expect(await fact(page, 'attribution', 'gclid')).toBe(GCLID)
      expect(await fact(page, 'attribution', 'campaign')).toBe('Été 2026')
      await listCampaigns(page, 'Été 2026', '1 click')
      await pictures(page)

      await page.goto(stack.exampleUrl)
      await page.waitForSelector(READY)
      expect(await fact(page, 'click-ids', 'gclid')).toBe(GCLID)
      expect(requests.filter((request) => request === REPORT)).toHaveLength(1)
      tell('a later start knows the gclid, and reports no second install')
    })

    const [request] = await receiver.waitForRequests(1, PATIENCE.timeoutMs)
    if (request === undefined) throw new Error('no delivery came')
    const { body, headers } = request
    const delivery = verify(body, headers, webhook.secret, { requireTimestamp: true })
    verifyServiceSignature(body, headers, webhook.secret)
    expect(delivery).toMatchObject({ event: 'install_attributed', attempt: 1, trigger: 'auto' })
    expect(delivery.payload).toMatchObject({
      matched: true,
      dyna_code: code,
      gclid: GCLID,
      campaign_id: campaignId,
      utm_source: 'google',
    })
    tell(`the receiver got webhook-id ${delivery.deliveryId}; both signatures are good`)

    await waitFor(
      async () => {
        const { state } = await stack.owner<{ state: string }>(
          'GET',
          `/api/deliveries/${delivery.deliveryId}`,
        )
        return state === 'succeeded'
      },
      { what: 'the delivery to be recorded', ...PATIENCE },
    )
    const { data } = await stack.owner<{ data: unknown[] }>('GET', '/api/attributions')
    expect(data).toHaveLength(1)
    expect(receiver.requests).toHaveLength(1)
  }, 180_000)

  it('makes a campaign and a link in it, opens that as a verified link, and counts the click', () =>
    onPhone(async ({ page, requests }) => {
      await page.goto(stack.exampleUrl)
      await page.waitForSelector(READY)
      await page.fill('#campaign-name', 'Winter')
      await tap(page, '#campaign-form button[value=make]')
      await page.waitForSelector('#campaigns li:has-text("0 clicks")')
      await tap(page, '#link-form button.main')
      const link = await page.waitForSelector('#links code')
      const code = new URL(await link.innerText()).pathname.slice(1)
      await tap(page, '#links button')
      await tap(page, '#open-form button')
      const event = await page.waitForSelector('#events > li')
      expect(await event.innerText()).toMatch(/Verified link\s+\w+\s+https:\/\/shop\.example\.com/)
      expect(await event.textContent()).toContain(`Winter`)
      await until('the click', () => requests.includes(`POST /api/links/${code}/click`))
      await listCampaigns(page, 'Winter', '1 click')
    }))

  it('forgets everything and starts as a fresh install', () =>
    onPhone(async ({ page, requests }) => {
      const open = encodeURIComponent(`${await schemeOf(page)}://open?gclid=first&dyna_code=none`)
      await page.goto(`${stack.exampleUrl}/#open=${open}`)
      expect(await fact(page, 'click-ids', 'gclid')).toBe('first')
      expect(await fact(page, 'install', 'matched')).toBe('false')
      await page.evaluate('document.body.dataset.before = "yes"')
      await tap(page, '#fresh-form button')
      await page.waitForSelector(`body:not([data-before]) ${READY}`)
      expect(await page.textContent('#click-ids [data-fact=gclid]')).toBe('–')
      expect(requests.filter((request) => request === REPORT)).toHaveLength(2)
    }))

  it.each(['small', 'large', 'android'] as const)(
    'fits the %s phone, with targets for a thumb',
    async (name) => {
      const phone = await openPhone(browser, PHONES[name])
      await phone.page.goto(stack.exampleUrl)
      await phone.page.waitForSelector(READY)
      expect(await phone.page.evaluate(LOOKS)).toEqual({ isTooWide: false, small: [] })
      expect(phone.faults).toEqual([])
      await phone.context.close()
    },
  )

  async function schemeOf(page: Page): Promise<string> {
    const response = await page.request.get(`${stack.exampleUrl}/config.json`)
    const { projectId } = (await response.json()) as { projectId: string }
    return `service-${projectId}`
  }
})

/** Runs in the page. */
const LOOKS = `({
  isTooWide: document.documentElement.scrollWidth > innerWidth,
  small: [...document.querySelectorAll('button, select, input:not([type=checkbox])')]
    .filter(one => one.getBoundingClientRect().height < 44).map(one => one.outerHTML),
})`

/** Says each step of the story on its own line, with its time. */
function teller(): (line: string) => void {
  const startedMs = performance.now()
  return (line) => {
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    process.stderr.write(`  +${seconds.padStart(5)} s  ${line}\n`)
  }
}

/** What an owner makes before an ad goes out. */
async function prepare(stack: WholeStack) {
  const webhook = await stack.owner<{ id: number; secret: string }>('POST', '/api/webhooks', {
    url: stack.receiver.url('/hooks/installs'),
    events: ['install_attributed'],
  })
  const { id: campaignId } = await stack.owner<{ id: number }>('POST', '/api/campaigns', {
    name: 'Été 2026',
    utm_source: 'google',
    utm_medium: 'cpc',
  })
  const { code } = await stack.owner<{ code: string }>('POST', '/api/links', {
    actual_url: DESTINATION,
    is_deeplink: true,
    campaign_id: campaignId,
    android_url: 'https://play.google.com/store/apps/details?id=com.example.shop',
  })
  return { webhook, campaignId, code }
}

function adOf(stack: WholeStack, code: string): string {
  return `${stack.shortUrl(code)}?gclid=${encodeURIComponent(GCLID)}`
}

/** Taps an ad; answers by which URLs its landing page tried to open the app, and then went to the store. */
async function tapAd({ page, wentTo }: Phone, ad: string) {
  await page.setContent(`<a id="ad" href="${ad}">New shoes</a>`)
  await tap(page, '#ad')
  const find = (start: string) => wentTo.find((url) => url.startsWith(start))
  await until('to be at the store', () => page.url().startsWith('https://play.google.com/'))
  return { open: find('service-') ?? '', store: find('https://play.google.com/') ?? '' }
}

function handover({ open, referrer }: { open: string; referrer: string }): string {
  return `#open=${encodeURIComponent(open)}&referrer=${encodeURIComponent(referrer)}`
}

/** Lists campaigns until one has that many clicks: they are counted a moment later than they are stored. */
async function listCampaigns(page: Page, name: string, clicks: string): Promise<void> {
  await waitFor(
    async () => {
      await tap(page, '#campaign-form button[value=list]')
      return page.isVisible(`#campaigns li:has-text("${name}"):has-text("${clicks}")`)
    },
    { what: `${name} to have ${clicks}`, everyMs: 500, ...PATIENCE },
  )
}

/** For the documents, where a folder for pictures is named. */
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
