import { createHmac } from 'node:crypto'
import { expect, it } from '@jest/globals'
import { clickLink, reportInstall } from '../play-phone.js'
import { PASSWORD } from '../running-panel.js'
import { button, heading, OWNER, type Stories } from './world.js'

const PLAY = 'https://play.google.com/store/apps/details?id=com.acme.shop'

export const describeFirstRunStory: Stories = (world) => {
  it('leads a new owner from the first link to a verified delivery, without leaving the panel', async () => {
    const { panel, receiver, at } = world()
    const [context, page] = await panel.open()
    const made = await panel.cli('user', 'create', '--email', OWNER, '--name', 'Ada', '--admin')
    await page.goto(String(made['url']))
    await page.getByLabel('New password').fill(PASSWORD)
    await button(page, 'Set password').click()
    await page.getByText('Your password is set').waitFor()
    await panel.signIn(page, OWNER, '', '/p/acme/first-steps')
    const toFirstSteps = () =>
      page.getByRole('navigation').getByRole('link', { name: 'First steps' }).click()
    await page.getByText('0 of 5 done').waitFor()
    await button(page, 'New link').click()
    await page.getByRole('textbox', { name: 'Destination' }).fill('https://shop.example.com/spring')
    await page.getByRole('textbox', { name: 'Code' }).fill('SPRING7')
    await page.getByText('SPRING7 is free').waitFor()
    await page.getByRole('switch', { name: 'Open the app on phones' }).check()
    await page.getByLabel('Google Play page').fill(PLAY)
    await button(page, 'Create link').click()
    await page.getByRole('link', { name: 'SPRING7' }).waitFor()
    await toFirstSteps()
    const referrer = await clickLink(panel, 'SPRING7')
    await page.getByText('2 of 5 done').waitFor()
    await reportInstall(panel, { referrer })
    await page.getByText('3 of 5 done').waitFor()
    await button(page, 'New webhook').click()
    await page.getByLabel('URL of your server').fill('https://10.0.0.1/hook')
    await page
      .getByText(/private|public/)
      .first()
      .waitFor()
    await page.getByLabel('URL of your server').fill(receiver.url('/hook'))
    await button(page, 'Create webhook').click()
    const secret = await page.getByLabel('Secret', { exact: true }).innerText()
    const signatureOf = (body: Buffer) => createHmac('sha256', secret).update(body).digest('hex')
    receiver.respondWith(({ body, headers }) => ({
      status: headers['x-service-signature'] === signatureOf(body) ? 200 : 401,
    }))
    await button(page, 'Verify now').click()
    await page.getByText('Your server accepts what Throughline has signed').waitFor()
    await page.getByRole('link', { name: 'See the delivery' }).click()
    await page.getByText('Your server accepted it.').waitFor()
    const [delivery] = await receiver.waitForRequests(2)
    const signature = signatureOf(delivery?.body ?? Buffer.alloc(0))
    expect(delivery?.headers['x-service-signature']).toBe(signature)
    await button(page, 'Check a signature').click()
    await page.getByLabel('Signing secret').fill(secret)
    await page.getByRole('textbox', { name: 'Signature' }).fill(signature)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText('The signature is right.').waitFor()
    await page.keyboard.press('Escape')
    await toFirstSteps()
    await page.getByText('Everything works.').waitFor()
    await page.goto(`${panel.url}/admin`)
    await page.waitForURL(at('overview'))
    await heading(page, 'Overview').waitFor()
    await context.close()
  }, 120_000)
}
