import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { button, OWNER, type Stories } from './world.js'

async function setFilters(
  page: Page,
  fill: (form: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await button(page, /^Filters/).click()
  const form = page.getByRole('dialog', { name: 'Filters' })
  await fill(form)
  await form.getByRole('button', { name: 'Apply' }).click()
  await form.waitFor({ state: 'detached' })
}

export const describeListFiltersStory: Stories = (world) => {
  it('narrows deliveries by answer, failure, link and test, in the address', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'deliveries?view=all')
    const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row')
    await rows.nth(1).waitFor()
    await setFilters(page, async (form) => {
      await form.getByLabel('Last status').fill('204')
      await form.getByLabel('Link').fill('SPRING7')
      await form.getByRole('combobox', { name: 'Tests' }).click()
      await form.getByRole('option', { name: 'Without tests' }).click()
    })
    await page.waitForURL(at('deliveries?view=all&status=204&link=SPRING7&test=false'))
    await page.getByText('No delivery matches these filters').waitFor()
    await button(page, 'Remove filter Last status: 204').click()
    await rows.nth(1).waitFor()
    expect(await rows.count()).toBe(2)
    await page.reload()
    await button(page, 'Filters (2)').waitFor()
    await button(page, 'Remove filter Tests: Without tests').waitFor()
    await context.close()
  })

  it('counts links up to 10,000, and has pages beyond', async () => {
    const { panel } = world()
    await panel.query(`INSERT INTO links (project_id, code)
      SELECT id, 'MANY' || n FROM projects, generate_series(1, 10001) AS n WHERE prefix = 'acme'`)
    try {
      const [context, page] = await panel.openAs(OWNER, 'links?page=500')
      await page.getByText('9,981–10,000 of 10,000+', { exact: true }).waitFor()
      await button(page, 'Next').click()
      await page.getByText(/^10,001–[\d,]+ of 10,000\+$/).waitFor()
      expect(await button(page, 'Next').isDisabled()).toBe(true)
      await context.close()
    } finally {
      await panel.query("DELETE FROM links WHERE code LIKE 'MANY%'")
    }
  })
}

export const describeMoreFiltersStory: Stories = (world) => {
  it('narrows installs by what matched them, and by device', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'installs')
    await setFilters(page, async (form) => {
      await form.getByRole('combobox', { name: 'Matched by' }).click()
      await form.getByRole('option', { name: 'Play referrer' }).click()
      await form.getByLabel('System version').fill('9')
    })
    await page.waitForURL(at('installs?type=referrer&os=9'))
    const rows = page.getByRole('table', { name: 'Installs' }).getByRole('row')
    // The sample phone of the first story has another version.
    await page.getByText('1 in all').waitFor()
    await rows.nth(1).getByText('Play referrer').waitFor()
    await button(page, 'Remove filter Matched by: Play referrer').click()
    await page.getByText('2 in all').waitFor()
    await context.close()
  })

  it('sorts links by a column, and keeps the order when filters are cleared', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'links')
    const header = page.getByRole('columnheader', { name: 'Clicks' })
    await header.getByRole('button').click()
    await page.waitForURL(at('links?sort=-clicked_count'))
    expect(await header.getAttribute('aria-sort')).toBe('descending')
    await setFilters(page, async (form) => {
      await form.getByRole('combobox', { name: 'Created by' }).click()
      await form.getByRole('option', { name: 'Apps' }).click()
    })
    await page.waitForURL(at('links?sort=-clicked_count&creator=sdk'))
    await page.getByText('No link matches these filters').waitFor()
    await button(page, 'Clear filters').click()
    await page.waitForURL(at('links?sort=-clicked_count'))
    await page.getByRole('link', { name: 'SPRING7' }).first().waitFor()
    await context.close()
  })
}
