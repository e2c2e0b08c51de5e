import { Option, type Command } from 'commander'
import { printResult, printTable } from '../output.js'
import { runOnApi, type ProjectApi, type ProjectOptions } from '../project-api.js'
import {
  pageQuery,
  printPage,
  withPage,
  withProject,
  type Page,
  type PageOptions,
} from './options.js'

interface Delivery {
  id: string
  webhook_id: number
  state: string
  trigger: string
  attempts_made: number
  next_attempt_at: string | null
  created_at: string
  is_test: boolean
}

interface Attempt {
  number: number
  trigger: string
  started_at: string
  duration_ms: number
  outcome: string
  status_code: number | null
  error_class: string | null
  error: string | null
  url: string
}

interface ListOptions extends PageOptions {
  webhook?: string
  state?: string
  since?: string
  until?: string
}

const STATES = [
  'pending',
  'delivering',
  'retrying',
  'succeeded',
  'failed',
  'held',
  'skipped',
  'canceled',
]

export function addDeliveryCommands(program: Command): void {
  const delivery = program.command('delivery').description('inspect and resend deliveries')
  withPage(
    delivery
      .command('list')
      .description('list the deliveries of a webhook, newest first')
      .option('--webhook <id>', 'id of the webhook; default: the only one')
      .addOption(new Option('--state <state>', 'only deliveries in this state').choices(STATES))
      .option('--since <time>', 'created at or after this time, ISO 8601')
      .option('--until <time>', 'created before this time, ISO 8601'),
  ).action((options: ListOptions) =>
    runOnApi(
      options,
      async (api) => {
        const { state, since, until } = options
        const id = options.webhook ?? (await onlyWebhook(api))
        const query = pageQuery(options, { state, since, until })
        const path = `/api/webhooks/${encodeURIComponent(id)}/deliveries?${query}`
        return api.get<Page<Delivery>>(path)
      },
      printPage<Delivery>({
        DELIVERY: ({ id }) => id,
        STATE: ({ state }) => state,
        TRIGGER: ({ trigger }) => trigger,
        ATTEMPTS: ({ attempts_made: attempts }) => attempts,
        TEST: ({ is_test: isTest }) => isTest,
        CREATED: ({ created_at: at }) => at,
        NEXT: ({ next_attempt_at: at }) => at,
      }),
    ),
  )
  withProject(
    delivery
      .command('show')
      .description('show a delivery with its payload and its attempts')
      .argument('<id>'),
  ).action((id: string, options: ProjectOptions) =>
    runOnApi(
      options,
      (api) => api.get<Delivery & { attempts: Attempt[] }>(pathOf(id)),
      printDelivery,
    ),
  )
  withProject(
    delivery
      .command('resend')
      .description('send a delivery again now')
      .argument('<id>')
      .option('--retries', 'start a fresh retry schedule instead of a single attempt'),
  ).action((id: string, options: ProjectOptions & { retries?: boolean }) =>
    runOnApi(options, (api) =>
      api.post(`${pathOf(id)}/resend`, { retries: options.retries === true }),
    ),
  )
}

/** The id of the project's only webhook. Throws if it has none or several. */
export async function onlyWebhook(api: ProjectApi): Promise<string> {
  const { data } = await api.get<Page<{ id: number }>>('/api/webhooks?limit=100')
  const [webhook, ...others] = data
  if (webhook === undefined) throw new Error('The project has no webhook.')
  if (others.length === 0) return String(webhook.id)
  const ids = data.map(({ id }) => id).join(', ')
  throw new Error(`The project has several webhooks: ${ids}. Name one with --webhook.`)
}

function printDelivery(delivery: Delivery & { attempts: Attempt[] }, isJson: boolean): void {
  if (isJson) {
    printResult(delivery, isJson)
    return
  }
  const { attempts, ...record } = delivery
  printResult(record, isJson)
  console.log()
  printTable(attempts, {
    ATTEMPT: ({ number }) => number,
    TRIGGER: ({ trigger }) => trigger,
    STARTED: ({ started_at: at }) => at,
    MS: ({ duration_ms: ms }) => ms,
    RESULT: ({ status_code: status, error_class: error }) => status ?? error,
    ERROR: ({ error }) => error,
    URL: ({ url }) => url,
  })
}

function pathOf(id: string): string {
  return `/api/deliveries/${encodeURIComponent(id)}`
}
