import type { Command } from 'commander'
import { confirm } from '../confirm.js'
import { runOnApi, type ProjectOptions } from '../project-api.js'
import {
  pageQuery,
  parseId,
  printPage,
  withConfirmation,
  withPage,
  withProject,
  type Page,
  type PageOptions,
} from './options.js'

interface Link {
  code: string
  short_url: string
  name: string | null
  campaign_name: string | null
  clicked_count: number
  actual_url: string
}

interface LinkOptions extends ProjectOptions {
  url?: string
  code?: string
  name?: string
  campaign?: number
  deeplink?: boolean
  iosUrl?: string
  androidUrl?: string
  fallbackUrl?: string
}

export function addLinkCommands(program: Command): void {
  const link = program.command('link').description('manage links')
  withPage(
    link
      .command('list')
      .description('list links, newest first, without archived ones')
      .option('--search <text>', 'part of the name, the code or the URL')
      .option('--status <status>', 'active, archived or expired'),
  ).action((options: PageOptions & { search?: string; status?: string }) =>
    runOnApi(
      options,
      (api) => {
        const { search, status } = options
        return api.get<Page<Link>>(`/api/links?${pageQuery(options, { search, status })}`)
      },
      printPage<Link>({
        CODE: ({ code }) => code,
        CLICKS: ({ clicked_count: clicks }) => clicks,
        CAMPAIGN: ({ campaign_name: campaign }) => campaign,
        NAME: ({ name }) => name,
        'SHORT URL': ({ short_url: url }) => url,
        DESTINATION: ({ actual_url: url }) => url,
      }),
    ),
  )
  withProject(link.command('show').description('show a link').argument('<code>')).action(
    (code: string, options: ProjectOptions) => runOnApi(options, (api) => api.get(pathOf(code))),
  )
  withProject(
    link
      .command('create')
      .description('create a link')
      .option('--url <url>', 'destination; optional with a store or fallback URL')
      .option('--code <code>', 'code of the link; default: 7 random characters')
      .option('--name <name>', 'internal name')
      .option('--campaign <id>', 'id of a campaign', parseId)
      .option('--deeplink', 'send phones to the landing page, which opens the app')
      .option('--ios-url <url>', 'App Store page or app URL')
      .option('--android-url <url>', 'Google Play page or app URL')
      .option(
        '--fallback-url <url>',
        'destination for phones without the app and without a store URL',
      ),
  ).action((options: LinkOptions) =>
    runOnApi(options, (api) => api.post('/api/links', bodyOf(options))),
  )
  withConfirmation(
    link
      .command('archive')
      .description('archive a link; its code stays taken and returns 410')
      .argument('<code>'),
  ).action((code: string, options: ProjectOptions & { yes?: boolean }) =>
    runOnApi(options, async (api) => {
      const { short_url: url } = await api.get<Link>(pathOf(code))
      await confirm(`Archive ${url}?`, options)
      return api.delete(pathOf(code))
    }),
  )
}

function bodyOf(options: LinkOptions): object {
  return {
    actual_url: options.url,
    code: options.code,
    name: options.name,
    campaign_id: options.campaign,
    is_deeplink: options.deeplink,
    ios_url: options.iosUrl,
    android_url: options.androidUrl,
    fallback_url: options.fallbackUrl,
  }
}

function pathOf(code: string): string {
  return `/api/links/${encodeURIComponent(code)}`
}
