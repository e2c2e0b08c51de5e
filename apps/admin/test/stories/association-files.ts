import { expect, it } from '@jest/globals'
import { startReceiver, type ReceiverAnswer, type Respond } from '@throughline/testkit/receiver'
import { button, OWNER, type Stories } from './world.js'

const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':')
const target = (change: object) =>
  JSON.stringify([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'com.acme.shop',
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

const SHA1 = FINGERPRINT.slice(0, 59)
const PLAY_PAGE = 'https://play.google.com/store/apps/details?id=com.acme.shop'

/** Less usual ones, with the same parts. */
const MORE_MISTAKES: typeof MISTAKES = [
  [target({ sha256_cert_fingerprints: [SHA1] }), /This is the SHA-1 fingerprint/],
  [target({ sha256_cert_fingerprints: [FINGERPRINT.slice(1)] }), /this one has 63/],
  [target({ sha256_cert_fingerprints: [FINGERPRINT.replaceAll(':', '')] }), /separated by colons/],
  [target({ sha256_cert_fingerprints: ['c2hhMjU2LWtleQ=='] }), /A base64 hash/],
  [target({ sha256_cert_fingerprints: FINGERPRINT }), /Put square brackets around it/],
  [target({ sha256_cert_fingerprints: [FINGERPRINT, FINGERPRINT] }), /in the list twice/],
  [target({ package_name: PLAY_PAGE }), /follows id= in the Play URL/],
  [target({ namespace: 'ios_app' }), /iOS apps have a separate file/],
  [target({}).replace('handle_all_urls', 'handle_all_url'), /did you mean/],
  ['[]', /The list is empty/],
  ['<html>', /JSON/],
  [`\uFEFF${target({})}`, /byte order mark/],
]
const MORE_APPLE_MISTAKES: typeof MISTAKES = [
  [target({}), /This is Android’s assetlinks\.json/],
  [APPLE('com.acme.shop', '{ "/": "*" }'), /The team id is missing/],
  [APPLE('ABCDE12345.com.acme.*', '{ "/": "*" }'), /A wildcard is not an app/],
  [APPLE(APP_ID, '{ "/": "https://go.acme.com/buy" }'), /Write only the path/],
  [APPLE(APP_ID, '{ "/": "buy/*" }'), /must start with "\/"/],
  [APPLE(APP_ID, '{ "/": "/buy?x=1" }'), /use the keys "\?" and "#"/],
  [APPLE(APP_ID, '{ "/": "*" }, { "/": "/a", "exclude": true }'), /never match/],
  [APPLE(APP_ID, '{ "/": "/shop/buy/*" }'), /No pattern matches this host’s links/],
  [APPLE(APP_ID, '{ "/": "/a", "exclude": "true" }'), /true or false, without quotes/],
  ['{ "applinks": { "details": {} } }', /The form keyed by app id/],
  ['{ "appLinks": {} }', /none of applinks/],
]

/** What a host may answer instead of the file, and the panel's words for it. */
const WRONG_ANSWERS: readonly (readonly [
  answer: ReceiverAnswer,
  state: string,
  message: RegExp,
])[] = [
  [{ status: 404 }, 'Answers 404', /^It returns 404, not 200/],
  [
    { status: 301, headers: { Location: 'https://www.acme.com/' } },
    'Redirects',
    /^It redirects to https:\/\/www\.acme\.com\//,
  ],
  [
    { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' },
    'Another type',
    /^Its type is text\/html/,
  ],
  [
    { status: 200, headers: { 'Content-Type': 'application/json' }, body: '[]' },
    'Another file',
    /^It is not the file of this project/,
  ],
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

export const describeMoreAssociationFilesStory: Stories = (world) => {
  it('names mistakes in both association files, and accepts the file without them', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'settings/app-links')
    for (const [name, file, mistakes] of [
      ['Android', 'assetlinks.json', [...MISTAKES, ...MORE_MISTAKES]],
      ['iOS', 'apple-app-site-association', MORE_APPLE_MISTAKES],
    ] as const) {
      const card = page.getByRole('region', { name, exact: true })
      await card.getByRole('button', { name: 'Your own file' }).click()
      const editor = card.getByRole('textbox', { name: `Content of ${file}` })
      for (const [text, message] of mistakes) {
        await editor.fill(text)
        await card.getByRole('listitem').filter({ hasText: message }).first().waitFor()
      }
    }
    const ios = page.getByRole('region', { name: 'iOS', exact: true })
    await ios.getByRole('textbox', { name: /^Content of/ }).fill(APPLE(APP_ID, '{ "/": "*" }'))
    await ios.getByRole('listitem').first().waitFor({ state: 'detached' })
    await button(page, 'Save apple-app-site-association').click()
    await page.getByText('Link hosts serve it within seconds').waitFor()
    await context.close()
  }, 90_000)

  it('says why phones do not accept what the link host answers', async () => {
    const { panel } = world()
    const [context, page] = await panel.openAs(OWNER, 'settings/app-links')
    const card = page.getByRole('region', { name: 'What link hosts serve now' })
    const file = card.getByRole('region', { name: 'apple-app-site-association' })
    await file.getByText('Not reachable').waitFor()
    const host = await startReceiver({ port: panel.linkPort })
    try {
      for (const [answer, state, message] of WRONG_ANSWERS) {
        host.respondWith(() => answer)
        await card.getByRole('button', { name: 'Ask again' }).click()
        await file.getByText(state, { exact: true }).waitFor()
        await file.getByText(message).waitFor()
      }
    } finally {
      await host.close()
    }
    await context.close()
  }, 60_000)
}
