import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  describeInBrowser,
  openPhone,
  PHONES,
  until,
  type Phone,
} from '@throughline/testkit/browser'
import { launchBrowser } from '@throughline/testkit/chromium'
import { waitFor } from '@throughline/testkit/wait-for'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { startTestApi, type TestApi } from './harness.js'

/** A page of another site that requests a link in every way except a click. */
const FOREIGN_PAGE = `<!doctype html><title>foreign</title><script>
  const link = new URL(location.href).searchParams.get('link')
  const load = (name, attribute) => {
    const element = document.createElement(name)
    element[attribute] = link + '&by=' + name
    document.documentElement.append(element)
  }
  load('img', 'src')
  load('iframe', 'src')
  load('script', 'src')
  fetch(link + '&by=fetch', { mode: 'no-cors' }).catch(() => 0)
</script><a id="link">to the link</a>
<script>document.querySelector('#link').href = link + '&by=click'</script>`

describeInBrowser('a link in a real browser', () => {
  let api: TestApi
  let browser: Browser
  let foreign: Server
  beforeAll(async () => {
    api = await startTestApi({ env: { LINK_BASE_HOST: 'localhost' } })
    const link = {
      projectId: api.project.id,
      actualUrl: 'https://shop.example.com/shoes',
      androidUrl: 'https://play.google.com/store/apps/details?id=com.acme',
    }
    await api.database.prisma.link.createMany({
      data: [
        { ...link, code: 'deep', isDeeplink: true },
        { ...link, code: 'plain' },
      ],
    })
    foreign = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(FOREIGN_PAGE)
    })
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
    browser = await launchBrowser()
  }, 180_000)
  afterAll(async () => {
    await browser.close()
    foreign.close()
    await api.close()
  })

  const urlOf = (path: string) => `http://acme.localhost:${new URL(api.url).port}${path}`

  async function withPhone<T>(
    options: BrowserContextOptions,
    use: (phone: Phone) => Promise<T>,
  ): Promise<T> {
    const phone = await openPhone(browser, options)
    try {
      return await use(phone)
    } finally {
      await phone.context.close()
    }
  }
  const newestClick = () => api.database.prisma.click.findFirstOrThrow({ orderBy: { id: 'desc' } })
  /** For each click of a link: why it is not counted, or null. */
  const reasonsOf = async (code: string) => {
    const link = await api.database.prisma.link.findFirstOrThrow({ where: { code } })
    const clicks = await api.database.prisma.click.findMany({ where: { linkId: link.id } })
    return clicks.map(({ uncountedReason }) => uncountedReason)
  }

  it.each(['deep', 'plain'])(
    'counts when it is clicked, and not when a page loads it: %s',
    (code) =>
      withPhone(PHONES.android, async ({ page }) => {
        const { port } = foreign.address() as AddressInfo
        const link = encodeURIComponent(urlOf(`/${code}?x=1`))
        await page.goto(`http://news.localhost:${port}/?link=${link}`, { waitUntil: 'load' })
        const embedded = ['embedded', 'embedded', 'embedded', 'embedded']
        const areThere = (clicks: number) =>
          waitFor(async () => (await reasonsOf(code)).length === clicks, {
            what: `${clicks} clicks`,
          })
        await areThere(4)
        expect(await reasonsOf(code)).toEqual(embedded)
        await page.evaluate(`document.querySelector('#link').click()`)
        await areThere(5)
        expect((await reasonsOf(code)).filter((reason) => reason === null)).toHaveLength(1)
      }),
  )

  /** Follows the deep link to Play. Returns the values of fbclid_captured_at on the way. */
  async function follow({ page, wentTo }: Phone, isReported = true) {
    const before = wentTo.length
    await page.goto(urlOf('/deep?fbclid=F'), { waitUntil: 'commit' })
    await until('Play', () => page.url().startsWith('https://play.google.com/'))
    const [app = '', store = ''] = wentTo.slice(before)
    const referrer = new URL(store).searchParams.get('referrer') ?? ''
    if (isReported) {
      const { id: clickId } = await newestClick()
      const isKept = async () => (await api.database.prisma.visit.count({ where: { clickId } })) > 0
      await waitFor(isKept, { what: 'the report' })
    }
    return {
      app: Number(new URL(app).searchParams.get('fbclid_captured_at')),
      store: Number(new URLSearchParams(referrer).get('fbclid_captured_at')),
      click: Number((await newestClick()).fbclidCapturedAt),
    }
  }
  const three = (second: number) => ({ app: second, store: second, click: second })

  it('has the same first capture of an fbclid in the app’s URL, the store’s and the click', () =>
    withPhone(PHONES.android, async (phone) => {
      const first = await follow(phone)
      expect(first).toEqual(three(first.click))
      const store = async (at: number) => {
        await phone.page.goto(urlOf('/robots.txt'))
        const stored = JSON.stringify([{ id: 'F', at }])
        await phone.page.evaluate(`localStorage.setItem('throughline.fbclids', '${stored}')`)
      }
      await store(first.click - 3_600)
      expect(await follow(phone)).toEqual(three(first.click - 3_600))
      await store(first.click - 91 * 86_400)
      const late = await follow(phone)
      expect(late).toEqual(three(late.click))
      expect(late.click).toBeGreaterThanOrEqual(first.click)
    }))

  it('reports nothing and stores nothing in the browser with Global Privacy Control', () =>
    withPhone({ ...PHONES.android, extraHTTPHeaders: { 'sec-gpc': '1' } }, async (phone) => {
      const seen = await follow(phone, false)
      expect(seen).toEqual(three(seen.click))
      expect(phone.requests).toEqual(['GET /deep'])
      expect(await newestClick()).toMatchObject({ ipPrefixHash: null, uncountedReason: null })
      await phone.page.goto(urlOf('/robots.txt'))
      expect(await phone.page.evaluate('Object.keys(localStorage)')).toEqual([])
    }))
})
