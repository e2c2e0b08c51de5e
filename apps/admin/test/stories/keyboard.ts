import { expect, it } from '@jest/globals'
import { heading, OWNER, type Stories } from './world.js'

export const describeKeyboardStory: Stories = (world) => {
  it('works with the keyboard alone: from the overview to a link, its form, and back', async () => {
    const { panel, at } = world()
    const [context, page] = await panel.openAs(OWNER, 'overview')
    const press = (...keys: string[]) =>
      keys.reduce<Promise<void>>(
        (former, key) => former.then(() => page.keyboard.press(key)),
        Promise.resolve(),
      )
    const focused = () => page.evaluate<string>('document.activeElement?.textContent ?? ""')
    await heading(page, 'Overview').waitFor()
    await page.getByText('Show what needs attention').waitFor()
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('content')
    await press('Shift+?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await press('g', 'l')
    await heading(page, 'Links').waitFor()
    await page.getByRole('link', { name: 'SPRING7' }).first().waitFor()
    expect(await focused()).toBe('Links')
    await press('j')
    expect(await focused()).toContain('SPRING7')
    await press('Enter')
    await page.waitForURL(at('links/SPRING7'))
    await press('g', 'd')
    await page.waitForURL(at('deliveries'))
    await press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.locator('input:focus').waitFor()
    await page.keyboard.type('webhooks')
    await palette.getByRole('button', { name: 'Deliveries' }).waitFor({ state: 'detached' })
    await press('Enter')
    await page.waitForURL(at('webhooks'))
    await heading(page, 'Webhooks').waitFor()
    // All files of this list are loaded.
    expect(await page.evaluate(FOLLOW_LINKS)).toEqual({ current: 'Links', heading: 'Webhooks' })
    await page.locator('h1:focus', { hasText: 'Links' }).waitFor()
    await context.close()
  }, 60_000)
}

/** Follows a link of the navigation. Returns what the next frame shows: the answer, before the screen is rendered. */
const FOLLOW_LINKS = `new Promise((resolve) => {
  const textOf = (selector) => document.querySelector(selector)?.textContent
  const links = [...document.querySelectorAll('nav a')]
  links.find(({ textContent }) => textContent === 'Links').click()
  requestAnimationFrame(() => resolve({ current: textOf('nav a[aria-current]'), heading: textOf('h1') }))
})`

export const describeSingleKeysStory: Stories = (world) => {
  it('lets single keys be turned off', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'links')
    await heading(page, 'Links').waitFor()
    await page.keyboard.press('Shift+?')
    await page.getByRole('switch', { name: 'Single keys' }).press('Space')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Shift+?')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(page.url()).toContain('/links')
    await context.close()
  })
}
