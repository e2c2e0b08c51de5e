import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { button, OWNER, type Stories } from './world.js'

const PHONES = ['iPhone', 'Android'] as const

export const describeLinkPreviewStory: Stories = (world) => {
  it('shows what visitors get before the link is saved: pages, final URL, card and QR code', async () => {
    const { panel, api } = world()
    const clicks = () => panel.query('SELECT count(*) FROM clicks')
    const before = await clicks()
    const [context, page] = await panel.openAs(OWNER, 'links?form=new')
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByText('Enter a destination to see what visitors get.').waitFor()
    const entries = await page.evaluate<number>('history.length')
    await page.getByRole('textbox', { name: 'Destination' }).fill('https://shop.example.com/?x=1')
    await preview.getByText('Straight to shop.example.com').nth(1).waitFor()
    await page.getByRole('switch', { name: 'Open the app on phones' }).check()
    await page.getByText('Link preview', { exact: true }).click()
    await page.getByLabel('Title', { exact: true }).fill('Spring <b>sale</b>')
    await page.getByText('UTM values', { exact: true }).click()
    await page.getByLabel('Source', { exact: true }).fill('mail')
    await page.getByRole('textbox', { name: 'Code' }).fill('UNSAVED')
    for (const phone of PHONES)
      await landingPage(page, phone).getByText('Spring <b>sale</b>').waitFor()
    await preview.getByText('Spring <b>sale</b>').waitFor()
    await preview.locator('b', { hasText: '&utm_source=mail' }).waitFor()
    await preview.getByRole('img', { name: /QR code of http.*\/UNSAVED$/ }).waitFor()
    // The back button still leaves the form.
    expect(await page.evaluate('history.length')).toBe(entries)
    expect(await clicks()).toEqual(before)
    expect((await api('GET', '/api/links?search=UNSAVED'))['data']).toEqual([])
    await button(page, 'Cancel').click()
    await context.close()
  })
}

const landingPage = (page: Page, phone: (typeof PHONES)[number]) =>
  page.frameLocator(`iframe[title="Landing page, ${phone}"]`)
