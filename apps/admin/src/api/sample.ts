import { queryOptions } from '@tanstack/react-query'
import type { ProjectContext } from '../shell/project-context.js'
import { unwrap } from './client.js'
import { projectKey } from './keys.js'

const LOOK_MS = 2_000

/** What the sample receiver got. */
export const sampleReceiverQuery = (context: ProjectContext) =>
  queryOptions({
    queryKey: projectKey(context, 'sample-receiver'),
    queryFn: ({ signal }) => unwrap(context.api.GET('/api/sample-receiver', { signal })),
    refetchInterval: LOOK_MS,
  })

const EVENTS = ['install_attributed'] as const

export const createSampleWebhook = ({ api }: ProjectContext, name: string, url: string) =>
  unwrap(api.POST('/api/webhooks', { body: { name, url, events: [...EVENTS], is_active: true } }))

/** A link that opens an app, or its page in Google Play: the sample phone can follow it to an install. */
export const createExampleLink = ({ api }: ProjectContext, name: string) =>
  unwrap(
    api.POST('/api/links', {
      body: {
        name,
        actual_url: 'https://example.com/',
        is_deeplink: true,
        android_url: 'https://play.google.com/store/apps/details?id=com.example.shop',
      },
    }),
  )

/** What the sample app needs to play a phone with an app of this project. */
export interface SampleLink {
  settings: { publicKey: string; projectId: string; baseUrl: string; linkHost: string }
  url: string
  name: string | null
}

/** The address that opens a link on the sample phone. The app starts again with each. */
export function sampleAppUrl(appUrl: string, link: SampleLink): string {
  return `${appUrl}/#try=${encodeURIComponent(JSON.stringify(link))}`
}
