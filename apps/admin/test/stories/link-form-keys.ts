import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { heading, OWNER, PLAY, type Stories } from './world.js'

export const describeLinkFormKeysStory: Stories = (world) => {
  it('fills in, corrects and saves the whole form of a link by keyboard', async () => {
    const { panel, api } = world()
    await api('POST', '/api/campaigns', { name: 'By keyboard', status: 'active' })
    const [context, page] = await panel.openAs(OWNER, 'links')
    await heading(page, 'Links').waitFor()
    await page.getByRole('link', { name: 'SPRING7' }).first().waitFor()
    await openForm(page)
    await page.keyboard.type('https://shop.example.com/keys')
    await tabTo(page, 'Code')
    await page.keyboard.type('SPRING7')
    await tabTo(page, 'Create link')
    await page.keyboard.press('Enter')
    // The error gets the focus, and is also at its field.
    await page.locator('[role=alert]:focus').getByText('is already used').waitFor()
    const code = page.getByRole('textbox', { name: 'Code' })
    expect(await code.getAttribute('aria-invalid')).toBe('true')

    await tabTo(page, 'Code')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('KEYS1')
    await tabTo(page, 'Name')
    await page.keyboard.type('Made by keyboard')
    await tabTo(page, 'Campaign')
    await chooseCampaign(page)
    await tabTo(page, 'Tags')
    await page.keyboard.type('keys')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Open the app on phones')
    await page.keyboard.press('Space')
    await tabTo(page, 'Google Play page')
    await page.keyboard.type(PLAY)
    await tabTo(page, 'UTM values')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Source')
    await page.keyboard.type('mail')
    await tabTo(page, 'Create link')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Made by keyboard' }).waitFor()
    await page.locator('button:focus', { hasText: 'New link' }).waitFor()
    const { data } = await api('GET', '/api/links?search=KEYS1')
    expect(data).toMatchObject([
      {
        code: 'KEYS1',
        name: 'Made by keyboard',
        campaign_name: 'By keyboard',
        tags: ['keys'],
        is_deeplink: true,
        android_url: PLAY,
        utm_source: 'mail',
      },
    ])
    await context.close()
  }, 90_000)

  it('gives the focus back when a form is closed with Esc', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'links')
    await page.getByRole('link', { name: 'SPRING7' }).first().waitFor()
    await openForm(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('button:focus', { hasText: 'New link' }).waitFor()
    await context.close()
  })
}

/** Enter must neither send the form nor lose what was typed. */
async function chooseCampaign(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'New link' })
  const campaign = form.getByRole('combobox', { name: 'Campaign' })
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('By kez')
  await page.getByText('No campaign has such a name.').waitFor()
  await page.keyboard.press('Enter')
  expect(await campaign.inputValue()).toBe('By kez')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('y')
  await page.locator('[data-combobox-selected]', { hasText: 'By keyboard' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
  expect(await campaign.inputValue()).toBe('By keyboard')
}

async function openForm(page: Page): Promise<void> {
  await tabTo(page, 'New link')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New link' }).waitFor()
  await page.locator('input[name=actual_url]:focus').waitFor()
}

/** What a screen reader calls the focused element: its label, or its text. */
const FOCUSED = `(() => {
  const focused = document.activeElement
  const label = focused.getAttribute('aria-label') ?? focused.labels?.[0]?.innerText
  return (label ?? focused.innerText ?? '').trim()
})()`
const MOST_TABS = 80

/** Presses Tab until the element with this name has the focus; an asterisk marks a required field. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = []
  while (passed.length < MOST_TABS) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>(FOCUSED)
    if (focused.replace(/\s*\*$/, '').split('\n')[0] === name) return
    passed.push(focused)
  }
  throw new Error(`Tab does not reach "${name}", only: ${passed.join(' | ')}`)
}
