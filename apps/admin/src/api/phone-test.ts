import type { ProjectContext } from '../shell/project-context.js'
import { setup as texts } from '../texts/setup.js'
import { unwrap } from './client.js'

/** Where a visitor without the app arrives, if the project has no link of an app yet. */
const FALLBACK = 'https://example.com/'

/** Makes a link for one test. It leads where the newest link of the app leads. */
export async function createTestLink({ api }: ProjectContext) {
  const { data } = await unwrap(api.GET('/api/links', { params: { query: { per_page: 20 } } }))
  const model = data.find((link) => link.is_deeplink) ?? data[0]
  const { actual_url: url, ios_url: ios, android_url: android } = model ?? {}
  return unwrap(
    api.POST('/api/links', {
      body: {
        ...{ name: texts.phoneLinkName, actual_url: url ?? FALLBACK, is_deeplink: true },
        ...(ios == null ? {} : { ios_url: ios }),
        ...(android == null ? {} : { android_url: android }),
        tags: ['test'],
      },
    }),
  )
}
