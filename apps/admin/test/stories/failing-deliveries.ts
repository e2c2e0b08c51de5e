import { expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { clickLink, reportInstall } from '../play-phone.js'
import { button, heading, OWNER, type Stories } from './world.js'

export const describeFailingDeliveriesStory: Stories = (world) => {
  it('lets an operator find failing deliveries, correct the URL and replay them', async () => {
    const { panel, receiver, at } = world()
    receiver.respondWith(({ path }) => ({ status: path === '/hook' ? 500 : 200 }))
    const [context, page] = await panel.openAs(OWNER, 'deliveries')
    await heading(page, 'Deliveries').waitFor()
    await reportInstall(panel, { referrer: await clickLink(panel, 'SPRING7') })
    // The two of the verification, and four attempts.
    await receiver.waitForRequests(6)
    await page.goto(at('deliveries'))
    await page.getByRole('row').nth(1).getByText('Failed').waitFor()
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByText('All four attempts have failed.').waitFor()
    await page.getByText('HTTP 500').first().waitFor()
    const compared = page.getByRole('table', { name: 'Attempt 4, beside the last success' })
    await compared.getByRole('row').nth(1).waitFor()
    const [, result] = await compared.getByRole('row').allInnerTexts()
    expect(result).toMatch(/HTTP 500\s+HTTP 20\d/)
    // The fifth attempt, by hand: it opens when its answer arrives, which is announced.
    await button(page, 'Resend').click()
    await page
      .getByRole('status')
      .getByText('Attempt 5: HTTP 500, after')
      .waitFor({ state: 'attached' })
    await page.getByRole('table', { name: 'Attempt 5, beside the last success' }).waitFor()
    await page.getByRole('link', { name: /\/hook$/ }).click()
    await page.getByRole('region', { name: 'Health' }).getByText('HTTP 500').waitFor()
    await page.getByLabel('URL', { exact: true }).fill(receiver.url('/mended'))
    await page.getByLabel('Name', { exact: true }).fill('Warehouse')
    await button(page, 'Save changes').click()
    await page.getByRole('heading', { level: 1, name: 'Warehouse' }).waitFor()
    await button(page, 'Actions').click()
    await page.getByRole('menuitem', { name: 'Replay' }).click()
    await page.waitForURL(at('webhooks/1?replay=new'))
    await page.getByText('One delivery is sent again:').waitFor()
    await button(page, 'Send 1 again').click()
    await page.waitForURL(/webhooks\/1\?replay=\d+$/)
    await page.getByText('1 delivered').waitFor()
    await page.reload()
    await page.getByText('The replay is finished.').waitFor()
    expect(receiver.requests.at(-1)).toMatchObject({ path: '/mended' })
    await context.close()
  }, 90_000)

  it('shows the headers of an attempt as the receiver got them, signatures included', async () => {
    const { receiver, api } = world()
    const request = receiver.requests.at(-1)
    expect(request?.path).toBe('/mended')
    const { ...headers } = request?.headers
    const record = await api('GET', `/api/deliveries/${String(headers['webhook-id'])}`)
    const [last] = (record['attempts'] as { request_headers: Record<string, string> }[]).slice(-1)
    const shown = Object.entries(last?.request_headers ?? {})
    const lower = Object.fromEntries(shown.map(([name, value]) => [name.toLowerCase(), value]))
    const missing = Object.keys(headers).filter((name) => !(name in lower))
    expect(missing.sort()).toEqual(['connection', 'content-length', 'host', 'user-agent'])
    expect({ ...headers, ...lower }).toEqual(headers)
  })
}

export const describeManyDeliveriesStory: Stories = (world) => {
  it('counts a replay by state first, and cancels it while it runs', async () => {
    const { panel, receiver, at } = world()
    for (let more = 0; more < 2; more += 1)
      await reportInstall(panel, { referrer: await clickLink(panel, 'SPRING7') })
    await receiver.waitForRequests(3)
    receiver.respondWith(() => ({ status: 200, delayMs: 3_000 }))
    const [context, page] = await panel.openAs(OWNER, 'deliveries?view=all&webhook=1')
    await button(page, 'Replay').click()
    await page.waitForURL(at('deliveries?view=all&webhook=1&replay=new'))
    const form = page.getByRole('dialog')
    await form.getByText('No delivery in this range').waitFor()
    expect(await button(page, /^Send/).isDisabled()).toBe(true)
    await form.getByRole('combobox', { name: 'Which ones' }).click()
    await page.getByRole('option', { name: 'Delivered' }).click()
    await form.getByText('3 deliveries are sent again:').waitFor()
    await button(page, 'Send 3 again').click()
    await button(page, 'Cancel replay').click()
    await form.getByText('The replay is canceled.').waitFor()
    receiver.respondWith(() => ({ status: 200 }))
    await context.close()
  })

  it('lets an operator resend several deliveries together', async () => {
    const { panel, receiver, api } = world()
    // A delivery with an attempt in flight is not sent again.
    await waitFor(
      async () => {
        const { data } = await api('GET', '/api/deliveries?state=delivering')
        return Array.isArray(data) && data.length === 0
      },
      { what: 'no attempt in flight' },
    )
    const [context, page] = await panel.openAs(OWNER, 'deliveries?view=all')
    const before = receiver.requests.length
    await page.getByRole('row').nth(2).waitFor()
    await page.getByLabel('Select all on this page').check()
    await page.getByText('3 selected').waitFor()
    await button(page, 'Resend 3').click()
    await page.getByText('3 deliveries are sent again').waitFor()
    await receiver.waitForRequests(before + 3)
    await context.close()
  })
}
