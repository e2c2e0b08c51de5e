import { createHmac } from 'node:crypto'
import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../running-panel.js'
import { button, heading, OWNER, PLAY, type Stories } from './world.js'

export const describeFirstRunStory: Stories = (world) => {
  it('leads a new owner from the first link to a verified delivery, without leaving the panel', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.open()
    await page.clock.install()
    const made = await panel.cli('user', 'create', '--email', OWNER, '--name', 'Ada', '--admin')
    await page.goto(String(made['url']))
    await page.getByLabel('New password').fill(PASSWORD)
    await button(page, 'Set password').click()
    await page.getByText('Your password is set').waitFor()
    await panel.signIn(page, OWNER, '', '/p/acme/first-steps')

    await page.getByText('0 of 5 done').waitFor()
    await button(page, 'New link').click()
    await page.getByRole('textbox', { name: 'Destination' }).fill('https://shop.example.com/spring')
    await page.getByRole('textbox', { name: 'Code' }).fill('SPRING7')
    await page.getByText('SPRING7 is free').waitFor()
    await page.getByRole('switch', { name: 'Open the app on phones' }).check()
    await page.getByLabel('Google Play page').fill(PLAY)
    await button(page, 'Create link').click()

    await page.getByText('1 of 5 done').waitFor()
    // No phone reaches a link host on localhost.
    expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0)
    await page.clock.fastForward(21_000)
    await page.getByText('Previews, bots and prefetches').waitFor()
    const phone = await openTab(page, 'Open it on the sample phone')
    await button(phone, '1. Open the link').click()
    await page.getByText('2 of 5 done').waitFor()
    await button(phone, '2. Visit the store page').click()
    await button(phone, '3. Open the app').click()
    await phone.getByText('The install is matched to the click').waitFor()
    await page.getByText('3 of 5 done').waitFor()
    await phone.close()

    await button(page, 'Use the sample receiver').click()
    await page.getByText('4 of 5 done').waitFor()
    await button(page, 'Verify now').click()
    await page.getByText('Everything works.').waitFor()
    await page.getByRole('link', { name: 'Set up the files' }).click()
    await page.waitForURL(at('settings/app-links'))
    await page.goto(`${panel.url}/admin`)
    await page.waitForURL(at('overview'))
    await heading(page, 'Overview').waitFor()
    await context.close()
  }, 120_000)

  it('says what a link needs before the sample phone can install from it', async () => {
    const { panel, api } = world()
    const link = { code: 'NOSTORE', actual_url: 'https://shop.example.com/', is_deeplink: true }
    await api('POST', '/api/links', link)
    const [context, page] = await panel.openAs(OWNER, 'first-steps')
    await page.getByRole('heading', { name: 'Report an install' }).click()
    await page.getByText('This link has no Google Play page').waitFor()
    await page.getByRole('link', { name: 'settings of the link' }).click()
    await page.getByRole('dialog').getByLabel('Google Play page').waitFor()
    await api('DELETE', '/api/links/NOSTORE')
    await context.close()
  })

  it('shows what the sample receiver got, and its verdict on each signature', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'webhooks/1')
    await heading(page, 'Sample receiver').waitFor()
    const inbox = page.getByRole('region', { name: 'What the sample receiver got' })
    await inbox.getByText('Signature right, accepted').waitFor()
    await inbox.getByText('Signature wrong, rejected').click()
    await inbox.getByText('no signature in webhook-signature matches').waitFor()
    await inbox.locator('details[open]').getByText('"SAMPLE1"').waitFor()
    await context.close()
  })

  it('verifies the owner’s server with a new URL and a new secret', async () => {
    const { panel, receiver, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'webhooks/1')
    await page.getByText('Verified', { exact: true }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByLabel('URL', { exact: true }).fill('https://10.0.0.1/hook')
    await page
      .getByText(/private|public/)
      .first()
      .waitFor()
    await page.getByLabel('URL', { exact: true }).fill(receiver.url('/hook'))
    await button(page, 'Save changes').click()
    await page.getByText('Not verified', { exact: true }).waitFor()
    await button(page, 'Actions').click()
    await page.getByRole('menuitem', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
    const secret = await page.getByLabel('Secret', { exact: true }).innerText()
    const signatureOf = (body: Buffer) => createHmac('sha256', secret).update(body).digest('hex')
    receiver.respondWith(({ body, headers }) => ({
      status: headers['x-service-signature'] === signatureOf(body) ? 200 : 401,
    }))
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Verify now' }).click()
    await dialog.getByText('Your server accepts what Throughline has signed').waitFor()
    const [delivery] = await receiver.waitForRequests(2)
    await dialog.getByRole('link', { name: 'See the delivery' }).click()
    await page.getByText('Your server accepted it.').waitFor()
    await checkSignature(page, {
      secret,
      signature: signatureOf(delivery?.body ?? Buffer.alloc(0)),
    })
    await page.goto(at('webhooks/1'))
    const grace = page.getByRole('region', { name: 'Former secret' })
    await grace.getByText(/^Also signs for 23:5\d:\d\d$/).waitFor()
    await grace.getByText('Nobody: your server has accepted').waitFor()
    await grace.getByRole('button', { name: 'End it now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End it now' }).click()
    await page.getByText('The former secret no longer signs').waitFor()
    await grace.waitFor({ state: 'detached' })
    await context.close()
  }, 60_000)
}

/** Clicks a link that opens a new tab. */
async function openTab(page: Page, name: string): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name }).click()
  return opening
}

async function checkSignature(
  page: Page,
  { secret, signature }: { secret: string; signature: string },
): Promise<void> {
  await button(page, 'Check a signature').click()
  await page.getByLabel('Signing secret').fill(secret)
  await page.getByRole('textbox', { name: 'Signature' }).fill(signature)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByText('The signature is right.').waitFor()
}
