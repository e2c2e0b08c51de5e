import { requireProject } from '../commands/create-token.js'
import type { CommandContext } from '../commands/run-command.js'
import { printError, printResult } from '../output.js'
import { deliveryLines, describeDelivery, type DeliveryReport } from './describe-delivery.js'
import { ownerOf, type Webhook } from './owner.js'
import { forward, startReceiver, type Answer, type ReceivedRequest } from './receiver.js'
import { CTRL_C, watchKeys } from './watch-keys.js'

export interface ListenOptions {
  project: string
  port: string
  url?: string
  events: string
  forward?: string
  /** The status to fail with; true for 500. */
  fail?: string | true
  keep?: boolean
  json?: boolean
}

export interface ListenResult {
  webhook_id: number
  deliveries: number
  is_deleted: boolean
}

interface Session {
  forwardTo: string | null
  isJson: boolean
  failStatus: number
  isFailing: boolean
  deliveries: number
}

/** Receives webhooks of a project on this machine until Ctrl-C or a signal. */
export async function listen(
  context: CommandContext,
  options: ListenOptions,
): Promise<ListenResult> {
  const session = openSession(options)
  const port = parseNumber('--port', options.port, { low: 0, high: 65_535 })
  const project = await requireProject(context.database.prisma, options.project)
  const owner = ownerOf(context, project)
  // A delivery may arrive before the response that has the secret, so it waits for that response.
  const host = options.url === undefined ? '127.0.0.1' : undefined
  const receiver = await startReceiver({ port, host }, async (request) =>
    answerDelivery(session, await webhook, request),
  )
  const url = options.url ?? receiver.url
  const webhook = owner.createWebhook({ url, events: options.events.split(',') })
  try {
    const made = await webhook
    const { id } = made
    introduce(session, made, project.prefix)
    await untilStopped(session, () => owner.testWebhook(id))
    if (options.keep !== true) await owner.deleteWebhook(id)
    return { webhook_id: id, deliveries: session.deliveries, is_deleted: options.keep !== true }
  } finally {
    receiver.close()
  }
}

/** Prints the summary at the end. With `--json`, standard output contains only deliveries. */
export function printListenResult(result: ListenResult, isJson: boolean): void {
  if (isJson) return
  const { webhook_id: id, deliveries, is_deleted: isDeleted } = result
  const end = isDeleted ? `Webhook ${id} is deleted` : `Webhook ${id} is kept`
  console.log(`${end}. Deliveries received: ${deliveries}.`)
}

function openSession({ forward: forwardTo, fail, json }: ListenOptions): Session {
  if (forwardTo !== undefined && !/^https?:\/\/[^/]/.test(forwardTo))
    throw new Error('--forward: must be a URL such as http://localhost:8080/hook')
  const failStatus = typeof fail === 'string' ? fail : '500'
  return {
    forwardTo: forwardTo ?? null,
    isJson: json === true,
    failStatus: parseNumber('--fail', failStatus, { low: 300, high: 599 }),
    isFailing: fail !== undefined,
    deliveries: 0,
  }
}

function parseNumber(
  name: string,
  text: string,
  { low, high }: { low: number; high: number },
): number {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (value >= low && value <= high) return value
  throw new Error(`${name}: must be a number from ${low} to ${high}`)
}

async function answerDelivery(
  session: Session,
  webhook: Webhook,
  request: ReceivedRequest,
): Promise<Answer> {
  const described = describeDelivery(request, webhook.secret)
  const forwardTo = session.isFailing ? null : session.forwardTo
  const startedMs = performance.now()
  const answer: Answer =
    forwardTo === null
      ? { status: session.isFailing ? session.failStatus : 204 }
      : await forward(forwardTo, request)
  const report: DeliveryReport = {
    ...described,
    answer: {
      status: answer.status,
      forwarded_to: forwardTo,
      error: answer.error ?? null,
      duration_ms: Math.round(performance.now() - startedMs),
    },
  }
  session.deliveries += 1
  if (session.isJson) console.log(JSON.stringify(report))
  else console.log(`${deliveryLines(report, webhook.id).join('\n')}\n`)
  return answer
}

/** Prints the webhook and its secret. With `--json`, they are one line on standard error. */
function introduce({ isJson, forwardTo }: Session, webhook: Webhook, prefix: string): void {
  if (isJson) {
    console.error(JSON.stringify(webhook))
    return
  }
  const { id, url, events, secret } = webhook
  console.log(`Webhook ${id} of the project ${prefix} sends its deliveries to this command.\n`)
  printResult({ URL: url, Events: events.join(', '), Secret: secret }, false)
  if (forwardTo !== null)
    console.log(`\nForwarding requests to ${forwardTo}. Start that server with the secret above.`)
  const keys = process.stdin.isTTY ? 't: test delivery   f: toggle failing   ' : ''
  console.log(`\n${keys}Ctrl-C: stop\n`)
}

function untilStopped(session: Session, sendTest: () => Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const unwatch = watchKeys(process.stdin, {
      [CTRL_C]: stop,
      f: () => toggleFailures(session),
      t: () => void sendTest().catch((error: unknown) => printError(error, session.isJson)),
    })
    // `on`, not `once`: a terminal and npm may both send the same signal.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
    function stop(): void {
      unwatch()
      resolve()
    }
  })
}

function toggleFailures(session: Session): void {
  session.isFailing = !session.isFailing
  const how = session.isFailing ? `Failing with ${session.failStatus}` : 'Responding normally'
  console.error(`${how} from now on.\n`)
}
