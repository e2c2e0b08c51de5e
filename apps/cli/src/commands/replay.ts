import { Option, type Command } from 'commander'
import { runOnApi, type ProjectOptions } from '../project-api.js'
import { onlyWebhook } from './delivery.js'
import { withProject } from './options.js'

interface ReplayOptions extends ProjectOptions {
  webhook?: string
  since: string
  until?: string
  state?: string
  dryRun?: boolean
}

export function addReplayCommands(program: Command): void {
  const replay = program.command('replay').description('send deliveries of a time range again')
  withProject(
    replay
      .command('create')
      .description(
        'send deliveries of a webhook again; by default those that failed or were skipped',
      )
      .option('--webhook <id>', 'id of the webhook; default: the only one')
      .requiredOption('--since <time>', 'created at or after this time, ISO 8601; required')
      .option('--until <time>', 'created before this time, ISO 8601')
      .addOption(
        new Option(
          '--state <state>',
          'only deliveries in this state; succeeded and all need --until',
        ).choices(['failed', 'skipped', 'succeeded', 'all']),
      )
      .option('--dry-run', 'only count the deliveries'),
  ).action((options: ReplayOptions) =>
    runOnApi(options, async (api) => {
      const { since, until, state } = options
      const id = options.webhook ?? (await onlyWebhook(api))
      const body = { since, until, state, dry_run: options.dryRun === true }
      return api.post(`/api/webhooks/${encodeURIComponent(id)}/replay`, body)
    }),
  )
  withProject(
    replay.command('show').description('show a replay and its progress').argument('<id>'),
  ).action((id: string, options: ProjectOptions) =>
    runOnApi(options, (api) => api.get(`/api/replays/${encodeURIComponent(id)}`)),
  )
}
