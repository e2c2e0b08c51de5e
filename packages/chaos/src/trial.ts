import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { check, type Verdict } from '@throughline/testkit/event-log/checker'
import { startEventLogClient, type EventLogClient } from '@throughline/testkit/event-log/client'
import {
  startEventLogReceiver,
  type Behaviour,
  type EventLogReceiver,
} from '@throughline/testkit/event-log/receiver'
import type { Off } from '@throughline/testkit/event-log/without-skipped'
import { withClient } from '@throughline/stack/postgres/connect'
import type pg from 'pg'
import { makeLink, makeWebhook, type Webhook } from './api-calls.js'
import { startInstallation, type Installation, type InstallationOptions } from './installation.js'
import type { Finding, RunContext } from './scenario.js'

export interface TrialOptions extends Partial<
  Omit<InstallationOptions, 'backend' | 'bundles' | 'random'>
> {
  /** How the endpoints behave, one by one; each gets a webhook of its own. */
  endpoints?: Behaviour[]
  /** The address of the receiver that webhooks are made with, such as a proxy's. */
  reachReceiver?: (url: string) => Promise<string>
}

export interface Endpoint {
  path: string
  webhook: Webhook
  behaviour: Behaviour
}

/** An installation under an event log client, with an event log receiver behind its webhooks. */
export interface Trial {
  readonly there: Installation
  readonly receiver: EventLogReceiver
  readonly client: EventLogClient
  readonly endpoints: Endpoint[]
  /** Moments at which something came back; the checker tells how long the next request took. */
  readonly recoveries: number[]
  /** When webhooks were turned off: what is made then is skipped, not lost. */
  readonly offs: Off[]
}

/** Answers fast enough to be many, and slowly enough to be caught in flight. */
const USUAL: Behaviour[] = [
  { delayMs: [50, 300], failFirst: [0, 0] },
  { delayMs: [10, 100], failFirst: [0, 0] },
]

/** Starts a trial, runs the scenario's part, and ends all that was started; its folder stays when a promise was broken. */
export async function withTrial(
  context: RunContext,
  options: TrialOptions,
  run: (trial: Trial) => Promise<Finding>,
): Promise<Finding> {
  const { backend, bundles, random, say } = context
  const shape = { apis: 2, workers: 3, ...options }
  const there = await startInstallation({ ...shape, backend, bundles, random })
  let isEvidence = true
  try {
    const trial = await prepare(there, random.seed, options)
    try {
      const finding = await run(trial)
      isEvidence = finding.promises.some(({ isKept }) => !isKept)
      return finding
    } finally {
      await trial.client.close()
      await trial.receiver.close()
    }
  } finally {
    await there.close(isEvidence)
    if (isEvidence) say(`logs, event logs and the database are kept in ${there.home}`)
  }
}

async function prepare(
  there: Installation,
  seed: number,
  { endpoints: behaviours = USUAL, reachReceiver = (url) => Promise.resolve(url) }: TrialOptions,
): Promise<Trial> {
  const { home, authority, owner, projectKey, apiPorts, linkHost } = there
  const receiver = await startEventLogReceiver({
    eventLog: join(home, 'receiver.jsonl'),
    seed,
    authority,
  })
  const endpoints: Endpoint[] = []
  for (const [n, behaviour] of behaviours.entries()) {
    const path = `/hook-${n + 1}`
    const webhook = await makeWebhook(owner, await reachReceiver(receiver.url(path)))
    await receiver.set({ path, secrets: [webhook.secret], behaviour })
    endpoints.push({ path, webhook, behaviour })
  }
  const client = await startEventLogClient({
    eventLog: join(home, 'client.jsonl'),
    name: `v${seed}`,
    apiPorts,
    linkHost,
    code: await makeLink(owner),
    projectKey,
  })
  return { there, receiver, client, endpoints, recoveries: [], offs: [] }
}

const ALL_IN_MS = 90_000
const ALL_OUT_MS = 240_000

/** What the checker found, and what was there for it to find. */
export type Outcome = Verdict & {
  /** All that ever came, each to be accepted in the end. */
  visitors: number
  /** Deliveries of which an attempt was still wanted when the wait for them was given up. */
  due: number
}

/** Ends the load, waits until nothing is wanted of any delivery any more, and has it all checked. */
export async function finish(trial: Trial, say: RunContext['say']): Promise<Outcome> {
  const { there, client, receiver, endpoints, recoveries, offs } = trial
  client.setRate(0)
  const { visitors, unfinished } = await client.stop(ALL_IN_MS)
  say(`${visitors} visitors came${unfinished === 0 ? '' : `, ${unfinished} still wait`}; draining`)
  const due = await drain(trial)
  const verdict = await check({
    clientLog: client.eventLog,
    receiverLog: receiver.eventLog,
    databaseUrl: there.stores.postgres.url,
    endpoints: endpoints.map(({ path }) => path),
    retryBaseMs: there.retryBaseMs,
    recoveries,
    offs,
  })
  return { ...verdict, visitors, due }
}

/** Waits until no delivery wants an attempt; gives up after a while (four minutes unless told). @returns how many still do */
export async function drain(trial: Trial, withinMs = ALL_OUT_MS): Promise<number> {
  const untilMs = performance.now() + withinMs
  for (;;) {
    const [row] = await query<{ n: number }>(trial, COUNT_WANTED)
    const due = row?.n ?? 0
    if (due === 0 || performance.now() >= untilMs) return due
    await sleep(250)
  }
}

const COUNT_WANTED = `SELECT count(*)::integer AS n FROM deliveries WHERE due_at IS NOT NULL`

/** Asks the database itself, past everything that a scenario has put before it. */
export function query<Row extends pg.QueryResultRow>(
  { there }: Pick<Trial, 'there'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(there.stores.postgres.url, async (client) => {
    const { rows } = await client.query<Row>(text, values)
    return rows
  })
}
