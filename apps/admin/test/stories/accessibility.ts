import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, it } from '@jest/globals'
import type { BrowserContext, Page } from 'playwright-core'
import { SCREENS, showTheme, untilLoaded } from './screens.js'
import { inTabs, OWNER, type Stories, type World } from './world.js'

/** One of each kind: a list, a form over it, charts, a record, settings. */
const SOME_SCREENS = ['links?form=new', 'overview', 'webhooks/1', 'settings/app-links']
/** The themes differ only in colors. */
const THEMES = [
  ['light', '{}'],
  ['dark', "{ runOnly: ['color-contrast'] }"],
] as const

interface Violation {
  id: string
  nodes: { html: string }[]
}

export const describeAccessibilityStory: Stories = (world) => {
  it('has no accessibility violation on screens of each kind, in both themes', async () => {
    const { panel, unmatchedId } = world()
    const [context, page] = await panel.openAs(OWNER, `installs/${unmatchedId}`)
    const axe = await startAxe()
    await axe.look(page, 'install')
    await lookAt(world(), { context, screens: SOME_SCREENS, axe })
    await context.close()
    expect(axe.violations).toEqual([])
  }, 90_000)
}

export const describeAllAccessibleStory: Stories = (world) => {
  it('has no accessibility violation on any screen, in both themes', async () => {
    const { panel, api, at, unmatchedId } = world()
    const { data } = await api('GET', '/api/deliveries?limit=1')
    const [delivery] = data as { id: string }[]
    const deliveryPath = `deliveries/${delivery?.id ?? ''}`
    const [context, over] = await panel.openAs(OWNER, deliveryPath)
    const axe = await startAxe()
    const screens = [...SCREENS, `installs/${unmatchedId}`, deliveryPath]
    await lookAt(world(), { context, screens, axe })
    // Dialogs and drawers that open over a screen.
    await over.getByRole('button', { name: 'Check a signature' }).click()
    await axe.look(over, 'check a signature')
    await over.keyboard.press('Escape')
    await over.getByRole('dialog').waitFor({ state: 'detached' })
    await over.keyboard.press('Shift+?')
    await over.getByRole('dialog').waitFor()
    await axe.look(over, 'keyboard shortcuts')
    await over.goto(at(`installs/${unmatchedId}`))
    await over.getByRole('switch', { name: 'Show as table' }).press('Space')
    await axe.look(over, 'install as a table')
    await over.goto(at('links?sort=name'))
    await over.getByLabel('Select all on this page').check()
    await axe.look(over, 'selected links')
    await over.getByRole('button', { name: 'Tags', exact: true }).click()
    await over.getByRole('dialog').waitFor()
    await axe.look(over, 'tags of selected links')
    await over.goto(at('settings/members'))
    await over.getByRole('button', { name: 'Remove Grace' }).click()
    await over.getByRole('dialog').getByRole('button', { name: 'Remove' }).waitFor()
    await axe.look(over, 'remove a member')
    await context.close()
    expect(axe.violations).toEqual([])
  }, 300_000)
}

interface Axe {
  violations: string[]
  look: (page: Page, screen: string) => Promise<void>
}

async function startAxe(): Promise<Axe> {
  const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  const violations: string[] = []
  const look = async (page: Page, screen: string) => {
    await untilLoaded(page, screen)
    await page.evaluate(axe)
    for (const [theme, options] of THEMES) {
      await showTheme(page, theme, screen)
      const found = await page.evaluate<Violation[]>(
        `axe.run(document, ${options}).then(({ violations }) => violations)`,
      )
      violations.push(
        ...found.map(({ id, nodes }) => `${theme} ${screen}: ${id} ${nodes[0]?.html ?? ''}`),
      )
    }
  }
  return { violations, look }
}

function lookAt(
  { at }: World,
  { context, screens, axe }: { context: BrowserContext; screens: readonly string[]; axe: Axe },
): Promise<void> {
  return inTabs(context, screens, async (page, screen) => {
    await page.goto(at(screen))
    if (screen.includes('form=')) await page.getByRole('dialog', { name: /./ }).waitFor()
    await axe.look(page, screen)
  })
}
