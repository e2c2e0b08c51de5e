import { expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { clickLink, reportInstall } from '../play-phone.js'
import { button, heading, OWNER, PLAY, type Stories } from './world.js'

const CODES = Array.from({ length: 10 }, (_, index) => `TEN${index}`)
/** The others have one click. */
const CLICKS: Readonly<Record<string, number>> = { TEN8: 2, TEN9: 3 }
const TOTAL = 13

export const describeManyLinksStory: Stories = (world) => {
  it('lets a marketer make a campaign with ten links and read its numbers', async () => {
    const { panel, api, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'campaigns')
    await button(page, 'New campaign').first().click()
    const form = page.getByRole('dialog', { name: 'New campaign' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Ten posters')
    await form.getByRole('textbox', { name: 'Source' }).fill('poster')
    await button(page, 'Create campaign').click()
    await page.getByRole('link', { name: 'Ten posters' }).click()
    await heading(page, 'Ten posters').waitFor()
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    await page.getByText('No link belongs to this campaign yet.').waitFor()

    await button(page, 'New link').click()
    await page.waitForURL(at(`links?campaign=${id}&form=new`))
    for (const code of CODES) {
      const drawer = page.getByRole('dialog', { name: 'New link' })
      await drawer.getByRole('textbox', { name: 'Destination' }).fill('https://shop.example.com/')
      await drawer.getByRole('textbox', { name: 'Code' }).fill(code)
      await drawer.getByText(`${code} is free`).waitFor()
      await drawer.getByRole('switch', { name: 'Open the app on phones' }).check()
      await drawer.getByLabel('Google Play page').fill(PLAY)
      expect(await drawer.getByRole('combobox', { name: 'Campaign' }).inputValue()).toBe(
        'Ten posters',
      )
      await button(page, 'Create link').click()
      await page.getByRole('table', { name: 'Links' }).getByRole('link', { name: code }).waitFor()
      if (code !== CODES.at(-1)) await button(page, 'New link').first().click()
    }
    await page.getByText('1–10 of 10').waitFor()

    let referrer = ''
    for (const code of CODES)
      for (let click = 0; click < (CLICKS[code] ?? 1); click += 1)
        referrer = await clickLink(panel, code)
    await reportInstall(panel, { referrer })
    await waitFor(
      async () => {
        const stats = await api('GET', `/api/campaigns/${id}/stats`)
        return stats['total_clicks'] === TOTAL && stats['installs'] === 1
      },
      { what: 'the counts' },
    )

    await page.goto(at(`campaigns/${id}?days=7`))
    await page.getByRole('link', { name: new RegExp(`^Clicks ?${TOTAL}`) }).waitFor()
    await page.getByRole('link', { name: /^Installs ?1/ }).waitFor()
    const links = page.getByRole('region', { name: 'Links', exact: true }).getByRole('listitem')
    await links.nth(9).waitFor()
    const shown = await links.allInnerTexts()
    expect(shown).toHaveLength(10)
    expect(shown[0]).toMatch(/^TEN9\s+3$/)
    expect(shown[1]).toMatch(/^TEN8\s+2$/)
    await page.getByRole('link', { name: new RegExp(`^Clicks ?${TOTAL}`) }).click()
    await heading(page, 'Clicks').waitFor()
    await page.getByRole('table', { name: 'Clicks' }).getByRole('row').nth(TOTAL).waitFor()
    await context.close()
  }, 180_000)
}
