import { join } from 'node:path'
import { picturesFolder } from '@throughline/testkit/test-env'
import type { Page } from 'playwright-core'

/** Every screen of the project, with its forms. */
export const SCREENS = [
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

/** Waits until a screen is complete. */
export async function untilLoaded(page: Page, screen: string): Promise<void> {
  // On a busy machine the network may be idle while the scripts of the page still start.
  await page.locator('h1').first().waitFor()
  // These keep a stream open, unless another tab has it.
  const streaming = STREAMING.find(([start]) => screen.startsWith(start))
  if (streaming === undefined) await page.waitForLoadState('networkidle')
  else await within(page, streaming[1]).getByRole('listitem').first().waitFor()
}

/** Shows the page in a theme, and saves a picture of it if there is a folder for pictures (THROUGHLINE_PICTURES). */
export async function showTheme(
  page: Page,
  theme: 'light' | 'dark',
  pictureName: string,
): Promise<void> {
  await page.evaluate(
    `document.documentElement.setAttribute('data-mantine-color-scheme', '${theme}')`,
  )
  const folder = picturesFolder()
  if (folder === null) return
  const file = `${pictureName.replaceAll(/[^\w-]+/g, '-')}-${theme}.png`
  await page.screenshot({ path: join(folder, file), fullPage: true })
}
