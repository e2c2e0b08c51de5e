import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { inTabs, OWNER, type Stories } from './world.js'

const SCREENS = [
  'first-steps',
  'first-steps?form=webhook',
  'overview',
  'overview?from=2026-11-01&to=2026-11-10&compare=before',
  'links',
  'links?form=new',
  'links?form=edit:SPRING7',
  'links/SPRING7?by=platform&compare=before',
  'campaigns',
  'campaigns?form=new',
  'campaigns/1?from=2026-11-01&to=2026-11-10&compare=before',
  'clicks',
  'installs',
  'installs?result=unmatched&from=2026-01-01&to=2026-12-31',
  'deliveries?view=all',
  'webhooks',
  'webhooks?form=new',
  'webhooks/1',
  'setup?phone=SPRING7',
  'settings/general',
  'settings/members',
  'settings/tokens?form=new',
  'settings/app-links',
  'settings/domains',
  'settings/attribution',
  'settings/privacy',
  'settings/audit',
  'account',
  'users',
  'system',
  'system?part=projects',
  'system?part=audit',
]
/** Screens with a stream, and the region whose list they show when they are loaded. */
const STREAMING = [
  ['first-steps', null],
  ['overview', 'The newest'],
  ['setup?phone=', 'Try with my phone'],
] as const
const within = (page: Page, region: string | null) =>
  region === null ? page.getByRole('main') : page.getByRole('region', { name: region })
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
  it('has no accessibility violation on any screen, in both themes', async () => {
    const { panel, api, at, unmatchedId } = world()
    const { data } = await api('GET', '/api/deliveries?limit=1')
    const [delivery] = data as { id: string }[]
    const axe = await readFile(
      createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
      'utf8',
    )
    const violations: string[] = []
    const [context, over] = await panel.openAs(OWNER, `deliveries/${delivery?.id ?? ''}`)
    const look = async (page: Page, screen: string) => {
      // On a busy machine the network may be idle while the scripts of the page still start.
      await page.locator('h1').first().waitFor()
      if (screen.includes('form=')) await page.getByRole('dialog', { name: /./ }).waitFor()
      // These keep a stream open, unless another tab has it.
      const streaming = STREAMING.find(([start]) => screen.startsWith(start))
      if (streaming === undefined) await page.waitForLoadState('networkidle')
      else await within(page, streaming[1]).getByRole('listitem').first().waitFor()
      await page.evaluate(axe)
      for (const [theme, options] of THEMES) {
        const found = await page.evaluate<Violation[]>(
          `document.documentElement.setAttribute('data-mantine-color-scheme', '${theme}')
          axe.run(document, ${options}).then(({ violations }) => violations)`,
        )
        violations.push(
          ...found.map(({ id, nodes }) => `${theme} ${screen}: ${id} ${nodes[0]?.html ?? ''}`),
        )
      }
    }
    const records = [`installs/${unmatchedId}`, `deliveries/${delivery?.id ?? ''}`]
    await inTabs(context, [...SCREENS, ...records], async (page, screen) => {
      await page.goto(at(screen))
      await look(page, screen)
    })
    // Dialogs and drawers that open over a screen.
    await over.getByRole('button', { name: 'Check a signature' }).click()
    await look(over, 'check a signature')
    await over.keyboard.press('Escape')
    await over.getByRole('dialog').waitFor({ state: 'detached' })
    await over.keyboard.press('Shift+?')
    await over.getByRole('dialog').waitFor()
    await look(over, 'keyboard shortcuts')
    await over.goto(at(`installs/${unmatchedId}`))
    await over.getByRole('switch', { name: 'Show as table' }).press('Space')
    await look(over, 'install as a table')
    await over.goto(at('links?sort=name'))
    await over.getByLabel('Select all on this page').check()
    await look(over, 'selected links')
    await over.getByRole('button', { name: 'Tags', exact: true }).click()
    await over.getByRole('dialog').waitFor()
    await look(over, 'tags of selected links')
    await context.close()
    expect(violations).toEqual([])
  }, 180_000)
}
