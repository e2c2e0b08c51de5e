import { expect, it } from '@jest/globals'
import { clickLink, reportInstall } from '../play-phone.js'
import { button, OWNER, type Stories } from './world.js'

export const describeFailingDeliveriesStory: Stories = (world) => {
  it('lets an operator find failing deliveries, correct the URL and replay them', async () => {
    const { panel, receiver, at } = world()
    receiver.respondWith(({ path }) => ({ status: path === '/hook' ? 500 : 200 }))
    const [context, page] = await panel.openAs(OWNER, 'deliveries')
    await reportInstall(panel, { referrer: await clickLink(panel, 'SPRING7') })
    // The two of the verification, and four attempts.
    await receiver.waitForRequests(6)
    await page.goto(at('deliveries'))
    await page.getByRole('row').nth(1).getByText('Failed').waitFor()
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByText('All four attempts have failed.').waitFor()
    await page.getByText('HTTP 500').first().waitFor()
    await page.getByRole('region', { name: 'Last success of this webhook' }).waitFor()
    await page.getByRole('link', { name: /\/hook$/ }).click()
    await page.getByRole('region', { name: 'Health' }).getByText('HTTP 500').waitFor()
    await page.getByLabel('URL', { exact: true }).fill(receiver.url('/mended'))
    await page.getByLabel('Name', { exact: true }).fill('Warehouse')
    await button(page, 'Save changes').click()
    await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor()
    await button(page, 'Actions').click()
    await page.getByRole('menuitem', { name: 'Replay' }).click()
    await button(page, 'Send 1 again').click()
    await page.getByText('1 delivered').waitFor()
    expect(receiver.requests.at(-1)).toMatchObject({ path: '/mended' })
    await context.close()
  }, 90_000)

  it('lets an operator resend several deliveries together', async () => {
    const { panel, receiver } = world()
    const [context, page] = await panel.openAs(OWNER, 'deliveries?view=all')
    const before = receiver.requests.length
    await page.getByRole('row').nth(2).waitFor()
    await page.getByLabel('Select all on this page').check()
    await page.getByText('2 selected').waitFor()
    await button(page, 'Resend 2').click()
    await page.getByText('2 deliveries are sent again').waitFor()
    await receiver.waitForRequests(before + 2)
    await context.close()
  })
}
