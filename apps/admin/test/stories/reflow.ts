import { expect, it } from '@jest/globals'
import { SCREENS, showTheme, untilLoaded } from './screens.js'
import { inTabs, OWNER, type Stories } from './world.js'

/** WCAG 2.2, 1.4.10: a window of 1280 px at 400 %. */
const NARROW = { viewport: { width: 320, height: 640 } }

/** How much wider than the window the page is, and what reaches over its edge. */
const OVERFLOW = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  const wide = scrollWidth - clientWidth
  const isOver = (one) => one.getBoundingClientRect().right > clientWidth + 1
  const first = wide > 0 ? [...document.body.querySelectorAll('*')].filter(isOver).at(-1) : null
  return [wide, first?.outerHTML.slice(0, 160) ?? '']
})()`

export const describeReflowStory: Stories = (world) => {
  it('needs no horizontal scrolling in a window of 320 px, on any screen', async () => {
    const { panel, api, at, unmatchedId } = world()
    const { data } = await api('GET', '/api/deliveries?limit=1')
    const [delivery] = data as { id: string }[]
    const [context] = await panel.openAs(OWNER, 'links', NARROW)
    const screens = [...SCREENS, `installs/${unmatchedId}`, `deliveries/${delivery?.id ?? ''}`]
    const over: unknown[] = []
    await inTabs(context, screens, async (page, screen) => {
      await page.goto(at(screen))
      await untilLoaded(page, screen)
      if (screen.includes('form=')) await page.getByRole('dialog', { name: /./ }).waitFor()
      const [wide, first] = await page.evaluate<[number, string]>(OVERFLOW)
      if (wide > 0) over.push([screen, wide, first])
      for (const theme of ['light', 'dark'] as const)
        await showTheme(page, theme, `${screen}-narrow`)
    })
    expect(over).toEqual([])
    // The navigation and the account are behind one button.
    const [, page] = await panel.openAs(OWNER, 'links', NARROW)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Deliveries' }).click()
    await page.waitForURL(at('deliveries'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.context().close()
    await context.close()
  }, 240_000)
}
