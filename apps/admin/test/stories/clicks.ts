import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { downloadCsv, heading, OWNER, type Stories } from './world.js'

/** Without the placeholders of a list that is loading. */
const clickRows = (page: Page) =>
  page
    .getByRole('table', { name: 'Clicks' })
    .and(page.locator('[aria-busy=false]'))
    .getByRole('row')

export const describeClicksStory: Stories = (world) => {
  it('leads from the number of clicks to as many rows, and to their file', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'overview?days=7')
    const figure = page
      .getByRole('link', { name: /^Clicks/ })
      .and(page.locator('[href*="from="][href*="counted=yes"]'))
    const count = Number(/\d+/.exec(await figure.innerText())?.[0])
    expect(count).toBeGreaterThan(1)
    await figure.click()
    await heading(page, 'Clicks').waitFor()
    await clickRows(page).nth(count).waitFor()
    expect(await clickRows(page).count()).toBe(count + 1)
    const { name, lines } = await downloadCsv(page)
    expect([name, lines.length]).toEqual(['clicks.csv', count + 1])
    await page.getByRole('combobox', { name: 'Result' }).click()
    await page.getByRole('option', { name: 'No install' }).click()
    await clickRows(page).filter({ hasText: 'Install' }).first().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'SPRING7' }).first().click()
    await page.waitForURL(at('links/SPRING7'))
    await context.close()
  })
}

export const describeDimensionsStory: Stories = (world) => {
  it('counts clicks by a property on the overview, a link and a campaign', async () => {
    const { panel, api, at } = world()
    const { id } = await api('POST', '/api/campaigns', { name: 'Without clicks' })
    const [context, page] = await panel.openAs(OWNER, 'overview')
    const card = page.getByRole('region', { name: 'Where clicks come from' })
    const android = card.getByRole('listitem').filter({ hasText: 'Android' })
    const openAndroid = async () => {
      await android.getByRole('link').click()
      await heading(page, 'Clicks').waitFor()
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('platform')).toBe('android')
      await clickRows(page).nth(1).getByText('Android').waitFor()
      return searchParams
    }
    await card.getByRole('button', { name: 'Platform' }).click()
    await openAndroid()
    await page.goto(at('links/SPRING7?days=7'))
    await card.getByRole('button', { name: 'Platform' }).click()
    await page.waitForURL(at('links/SPRING7?days=7&by=platform'))
    await android.getByText(/\d of \d/).waitFor()
    expect((await openAndroid()).get('link')).toBe('SPRING7')
    await page.goto(at(`campaigns/${Number(id)}?by=country`))
    await card.getByRole('button', { name: 'Country', pressed: true }).waitFor()
    await card.getByText('No click in this time.').waitFor()
    await context.close()
    // Later stories expect the campaigns of before.
    await api('DELETE', `/api/campaigns/${Number(id)}`)
  })
}
