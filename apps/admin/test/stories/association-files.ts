import { it } from '@jest/globals'
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
}
