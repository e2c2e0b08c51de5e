import { expect, it } from '@jest/globals'
import { clickLink, reportInstall } from '../play-phone.js'
import { button, OWNER, type Stories } from './world.js'

export const describePhoneTestStory: Stories = (world) => {
  it('follows a test link live, from the click on a phone to the delivered webhook', async () => {
    const { panel, receiver, api } = world()
    const { id } = await api('POST', '/api/webhooks', {
      url: receiver.url('/phone'),
      events: ['install_attributed'],
    })
    const [context, page] = await panel.openAs(OWNER, 'setup')
    await button(page, 'Make a test link').click()
    await page.waitForURL(/[?&]phone=/)
    const code = new URL(page.url()).searchParams.get('phone') ?? ''
    const card = page.getByRole('region', { name: 'Try with my phone' })
    // The link host of the tests is this machine, which no phone reaches.
    await card.getByText('A phone cannot reach this link').waitFor()
    expect(await card.getByRole('img').count()).toBe(0)
    const step = (name: string) => card.getByRole('listitem').filter({ hasText: name })
    await step('Open the link').getByText('waiting').waitFor()
    const referrer = await clickLink(panel, code)
    await step('Open the link').getByText('The landing page was opened: Android').waitFor()
    await step('Install and open').getByText('The SDK reports the first start').waitFor()
    await reportInstall(panel, { referrer })
    await step('Install and open').getByText('The app reported an install: Android').waitFor()
    await step('Attribution').getByRole('link', { name: 'Matched: Play referrer' }).waitFor()
    await step('Webhook').getByRole('link', { name: 'Delivered' }).waitFor()
    // The address leads a colleague to the same test.
    await page.reload()
    await step('Webhook').getByRole('link', { name: 'Delivered' }).waitFor()
    await step('Attribution').getByRole('link').click()
    await page.waitForURL(/installs\//)
    await context.close()
    await api('DELETE', `/api/webhooks/${Number(id)}`)
  }, 90_000)
}

export const describeUnmatchedPhoneStory: Stories = (world) => {
  it('says what to do when the app reports an install that does not match', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'setup')
    await button(page, 'Make a test link').press('Enter')
    await page.waitForURL(/[?&]phone=/)
    await clickLink(panel, new URL(page.url()).searchParams.get('phone') ?? '')
    await page.getByText('The landing page was opened').waitFor()
    await reportInstall(panel, { platform: 'ios' })
    await page.getByRole('link', { name: 'Not matched: No click found' }).waitFor()
    await page.getByText('its page shows what was compared').waitFor()
    await context.close()
  }, 60_000)
}
