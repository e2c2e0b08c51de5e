import { expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import type { Page } from 'playwright-core'
import { button, heading, OWNER, type Stories } from './world.js'

export const describeTwoTabsStory: Stories = (world) => {
  it('does not overwrite a change that another tab has saved, and keeps typed values', async () => {
    const { panel, api } = world()
    const { id } = await api('POST', '/api/campaigns', { name: 'Spring sale' })
    const form = `campaigns?form=edit:${String(id)}`
    const [context, slow] = await panel.openAs(OWNER, form)
    const fast = await context.newPage()
    await fast.goto(slow.url())
    await slow.getByRole('textbox', { name: 'Name' }).fill('Spring sale, slow')
    await fast.getByRole('textbox', { name: 'Name' }).fill('Spring sale, fast')
    await fast.getByLabel('Description').fill('By the fast tab')
    await button(fast, 'Save').click()
    await fast.getByText('Spring sale, fast').waitFor()
    await button(slow, 'Save').click()
    const message = slow.getByRole('alert')
    await message.getByText('Somebody else has changed this since you opened it.').waitFor()
    const both = 'they wrote “Spring sale, fast”, you wrote “Spring sale, slow”'
    await message.getByText(both).waitFor()
    await message.getByText('they changed (empty) to “By the fast tab”').waitFor()
    await message.getByRole('button', { name: 'Save mine' }).click()
    await slow.getByText('Changes saved').waitFor()
    expect(await api('GET', `/api/campaigns/${String(id)}`)).toMatchObject({
      name: 'Spring sale, slow',
      description: 'By the fast tab',
    })
    await slow.goto(fast.url().replace(/campaigns.*/, form))
    await slow.getByRole('dialog').getByRole('combobox', { name: 'Status' }).click()
    await slow.getByRole('option', { name: 'Archived' }).click()
    await button(slow, 'Save').click()
    await slow.getByText('Spring sale, slow is archived').waitFor()
    await button(slow, 'Undo').click()
    await slow.getByText('Undone').waitFor()
    const restored = await api('GET', `/api/campaigns/${String(id)}`)
    expect(restored).toMatchObject({ status: 'draft' })
    await context.close()
  }, 60_000)

  it('shows a colleague’s change of a webhook and of the settings, and loads it', async () => {
    const { panel, api, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'webhooks/1')
    const settings = page.getByRole('region', { name: 'Settings' })
    const description = settings.getByLabel('Description')
    await description.fill('Mine')
    await api('PUT', '/api/webhooks/1', { description: 'Theirs' })
    await button(page, 'Save changes').click()
    const message = page.getByRole('alert')
    await message.getByText('they wrote “Theirs”, you wrote “Mine”').waitFor()
    await button(page, 'Load theirs').click()
    await message.waitFor({ state: 'detached' })
    await expectValue(description, 'Theirs')

    await page.goto(at('settings/general'))
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Acme, mine')
    // What was typed is stored within half a second.
    const isStored = `Object.values(sessionStorage).some((text) => text.includes('Acme, mine'))`
    await waitFor(() => page.evaluate<boolean>(isStored), { what: 'the stored draft' })
    await page.reload()
    await expectValue(name, 'Acme, mine')
    const before = await api('GET', '/api/project')
    await api('PUT', '/api/project', { sdk_writes: 'own' })
    const card = page.getByRole('region', { name: 'Landing page' })
    // The colleague has changed another field, so there is nothing to decide.
    await card.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved').waitFor()
    expect(await api('GET', '/api/project')).toMatchObject({
      name: 'Acme, mine',
      sdk_writes: 'own',
      version: Number(before['version']) + 2,
    })
    await api('PUT', '/api/project', { name: before['name'], sdk_writes: 'all' })
    await context.close()
  }, 60_000)

  it('keeps two projects open in two tabs', async () => {
    const { panel, at } = world()
    const [context, acme] = await panel.openAs(OWNER, 'links')
    await acme.evaluate(`fetch('/api/projects', { method: 'POST', body: '{"name":"Globex","prefix":"globex"}',
      headers: { 'X-Throughline-Panel': '1', 'content-type': 'application/json' } })`)
    const globex = await context.newPage()
    await globex.goto(at('links').replace('/acme/', '/globex/'))
    await globex.getByText('Globex').first().waitFor()
    await acme.reload()
    await acme.getByRole('link', { name: 'SPRING7' }).first().waitFor()
    await heading(globex, 'Links').waitFor()
    await globex.waitForLoadState('networkidle')
    expect(await globex.getByText('SPRING7').count()).toBe(0)
    await context.close()
  }, 60_000)
}

export const describeMoreTabsStory: Stories = (world) => {
  it('does not overwrite a link that was changed meanwhile, and undoes archiving', async () => {
    const { panel, api, at } = world()
    await api('POST', '/api/links', { actual_url: 'https://shop.example.com/', code: 'TWOTABS' })
    const [context, slow] = await panel.openAs(OWNER, 'links?form=edit:TWOTABS')
    await slow.getByRole('textbox', { name: 'Name' }).fill('Slow')
    await api('PUT', '/api/links/TWOTABS', { name: 'Fast' })
    await button(slow, 'Save').click()
    await slow.getByText('Somebody else has changed this since you opened it.').waitFor()
    await slow.goto(at('links/TWOTABS'))
    await button(slow, 'Archive').click()
    await slow.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
    await button(slow, 'Undo').click()
    await slow.getByRole('link', { name: 'Fast' }).first().waitFor()
    // Later stories expect SPRING7 at the top of the list.
    await api('DELETE', '/api/links/TWOTABS')
    await context.close()
  }, 60_000)

  it('stays usable in six tabs', async () => {
    const { panel, at } = world()
    const [context, first] = await panel.openAs(OWNER, 'overview')
    const others = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))
    await Promise.all(others.map((page) => page.goto(at('overview'))))
    const tabs = [first, ...others]
    await Promise.all(tabs.map((page) => heading(page, 'Overview').waitFor()))
    const use = async (page: Page) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).click()
      await page.getByRole('row').nth(1).or(page.getByText('Nothing needs attention')).waitFor()
    }
    await Promise.all(tabs.map(use))
    await context.close()
  }, 60_000)
}

async function expectValue(
  field: { inputValue: () => Promise<string>; waitFor: () => Promise<void> },
  value: string,
): Promise<void> {
  await field.waitFor()
  expect(await field.inputValue()).toBe(value)
}
