import { expect, it } from '@jest/globals'
import { button, OWNER, type Stories } from './world.js'

export const describeSampleDataStory: Stories = (world) => {
  it('opens with sample data, which an administrator removes with one button', async () => {
    const { panel, at } = world()
    await panel.cli('project', 'create', '--name', 'Sample data', '--prefix', 'sample')
    await panel.query("UPDATE projects SET is_sample = true WHERE prefix = 'sample'")
    const [context, page] = await panel.open()
    await panel.signIn(page, OWNER, '', '/p/sample/first-steps')
    await page.getByText('This is sample data').waitFor()
    await page.getByRole('link', { name: 'Go to Acme Shoes' }).waitFor()
    await button(page, 'Remove sample data').click()
    await page.waitForURL(at('overview'))
    await page.getByText('The sample data is removed').waitFor()
    expect(await page.getByText('This is sample data').count()).toBe(0)
    expect(await panel.query("SELECT 1 FROM projects WHERE prefix = 'sample'")).toEqual([])
    await context.close()
  })
}
