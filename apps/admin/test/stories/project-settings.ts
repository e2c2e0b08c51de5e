import { expect, it } from '@jest/globals'
import { button, OWNER, type Stories } from './world.js'

export const describeProjectSettingsStory: Stories = (world) => {
  it('rotates the project key, and revokes the former one', async () => {
    const { panel, api } = world()
    const { project_key: former } = await api('GET', '/api/project')
    const [context, page] = await panel.openAs(OWNER, 'settings/general')
    const keys = page.getByRole('region', { name: 'Project keys' })
    await keys.getByRole('button', { name: 'Rotate the key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the key' }).click()
    await keys.getByText('Replaced').waitFor()
    // This call uses the former key, so the former key works.
    expect(await api('GET', '/api/project')).toMatchObject({ former_keys: [{ key: former }] })
    await keys.getByRole('button', { name: 'Revoke' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(String(former).slice(-6))
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await context.close()
  }, 60_000)

  it('deletes the project in seven days, and restores it', async () => {
    const { panel, api } = world()
    const [context, page] = await panel.openAs(OWNER, 'settings/general')
    const card = page.getByRole('region', { name: 'Delete this project' })
    await card.getByRole('button', { name: 'Delete project' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('acme')
    await dialog.getByRole('button', { name: 'Delete project' }).click()
    await card.getByText('This project is deleted on').waitFor()
    const { deletes_at: at } = await api('GET', '/api/project')
    const days = (Date.parse(String(at)) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    await button(page, 'Undo').click()
    await card.getByRole('button', { name: 'Delete project' }).waitFor()
    expect(await api('GET', '/api/project')).toMatchObject({ deletes_at: null })
    await context.close()
  }, 60_000)
}
