import { describe, expect, it } from '@jest/globals'
import { describeInBrowser } from '@throughline/testkit/browser'
import type { BrowserContext, Page } from 'playwright-core'
import { PASSWORD, startPanel, type RunningPanel } from '../running-panel.js'
import { describeStories } from '../stories/describe-stories.js'
import { describeOtherSiteStory } from '../stories/other-site.js'
import { button, downloadCsv, OWNER, startSeededWorld } from '../stories/world.js'

describeStories('another site', { start: startSeededWorld, stories: [describeOtherSiteStory] })

/** Browsers keep some abilities from pages that are neither on https nor on localhost. */
const SCHEMES = [
  { scheme: 'https', isSecure: true, cookie: /^__Host-throughline-session/, live: 'Live' },
  { scheme: 'http', isSecure: false, cookie: /^throughline-session/, live: 'Every 5 seconds' },
] as const

/** What Chromium reports about each page on plain http. */
const NEEDS_HTTPS = /^The Cross-Origin-Opener-Policy header has been ignored/

describeInBrowser('the panel under a name', () => {
  describe.each(SCHEMES)('with $scheme', ({ scheme, isSecure, cookie, live }) => {
    it('signs in with a cookie for this host, and works', async () => {
      const panel = await startPanel({ front: scheme })
      try {
        const [context, page] = await signInFirst(panel)
        expect(await page.evaluate('isSecureContext')).toBe(isSecure)
        const cookies = await context.cookies()
        const session = cookies.find(({ name }) => cookie.test(name))
        expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: isSecure })
        await makeLink(panel, page)
        await readOverview(panel, page, live)
        await checkSignature(panel, page, isSecure)
        await signOut(page)
        await context.close()
        expect(panel.faults.filter((fault) => !NEEDS_HTTPS.test(fault))).toEqual([])
      } finally {
        await panel.close()
      }
    }, 240_000)
  })
})

async function signInFirst(panel: RunningPanel): Promise<[BrowserContext, Page]> {
  const made = await panel.cli('user', 'create', '--email', OWNER, '--name', 'Ada', '--admin')
  const [context, page] = await panel.open({ ignoreHTTPSErrors: true })
  await page.goto(String(made['url']))
  await page.getByLabel('New password').fill(PASSWORD)
  await button(page, 'Set password').click()
  await page.getByText('Your password is set').waitFor()
  await panel.signIn(page, OWNER, '/p/acme/links')
  return [context, page]
}

/** Uses the clipboard, random bytes and a ticket. */
async function makeLink(panel: RunningPanel, page: Page): Promise<void> {
  await button(page, 'New link').first().click()
  const form = page.getByRole('dialog', { name: 'New link' })
  await form.getByRole('textbox', { name: 'Destination' }).fill('https://shop.example.com/')
  await form.getByRole('textbox', { name: 'Code' }).fill('NAMED1')
  await form.getByText('NAMED1 is free').waitFor()
  await button(page, 'Create link').click()
  await page.getByText('Link created and copied').waitFor()
  await page.getByRole('link', { name: 'NAMED1' }).first().waitFor()
  await button(page, 'Copy link to this view').click()
  await page.getByText('The link is copied').waitFor()
  const { name, lines } = await downloadCsv(page)
  expect([name, lines.length]).toEqual(['links.csv', 2])
  expect(page.url()).toBe(`${panel.url}/admin/p/acme/links`)
}

async function readOverview(panel: RunningPanel, page: Page, live: string): Promise<void> {
  await page.goto(`${panel.url}/admin/p/acme/overview`)
  const card = page.getByRole('region', { name: 'Live', exact: true })
  await card.locator('span', { hasText: live }).first().waitFor()
}

/** Only secure pages can compute a signature; the others say so. */
async function checkSignature(panel: RunningPanel, page: Page, isSecure: boolean): Promise<void> {
  await page.goto(`${panel.url}/admin/p/acme/webhooks?form=new`)
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByRole('textbox', { name: /^URL/ }).fill('http://127.0.0.1:9/hook')
  await button(page, 'Create webhook').click()
  await page.getByLabel('Secret', { exact: true }).waitFor()
  await page.goto(`${panel.url}/admin/p/acme/webhooks/1`)
  await button(page, 'Actions').click()
  await page.getByRole('menuitem', { name: 'Check a signature' }).click()
  const check = page.getByRole('dialog', { name: 'Check a signature' })
  await check.getByRole('button', { name: 'Check', exact: true }).waitFor()
  const reason = check.getByText('Browsers compute signatures only on https')
  expect(await reason.count()).toBe(isSecure ? 0 : 1)
  await page.keyboard.press('Escape')
  await check.waitFor({ state: 'detached' })
}

async function signOut(page: Page): Promise<void> {
  await page.getByTitle('Account').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail address').waitFor()
  // The former screen is not shown again.
  await page.goBack()
  await page.getByLabel('E-mail address').waitFor()
}
