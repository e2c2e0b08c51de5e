import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { check, type Verdict } from '@throughline/testkit/ledger/checker'
import { startLedgerClient, type LedgerClient } from '@throughline/testkit/ledger/client'
import {
  startLedgerReceiver,
  type Behaviour,
  type LedgerReceiver,
} from '@throughline/testkit/ledger/receiver'
import { withClient } from '@throughline/stack/postgres/connect'
import type pg from 'pg'
import { makeLink, makeWebhook, type Webhook } from './api-calls.js'
import { startInstallation, type Installation, type InstallationOptions } from './installation.js'
import { promise, type Finding, type Promised, type RunContext } from './scenario.js'

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

/** An installation under a ledger client, with a ledger receiver behind its webhooks. */
export interface Trial {
  readonly there: Installation
  readonly receiver: LedgerReceiver
  readonly client: LedgerClient
  readonly endpoints: Endpoint[]
  /** Moments at which something came back; the checker tells how long the next request took. */
  readonly recoveries: number[]
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
    if (isEvidence) say(`logs, ledgers and the database are kept in ${there.home}`)
  }
}

async function prepare(
  there: Installation,
  seed: number,
  { endpoints: behaviours = USUAL, reachReceiver = (url) => Promise.resolve(url) }: TrialOptions,
): Promise<Trial> {
  const { home, authority, owner, projectKey, apiPorts, linkHost } = there
  const receiver = await startLedgerReceiver({
    ledger: join(home, 'receiver.jsonl'),
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
  const client = await startLedgerClient({
    ledger: join(home, 'client.jsonl'),
    name: `v${seed}`,
    apiPorts,
    linkHost,
    code: await makeLink(owner),
    projectKey,
  })
  return { there, receiver, client, endpoints, recoveries: [] }
}

const ALL_IN_MS = 90_000
const ALL_OUT_MS = 240_000

/** Ends the load, waits until nothing is wanted of any delivery any more, and has it all checked. */
export async function finish(trial: Trial, say: RunContext['say']): Promise<Verdict> {
  const { there, client, receiver, endpoints, recoveries } = trial
  client.setRate(0)
  const { visitors, unfinished } = await client.stop(ALL_IN_MS)
  say(`${visitors} visitors came${unfinished === 0 ? '' : `, ${unfinished} still wait`}; draining`)
  await drain(trial)
  return check({
    clientLedger: client.ledger,
    receiverLedger: receiver.ledger,
    databaseUrl: there.stores.postgres.url,
    endpoints: endpoints.map(({ path }) => path),
    retryBaseMs: there.retryBaseMs,
    recoveries,
  })
}

/** Waits until no delivery wants an attempt; gives up after a while (four minutes unless told), and the checker tells what is left. */
export async function drain(trial: Trial, withinMs = ALL_OUT_MS): Promise<void> {
  const untilMs = performance.now() + withinMs
  while (performance.now() < untilMs) {
    const [row] = await query<{ n: number }>(trial, COUNT_WANTED)
    if (row?.n === 0) return
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

/** What holds in every scenario. */
export function usualPromises(trial: Trial, verdict: Verdict): Promised[] {
  const { lost, missing, wrong, early, unsigned, doubledEvents, doublyRecorded, miscounted } =
    verdict
  const unasked = [...trial.there.apis, ...trial.there.workers].flatMap((one) => one.unasked)
  const none = (text: string, list: unknown[]) =>
    promise(text, list.length === 0, list.length === 0 ? 0 : JSON.stringify(list.slice(0, 5)))
  return [
    promise(
      '0 lost',
      lost.length === 0 && verdict.accepted > 0,
      lost.length === 0 ? 0 : `${lost.length}: ${lost.slice(0, 5).join(', ')}`,
    ),
    none('no 2xx without its row', missing),
    none('every 2xx is the match that it must be', wrong),
    none('no retry early', early),
    none('one event for each install', doubledEvents),
    promise('every request signed', unsigned === 0, unsigned),
    promise('each success recorded once', doublyRecorded === 0, doublyRecorded),
    promise('attempts counted right', miscounted === 0, miscounted),
    none('no process ends unasked', unasked),
  ]
}

/** The figures that every scenario shows. */
export function usualFigures(verdict: Verdict): Finding['figures'] {
  const { accepted, expected, lost, duplicates, refused } = verdict
  const failed = verdict.states['failed'] ?? 0
  return {
    accepted,
    deliveries: expected,
    lost: lost.length,
    ...(failed === 0 ? {} : { failed }),
    duplicates,
    refused,
  }
}
