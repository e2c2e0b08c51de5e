import type { Command } from 'commander'
import { confirm } from '../confirm.js'
import { runOnApi, type ProjectOptions } from '../project-api.js'
import {
  pageQuery,
  printPage,
  withConfirmation,
  withPage,
  withProject,
  type Page,
  type PageOptions,
} from './options.js'

interface Webhook {
  id: number
  url: string
  events: string[]
  is_active: boolean
  created_at: string
}

export function addWebhookCommands(program: Command): void {
  const webhook = program.command('webhook').description('manage webhooks')
  addList(webhook)
  withProject(webhook.command('show').description('show a webhook').argument('<id>')).action(
    (id: string, options: ProjectOptions) => runOnApi(options, (api) => api.get(pathOf(id))),
  )
  withProject(
    webhook
      .command('create')
      .description('create a webhook; its secret is shown only once')
      .requiredOption('--url <url>', 'https URL of the receiver')
      .option('--paused', 'create the webhook paused'),
  ).action((options: ProjectOptions & { url: string; paused?: boolean }) =>
    runOnApi(options, (api) =>
      api.post('/api/webhooks', {
        url: options.url,
        events: ['install_attributed'],
        is_active: options.paused !== true,
      }),
    ),
  )
  addSwitch(webhook, {
    name: 'pause',
    description: 'pause a webhook: new events are skipped, waiting deliveries are held',
    isActive: false,
  })
  addSwitch(webhook, {
    name: 'resume',
    description: 'resume a paused webhook and its held deliveries',
    isActive: true,
  })
  withConfirmation(
    webhook
      .command('delete')
      .description('delete a webhook and cancel its undelivered deliveries')
      .argument('<id>'),
  ).action((id: string, options: ProjectOptions & { yes?: boolean }) =>
    runOnApi(options, async (api) => {
      const { url } = await api.get<Webhook>(pathOf(id))
      await confirm(`Delete webhook ${id} to ${url}?`, options)
      return api.delete(pathOf(id))
    }),
  )
  withProject(
    webhook.command('test').description('send a sample payload to a webhook').argument('<id>'),
  ).action((id: string, options: ProjectOptions) =>
    runOnApi(options, (api) => api.post(`${pathOf(id)}/test`)),
  )
}

function addList(webhook: Command): void {
  withPage(webhook.command('list').description('list webhooks, newest first')).action(
    (options: PageOptions) =>
      runOnApi(
        options,
        (api) => api.get<Page<Webhook>>(`/api/webhooks?${pageQuery(options)}`),
        printPage<Webhook>({
          ID: ({ id }) => id,
          ACTIVE: ({ is_active: isActive }) => isActive,
          EVENTS: ({ events }) => events.join(', '),
          CREATED: ({ created_at: createdAt }) => createdAt,
          URL: ({ url }) => url,
        }),
      ),
  )
}

function addSwitch(
  webhook: Command,
  { name, description, isActive }: { name: string; description: string; isActive: boolean },
): void {
  withProject(webhook.command(name).description(description).argument('<id>')).action(
    (id: string, options: ProjectOptions) =>
      runOnApi(options, (api) => api.put(pathOf(id), { is_active: isActive })),
  )
}

function pathOf(id: string): string {
  return `/api/webhooks/${encodeURIComponent(id)}`
}
