import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { describeInBrowser } from '@throughline/testkit/browser'
import type { BrowserContext, Page } from 'playwright-core'
import { clickLink, reportInstall } from '../play-phone.js'
import { PASSWORD, startPanel, type RunningPanel } from '../running-panel.js'

const OWNER = 'ada@example.com'
const LIST = 'The newest clicks, installs and deliveries'

describeInBrowser('the live feed', () => {
  let panel: RunningPanel
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    panel = await startPanel()
    await createLink('SPRING7')
    const made = await panel.cli('user', 'create', '--email', OWNER, '--name', 'Ada', '--admin')
    ;[context, page] = await panel.open()
    await page.goto(String(made['url']))
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is set').waitFor()
    await clickLink(panel, 'SPRING7')
    await panel.signIn(page, OWNER, '/p/acme/overview')
  }, 240_000)
  afterAll(async () => {
    await (panel as RunningPanel | undefined)?.close()
  }, 60_000)
  afterEach(() => expect(panel.faults.splice(0)).toEqual([]))

  const overview = () => `${panel.url}/admin/p/acme/overview`
  const card = (on: Page) => on.getByRole('region', { name: 'Live', exact: true })
  const state = (on: Page, text: string) => card(on).locator('span', { hasText: text }).first()
  const rows = (on: Page) => card(on).getByRole('region', { name: LIST }).getByRole('listitem')
  const rowsAre = async (on: Page, count: number) => {
    await rows(on)
      .nth(count - 1)
      .waitFor()
    expect(await rows(on).count()).toBe(count)
  }

  async function createLink(code: string): Promise<void> {
    const { projectKey, adminToken } = panel.project
    const answer = await fetch(`${panel.url}/api/links`, {
      method: 'POST',
      headers: {
        'x-project-key': projectKey,
        authorization: `Bearer ${adminToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        code,
        actual_url: 'https://shop.example.com/',
        name: 'Spring',
        is_deeplink: true,
        android_url: 'https://play.google.com/store/apps/details?id=com.acme.shop',
      }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }

  it('opens with the newest records, and adds clicks and installs as they happen', async () => {
    await state(page, 'Live').waitFor()
    await rowsAre(page, 1)
    await clickLink(panel, 'SPRING7')
    await rows(page).first().getByRole('link', { name: 'Spring was clicked' }).waitFor()
    const id = await reportInstall(panel, { platform: 'ios' })
    const install = rows(page).first().getByRole('link', { name: 'Install not matched' })
    await install.waitFor()
    expect(await install.getAttribute('href')).toContain(id)
    await rowsAre(page, 3)
  })

  it('does not animate rows with reduced motion, and announces none', async () => {
    const [animation, isAnnounced] = await page.evaluate<[string, boolean]>(`(() => {
      const row = document.querySelector('section[aria-label="Live"] li')
      const announced = row.closest('[aria-live], [role=status], [role=log], [role=alert]')
      return [getComputedStyle(row).animationName, announced !== null]
    })()`)
    expect([animation, isAnnounced]).toEqual(['none', false])
  })

  it('holds new rows while paused', async () => {
    await card(page).getByRole('button', { name: 'Pause' }).click()
    await state(page, 'Paused').waitFor()
    await clickLink(panel, 'SPRING7')
    const show = card(page).getByRole('button', { name: 'Show 1 new' })
    await show.waitFor()
    await rowsAre(page, 3)
    await show.click()
    await rowsAre(page, 4)
    await clickLink(panel, 'SPRING7')
    await show.waitFor()
    await card(page).getByRole('button', { name: 'Continue' }).click()
    await rowsAre(page, 5)
  })

  it('shares one stream among tabs, and another tab takes over when its tab is closed', async () => {
    const second = await context.newPage()
    let streams = 0
    second.on('request', (request) => (streams += request.url().endsWith('/api/stream') ? 1 : 0))
    await second.goto(overview())
    await state(second, 'Live').waitFor()
    await clickLink(panel, 'SPRING7')
    await rowsAre(second, 6)
    await rowsAre(page, 6)
    expect(streams).toBe(0)
    const opened = second.waitForRequest(/\/api\/stream$/)
    await page.close()
    await opened
    await state(second, 'Live').waitFor()
    await clickLink(panel, 'SPRING7')
    await rowsAre(second, 7)
    page = second
  })

  it('says when the stream is interrupted, reads lists meanwhile, and continues it', async () => {
    await context.route(/\/api\/stream$/, (route) => route.abort())
    await page.reload()
    await state(page, 'Reconnecting').waitFor()
    await state(page, 'Every 5 seconds').waitFor()
    await clickLink(panel, 'SPRING7')
    await rowsAre(page, 8)
    await context.unroute(/\/api\/stream$/)
    await state(page, 'Live').waitFor()
    await clickLink(panel, 'SPRING7')
    await rows(page).nth(8).waitFor()
  }, 60_000)
})
