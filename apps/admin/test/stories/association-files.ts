import { expect, it } from '@jest/globals'
import { startReceiver, type Respond } from '@throughline/testkit/receiver'
import { button, OWNER, type Stories } from './world.js'

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':')
const target = (change: object) =>
  JSON.stringify([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        ...{ namespace: 'android_app', package_name: 'com.acme.shop' },
        sha256_cert_fingerprints: [FINGERPRINT],
        ...change,
      },
    },
  ])

/** Common mistakes, and part of the panel's message for each. */
const MISTAKES: readonly (readonly [file: string, message: RegExp])[] = [
  [target({}).slice(0, -2), /JSON/],
  [target({ sha256_cert_fingerprints: ['AB:CD'] }), /fingerprint/i],
  [target({ sha256_cert_fingerprints: [FINGERPRINT.toLowerCase()] }), /fingerprint|capital|case/i],
  [target({ package_name: 'Acme Shop' }), /package/i],
  [target({}).slice(1, -1), /square brackets/],
  [JSON.stringify({ applinks: {} }), /Apple’s/],
]

const APPLE = (appId: string, components: string) =>
  `{ "applinks": { "details": [{ "appIDs": ["${appId}"],\n  "components": [${components}] }] } }`
const APP_ID = 'ABCDE12345.com.acme.shop'

/** Common mistakes in Apple's file, and what "Fix it" makes of them. */
const APPLE_MISTAKES: readonly (readonly [file: string, message: RegExp, fixed: RegExp])[] = [
  [APPLE(APP_ID, '{ "/": "*" },'), /comma precedes/, /"\*"\s*\}\s*\]/],
  [APPLE(APP_ID.toLowerCase(), '{ "/": "*" }'), /team id/, /ABCDE12345/],
  [APPLE(APP_ID, '"/buy/*"'), /component must be an object/, /"\/": "\/buy\/\*"/],
  [APPLE(APP_ID, '{ "/": "NOT /a" }'), /"exclude": true here/, /"exclude": true/],
]

const FOCUSED = "document.activeElement?.getAttribute('aria-label')"

export const describeAssociationFilesStory: Stories = (world) => {
  it('names each usual mistake in an association file before it is saved', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'settings/app-links')
    const card = page.getByRole('region', { name: 'Android' })
    await button(page, 'Your own file').first().click()
    const editor = card.getByRole('textbox', { name: 'Content of assetlinks.json' })
    for (const [file, message] of MISTAKES) {
      await editor.fill(file)
      await card.getByRole('listitem').filter({ hasText: message }).first().waitFor()
    }
    await editor.fill(target({}))
    // Only the hint to compare the fingerprint with the one in Play.
    await card.getByText('1 thing to look at').waitFor()
    await button(page, 'Save assetlinks.json').click()
    await page.getByText('Link hosts serve it within seconds').waitFor()
    await context.close()
  })

  it('leads to the line of each usual mistake in Apple’s file, and fixes it', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'settings/app-links')
    const card = page.getByRole('region', { name: 'iOS' })
    await card.getByRole('button', { name: 'Your own file' }).click()
    const editor = card.getByRole('textbox', { name: 'Content of apple-app-site-association' })
    for (const [file, message, fixed] of APPLE_MISTAKES) {
      await editor.fill(file)
      const problem = card.getByRole('listitem').filter({ hasText: message }).first()
      await problem.getByRole('button', { name: /^Line [12]$/ }).click()
      expect(await page.evaluate(FOCUSED)).toBe('Content of apple-app-site-association')
      await problem.getByRole('button', { name: 'Fix it' }).click()
      expect(await editor.inputValue()).toMatch(fixed)
    }
    await context.close()
  })

  it('shows how the file on the link host differs from the stored one, until they are the same', async () => {
    const { panel, at } = world()
    const serving =
      (file: string): Respond =>
      ({ path }) =>
        path.endsWith('/assetlinks.json')
          ? { status: 200, headers: { 'Content-Type': 'application/json' }, body: file }
          : { status: 404 }
    const respond = serving(target({ package_name: 'com.acme.old' }))
    const host = await startReceiver({ port: panel.linkPort, respond })
    try {
      const [context, page] = await panel.openAs(OWNER, 'settings/app-links')
      const card = page.getByRole('region', { name: 'What link hosts serve now' })
      const file = card.getByRole('region', { name: 'assetlinks.json' })
      await file.getByText('com.acme.shop is missing on the host.').waitFor()
      await file.getByText('com.acme.old is only on the host.').waitFor()
      host.respondWith(serving(target({})))
      await card.getByRole('button', { name: 'Ask again' }).click()
      await file.getByText('As stored').waitFor()
      await page.goto(at('setup'))
      await page.getByText('The link host serves its file, but over http').waitFor()
      await context.close()
    } finally {
      await host.close()
    }
  })
}
