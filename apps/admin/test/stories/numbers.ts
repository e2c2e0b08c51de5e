import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { button, heading, OWNER, type Stories } from './world.js'

const DAY_MS = 86_400_000

/** A local day of this machine, which is that of its browser. */
function dayAgo(days: number): string {
  const date = new Date(Date.now() - days * DAY_MS)
  const part = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}

const chart = (page: Page, name: string) => page.getByRole('slider', { name })

export const describeNumbersStory: Stories = (world) => {
  it('zooms the chart of the overview by dragging and by keyboard, and goes back', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'overview')
    const clicks = chart(page, 'Clicks and installs')
    await clicks.scrollIntoViewIfNeeded()
    const box = (await clicks.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    // 40 px of counts, then thirty days.
    const xOf = (place: number) => box.x + 40 + ((box.width - 40) * place) / 29
    await page.mouse.move(xOf(10), box.y + 60)
    await page.mouse.down()
    await page.mouse.move(xOf(19), box.y + 90, { steps: 4 })
    await page.mouse.up()
    await page.waitForURL(at(`overview?from=${dayAgo(19)}&to=${dayAgo(10)}`))
    await page.goBack()
    await page.waitForURL(at('overview'))
    await clicks.press('ArrowLeft')
    await clicks.press('ArrowLeft')
    expect(await clicks.getAttribute('aria-valuetext')).toMatch(/: Clicks 0, Attributed/)
    for (let times = 0; times < 6; times += 1) await clicks.press('Shift+ArrowLeft')
    expect(await clicks.getAttribute('aria-valuetext')).toContain('press Enter to zoom')
    await clicks.press('Enter')
    await page.waitForURL(at(`overview?from=${dayAgo(8)}&to=${dayAgo(2)}`))
    await context.close()
  }, 60_000)

  it('copies the address of a view, and the request behind it', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'installs?result=matched')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
    await button(page, 'Copy link to this view').click()
    await page.getByText('The link is copied').waitFor()
    expect(await copied()).toBe(at('installs?result=matched'))
    await button(page, 'Copy as curl').click()
    await page.getByText('Put an admin token in THROUGHLINE_TOKEN').waitFor()
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', await copied()], {
      env: { THROUGHLINE_TOKEN: panel.project.adminToken },
    })
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ matched: true }], total: 1 })
    await context.close()
  })
}

export const describeMoreNumbersStory: Stories = (world) => {
  it('shows the period before on request, and keeps that in the address', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'overview')
    const compare = page.getByRole('switch', { name: 'Compare with the period before' })
    await compare.press('Space')
    await page.getByText('Clicks, before').waitFor()
    await page.waitForURL(at('overview?compare=before'))
    await page.reload()
    await page.getByText('Clicks, before').waitFor()
    await context.close()
  })

  it('leads from the match rate to the reasons of the installs that did not match', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'overview?days=7')
    const days = `from=${dayAgo(6)}&to=${dayAgo(0)}`
    await page
      .getByRole('link', { name: /^Installs/ })
      .and(page.locator(`[href*="${days}"]`))
      .waitFor()
    await page.getByRole('link', { name: /^Match rate/ }).click()
    await page.waitForURL(at(`installs?${days}&result=unmatched`))
    const reasons = page.getByRole('region', { name: /Why \d+ installs? w/ })
    await reasons.getByRole('link', { name: 'No click found' }).click()
    await page.waitForURL(at(`installs?${days}&result=unmatched&reason=no_candidate`))
    expect(await page.getByRole('table', { name: 'Installs' }).getByRole('row').count()).toBe(2)
    await context.close()
  })

  it('counts a campaign between two days, beside the days before', async () => {
    const { panel, api, at } = world()
    const { id } = await api('POST', '/api/campaigns', { name: 'Autumn', status: 'active' })
    const [context, page] = await panel.openAs(OWNER, 'campaigns')
    await button(page, 'Custom').click()
    const range = `from=${dayAgo(29)}&to=${dayAgo(0)}`
    await page.waitForURL(at(`campaigns?${range}`))
    await page.getByRole('link', { name: 'Autumn' }).click()
    await page.waitForURL(at(`campaigns/${Number(id)}?${range}`))
    await heading(page, 'Autumn').waitFor()
    await page.getByLabel('From', { exact: true }).fill(dayAgo(9))
    await page.getByRole('switch', { name: 'Compare with the period before' }).press('Space')
    await page.getByText('Installs, before').waitFor()
    await chart(page, 'Clicks and installs per day').press('Shift+ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL(
      at(`campaigns/${Number(id)}?from=${dayAgo(1)}&to=${dayAgo(0)}&compare=before`),
    )
    await context.close()
  })
}
