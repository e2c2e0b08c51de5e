import { expect, it } from '@jest/globals'
import { ignoreMissingFiles } from './stale-tab.js'
import { button, heading, OWNER, type Stories } from './world.js'

const AWAY = 'The server does not answer.'

export const describeApiAwayStory: Stories = (world) => {
  it('says that the server does not answer, keeps the form, and saves it when the server is back', async () => {
    const { panel, api } = world()
    const [context, page] = await panel.openAs(OWNER, 'links?form=new')
    const form = page.getByRole('dialog', { name: 'New link' })
    await form.getByRole('textbox', { name: 'Destination' }).fill('https://shop.example.com/away')
    await form.getByRole('textbox', { name: 'Code' }).fill('AWAY1')
    await form.getByText('AWAY1 is free').waitFor()
    // The preview is complete, with the parts that are loaded on demand.
    await form.getByRole('img', { name: /^QR code of .*AWAY1$/ }).waitFor()
    await panel.api.stop()
    await button(page, 'Create link').click()
    await form.getByRole('alert').getByText('The server cannot be reached.').waitFor()
    const banner = page.getByText(AWAY)
    await banner.waitFor()
    await panel.api.start()
    await banner.waitFor({ state: 'detached' })
    expect(await form.getByRole('textbox', { name: 'Code' }).inputValue()).toBe('AWAY1')
    await button(page, 'Create link').click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'AWAY1' }).first().waitFor()
    const { data } = await api('GET', '/api/links?search=AWAY1')
    expect(data).toHaveLength(1)
    await context.close()
  }, 90_000)

  it('opens a screen by itself whose files could not be loaded while the server was away', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'links')
    await page.getByRole('link', { name: 'SPRING7' }).first().waitFor()
    await panel.api.stop()
    await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).click()
    await page.getByText(AWAY).waitFor()
    await panel.api.start()
    await page.getByText(AWAY).waitFor({ state: 'detached' })
    await heading(page, 'Deliveries').waitFor()
    expect(page.url()).toBe(at('deliveries'))
    await context.close()
    ignoreMissingFiles(world())
  }, 90_000)
}
