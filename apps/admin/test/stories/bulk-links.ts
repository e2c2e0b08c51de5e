import { isDeepStrictEqual } from 'node:util'
import { expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import type { BrowserContext, Page } from 'playwright-core'
import { button, OWNER, type Stories, type World } from './world.js'

const CODES = ['BULK1', 'BULK2', 'BULK3']

export const describeBulkLinksStory: Stories = (world) => {
  it('archives links together, and undoes it', async () => {
    const made = await makeLinks(world())
    const [context, page] = await chooseAll(world())
    await page.getByLabel('Select BULK3').uncheck()
    await button(page, 'Archive').click()
    await page.getByText('2 links archived').waitFor()
    await page.getByRole('link', { name: 'BULK1' }).waitFor({ state: 'detached' })
    expect((await linksOf(world())).map(({ code }) => code)).toEqual(['BULK3'])
    await undo(page, world(), made.before)
    await page.getByRole('link', { name: 'BULK1' }).waitFor()
    await context.close()
    await made.remove()
  }, 60_000)
}

export const describeMoreBulkStory: Stories = (world) => {
  it('tags and moves links together, and undoes each change', async () => {
    const { campaignId, before, remove } = await makeLinks(world())
    const [context, page] = await chooseAll(world())
    const state = (change: (link: Listed) => Partial<Listed>) =>
      before.map((link) => ({ ...link, ...change(link) }))

    await button(page, 'Tags').click()
    const tags = page.getByRole('dialog', { name: 'Tags of 3 links' })
    await tags.getByRole('combobox', { name: 'Add' }).fill('sale')
    await page.keyboard.press('Enter')
    await tags.getByRole('combobox', { name: 'Remove' }).press('ArrowDown')
    await page.getByRole('option', { name: 'old' }).click()
    // The open list covers the button.
    await page.keyboard.press('Tab')
    await tags.getByRole('button', { name: 'Change tags' }).click()
    await page.getByText('The tags of 3 links are changed').waitFor()
    expect(await linksOf(world())).toEqual(state(() => ({ tags: ['sale'] })))
    await undo(page, world(), before)

    await page.getByRole('button', { name: 'Move', exact: true }).click()
    const move = page.getByRole('dialog', { name: 'Move 3 links to a campaign' })
    await move.getByRole('combobox', { name: 'Campaign' }).click()
    await page.getByRole('option', { name: 'Bulk' }).click()
    await move.getByRole('button', { name: 'Move' }).click()
    await page.getByText('3 links moved to Bulk').waitFor()
    expect(await linksOf(world())).toEqual(state(() => ({ campaign_id: campaignId })))
    await undo(page, world(), before)

    await context.close()
    await remove()
  }, 60_000)
}

/** Three links, one of them with a tag and a campaign. @returns what a later story must not see, and its removal */
async function makeLinks(world: World) {
  const { api } = world
  const { id: campaignId } = await api('POST', '/api/campaigns', { name: 'Bulk', status: 'active' })
  for (const code of CODES)
    await api('POST', '/api/links', {
      actual_url: 'https://shop.example.com/',
      code,
      ...(code === 'BULK3' ? { tags: ['old'], campaign_id: campaignId } : {}),
    })
  const remove = async () => {
    for (const code of CODES) await api('DELETE', `/api/links/${code}`)
    await api('DELETE', `/api/campaigns/${Number(campaignId)}`)
  }
  return { campaignId, before: await linksOf(world), remove }
}

async function chooseAll({ panel }: World): Promise<[BrowserContext, Page]> {
  const [context, page] = await panel.openAs(OWNER, 'links?search=BULK')
  await page.getByLabel('Select all on this page').check()
  await page.getByText('3 selected').waitFor()
  return [context, page]
}

interface Listed {
  code: string
  tags: unknown
  campaign_id: unknown
}

/** What a bulk change may change, by code. */
async function linksOf({ api }: World): Promise<Listed[]> {
  const { data } = await api('GET', '/api/links?search=BULK&sort=name')
  const listed = (data as Listed[]).map(({ code, tags, campaign_id }) => ({
    code,
    tags,
    campaign_id,
  }))
  return listed.sort((one, other) => one.code.localeCompare(other.code))
}

/** Undoes the last change, and waits until the links are as they were. */
async function undo(page: Page, world: World, before: Listed[]): Promise<void> {
  await button(page, 'Undo').click()
  await waitFor(async () => isDeepStrictEqual(await linksOf(world), before), { what: 'the undo' })
}
