import { Option, type Command } from 'commander'
import { runOnApi, type ProjectOptions } from '../project-api.js'
import {
  pageQuery,
  printPage,
  withPage,
  withProject,
  type Page,
  type PageOptions,
} from './options.js'

interface Campaign {
  id: number
  name: string
  status: string
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
}

const STATUSES = ['draft', 'active', 'paused', 'archived']

interface CampaignOptions extends ProjectOptions {
  name: string
  status?: string
  utmSource?: string
  utmMedium?: string
  utmCampaign?: string
}

export function addCampaignCommands(program: Command): void {
  const campaign = program.command('campaign').description('manage campaigns')
  withPage(
    campaign
      .command('list')
      .description('list campaigns, newest first')
      .option('--search <text>', 'part of the name')
      .addOption(
        new Option('--status <status>', 'only campaigns with this status').choices(STATUSES),
      ),
  ).action((options: PageOptions & { search?: string; status?: string }) =>
    runOnApi(
      options,
      (api) => {
        const { search, status } = options
        return api.get<Page<Campaign>>(`/api/campaigns?${pageQuery(options, { search, status })}`)
      },
      printPage<Campaign>({
        ID: ({ id }) => id,
        STATUS: ({ status }) => status,
        NAME: ({ name }) => name,
        SOURCE: ({ utm_source: source }) => source,
        MEDIUM: ({ utm_medium: medium }) => medium,
        CAMPAIGN: ({ utm_campaign: name }) => name,
      }),
    ),
  )
  withProject(
    campaign
      .command('create')
      .description('create a campaign')
      .requiredOption('--name <name>', 'name of the campaign')
      .addOption(
        new Option('--status <status>', 'status of the campaign; default: draft').choices(STATUSES),
      )
      .option('--utm-source <text>', 'such as google')
      .option('--utm-medium <text>', 'such as cpc')
      .option('--utm-campaign <text>', 'such as summer-2026'),
  ).action((options: CampaignOptions) =>
    runOnApi(options, (api) =>
      api.post('/api/campaigns', {
        name: options.name,
        status: options.status,
        utm_source: options.utmSource,
        utm_medium: options.utmMedium,
        utm_campaign: options.utmCampaign,
      }),
    ),
  )
}
