import { expect, it } from '@jest/globals'
import { clickLink, reportInstall } from '../play-phone.js'
import { OWNER, type Stories } from './world.js'

export const describeUnmatchedInstallStory: Stories = (world) => {
  it('shows a developer why an install was not matched, with the nearest clicks', async () => {
    const { panel, at } = world()
    await clickLink(panel, 'SPRING7')
    const id = await reportInstall(panel, { platform: 'ios' })
    world().unmatchedId = id
    const [context, page] = await panel.openAs(OWNER, 'installs?result=unmatched')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.waitForURL(at(`installs/${id}`))
    await page.getByRole('region', { name: 'Why' }).waitFor()
    await page.getByText('What to do').waitFor()
    await page.getByText('Open the link on the same phone and network').waitFor()
    const picture = page.getByRole('region', { name: 'How it was decided' })
    await picture.getByText('No click could be compared with this install.').waitFor()
    const shares = picture.getByRole('listitem').filter({ hasText: 'Clicked on another system' })
    await shares.getByText('another platform').waitFor()
    await picture.getByRole('heading', { name: 'Another platform' }).waitFor()
    await picture.getByRole('link', { name: 'SPRING7' }).first().waitFor()
    await context.close()
  })

  it('shows the same information in tables for readers who cannot see the charts', async () => {
    const { panel, at, unmatchedId } = world()
    const [context, page] = await panel.openAs(OWNER, `installs/${unmatchedId}`)
    const picture = page.getByRole('region', { name: 'How it was decided' })
    await picture.getByRole('switch', { name: 'Show as table' }).press('Space')
    const table = picture.getByRole('table', { name: 'Clicks before this install' })
    const [, first] = await table.getByRole('row').allInnerTexts()
    expect(first).toMatch(/SPRING7[^]*before[^]*another platform, landing page not loaded/)
    expect(await picture.getByRole('img').count()).toBe(0)
    // The setting applies to every chart.
    await page.goto(at('overview'))
    const counts = page.getByRole('table', { name: 'Clicks and installs' })
    await counts.waitFor()
    const today = (await counts.getByRole('row').allInnerTexts()).at(-1) ?? ''
    // Clicks are counted a few seconds later.
    expect(today).toMatch(/\s[12]\s+1$/)
    await context.close()
  })
}
