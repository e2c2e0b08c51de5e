import { it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { OWNER, type Stories } from './world.js'

export const describeLinkFormKeysStory: Stories = (world) => {
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
