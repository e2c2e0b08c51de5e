import { it } from '@jest/globals'
import { clickLink } from '../play-phone.js'
import { OWNER, type Stories } from './world.js'

export const describeLiveStory: Stories = (world) => {
  it('lists clicks as they happen, and holds them while paused', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'overview')
    const card = page.getByRole('region', { name: 'Live', exact: true })
    const rows = card.getByRole('region', { name: 'The newest' }).getByRole('listitem')
    await card.locator('span', { hasText: 'Live' }).first().waitFor()
    await rows.first().waitFor()
    const before = await rows.count()
    await clickLink(panel, 'SPRING7')
    await rows.nth(before).waitFor()
    await card.getByRole('button', { name: 'Pause' }).click()
    await clickLink(panel, 'SPRING7')
    await card.getByRole('button', { name: 'Show 1 new' }).click()
    await rows.nth(before + 1).waitFor()
    await context.close()
  })
}
