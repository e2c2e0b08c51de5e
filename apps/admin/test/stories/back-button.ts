import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { heading, OWNER, type Stories } from './world.js'

const MANY = 20
const scrolled = (page: Page) => page.evaluate<number>('Math.round(window.scrollY)')

export const describeBackButtonStory: Stories = (world) => {
  it('returns to the filters, the place and the row of a list with the back button', async () => {
    const { panel, api, at } = world()
    await api('POST', '/api/links/bulk', {
      links: Array.from({ length: MANY }, (_, index) => ({
        code: `BACK${index}`,
        name: `Back ${String(index).padStart(2, '0')}`,
        actual_url: 'https://shop.example.com/',
      })),
    })
    const [context, page] = await panel.openAs(OWNER, 'links')
    await page.getByRole('searchbox').fill('BACK')
    await page.waitForURL(at('links?search=BACK'))
    await page.getByRole('columnheader', { name: 'Link' }).getByRole('button').click()
    const list = at('links?search=BACK&sort=name')
    await page.waitForURL(list)
    const row = page.getByRole('link', { name: 'Back 18', exact: true })
    await row.scrollIntoViewIfNeeded()
    await row.click({ trial: true })
    const before = await scrolled(page)
    expect(before).toBeGreaterThan(0)
    await row.click()
    await heading(page, 'Back 18').waitFor()
    await page.locator('h1:focus').waitFor()
    expect(await scrolled(page)).toBe(0)

    await page.goBack()
    await page.waitForURL(list)
    await page.locator('a:focus', { hasText: 'Back 18' }).waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('BACK')
    const sorted = page.getByRole('columnheader', { name: 'Link' })
    expect(await sorted.getAttribute('aria-sort')).toBe('ascending')
    expect(await scrolled(page)).toBe(before)
    // The same list by a link is a new visit, which begins at its heading.
    await page.getByRole('navigation').getByRole('link', { name: 'Campaigns' }).click()
    await heading(page, 'Campaigns').waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click()
    await page.locator('h1:focus', { hasText: 'Links' }).waitFor()
    await context.close()
  }, 60_000)
}
