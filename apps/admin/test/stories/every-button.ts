import { expect, it } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'
import { SCREENS, untilLoaded } from './screens.js'
import { OWNER, VIEWER, type Stories, type World } from './world.js'

/** Requests that read although they are a POST, and those for the own account. */
const HARMLESS =
  /^(POST \/api\/(links\/preview|tickets|webhooks\/check-url|project\/[a-z-]+\/check)|(POST|PUT|DELETE) \/api\/(me|auth)\b.*)$/

/** Presses each button of the screen once, and those of the menus and dialogs that they open. Returns their names. */
const PRESS_ALL = `(async () => {
  const pressed = new Set()
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const pressNew = async () => {
    const buttons = document.querySelectorAll('main button, [role=dialog] button, [role=menuitem]')
    for (const one of buttons) {
      const name = one.getAttribute('aria-label') ?? one.innerText.trim()
      if (!one.isConnected || one.disabled || one.matches('a') || pressed.has(name)) continue
      pressed.add(name)
      one.click()
      await painted()
    }
  }
  for (let depth = 0; depth < 3; depth += 1) await pressNew()
  return [...pressed]
})()`

/** Stops requests that change something. @returns those that were tried */
async function stopWrites(context: BrowserContext): Promise<string[]> {
  const writes: string[] = []
  // Otherwise the buttons that copy fail, because nobody has touched the page.
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.route('**/api/**', async (route) => {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    if (request.method() === 'GET' || HARMLESS.test(call)) return route.continue()
    writes.push(call)
    return route.fulfill({ status: 403, json: { code: 'forbidden', detail: 'Stopped' } })
  })
  return writes
}

async function pressAll(page: Page, { at }: World, screen: string): Promise<string[]> {
  await page.goto(at(screen))
  await untilLoaded(page, screen)
  return page.evaluate<string[]>(PRESS_ALL)
}

export const describeEveryButtonStory: Stories = (world) => {
  it('has no button for a viewer, on any screen, that would change something', async () => {
    const { panel, unmatchedId, api } = world()
    const { data } = await api('GET', '/api/deliveries?limit=1')
    const [delivery] = data as { id: string }[]
    const [context, page] = await panel.openAs(VIEWER, 'links')
    const writes = await stopWrites(context)
    const pressed = new Set<string>()
    for (const screen of [
      ...SCREENS,
      `installs/${unmatchedId}`,
      `deliveries/${delivery?.id ?? ''}`,
    ]) {
      for (const name of await pressAll(page, world(), screen)) pressed.add(name)
      expect([screen, writes]).toEqual([screen, []])
      // The form of an address that an editor has copied is not for viewers.
      if (screen.includes('form='))
        expect(await page.getByRole('dialog', { name: /^(New|Edit)/ }).count()).toBe(0)
    }
    expect(pressed.size).toBeGreaterThan(20)
    await context.close()
  }, 300_000)

  it('finds the buttons of an owner that change something', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'links')
    const writes = await stopWrites(context)
    await pressAll(page, world(), 'webhooks/1')
    expect(writes).toContain('POST /api/webhooks/1/test')
    await context.close()
  }, 60_000)
}
