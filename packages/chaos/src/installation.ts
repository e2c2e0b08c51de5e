import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@throughline/stack/postgres/connect'
import {
  issueCertificate,
  makeCertificateAuthority,
  type CertificateAndKey,
} from '@throughline/testkit/certificates'
import { check, type Verdict } from '@throughline/testkit/event-log/checker'
import { startEventLogClient, type EventLogClient } from '@throughline/testkit/event-log/client'
import type { ClientEntry, ReceiverEntry } from '@throughline/testkit/event-log/entries'
import { readEventLog } from '@throughline/testkit/event-log/event-log-file'
import {
  startEventLogReceiver,
  type Behaviour,
  type EventLogReceiver,
} from '@throughline/testkit/event-log/receiver'
import type { Off } from '@throughline/testkit/event-log/without-skipped'
import { createProject, type ProjectAccess } from '@throughline/testkit/installation/project'
import {
  startInstallation,
  type Installation,
  type InstallationOptions,
  type RedisGroupKind,
} from '@throughline/testkit/installation'
import type pg from 'pg'
import { makeLink, makeWebhook, type Owner, type Webhook } from './api-calls.js'
import { METRICS_TOKEN } from './metrics.js'
import type { Finding, RunContext } from './scenario.js'

export interface ChaosOptions extends Pick<
  InstallationOptions,
  'apis' | 'workers' | 'env' | 'serviceEnv' | 'clockShiftMs' | 'reach' | 'databaseUrl' | 'migrate'
> {
  /** The folder of the bundles. Default: that of the run. */
  bundles?: string
  /** Creates the project. Default: by this version's code. */
  createProject?: (installation: Installation) => Promise<ProjectAccess>
  /** How the endpoints behave. Each gets a separate webhook. */
  endpoints?: Behaviour[]
  /** Replaces the address of the receiver for webhooks, for example by a proxy's. */
  reachReceiver?: (url: string) => Promise<string>
}

export interface Endpoint {
  path: string
  webhook: Webhook
  behaviour: Behaviour
}

/** An installation with a project, an event log client in front and an event log receiver behind its webhooks. */
export interface ChaosInstallation extends Installation {
  readonly owner: Owner
  readonly authority: CertificateAndKey
  readonly receiver: EventLogReceiver
  readonly client: EventLogClient
  readonly endpoints: Endpoint[]
  /** Times at which a component returned; the checker reports the delay until the next request. */
  readonly recoveries: number[]
  /** When webhooks were turned off: events of that time are skipped, not lost. */
  readonly offs: Off[]
}

/** Fast enough for many deliveries, and slow enough that some are in flight at each fault. */
const USUAL: Behaviour[] = [
  { delayMs: [50, 300], failFirst: [0, 0] },
  { delayMs: [10, 100], failFirst: [0, 0] },
]
const USUAL_ENV = {
  LOG_LEVEL: 'info',
  METRICS_TOKEN,
  // Failed attempts are repeated after 1, 4 and 16 s.
  RETRY_BASE_MS: '1000',
  DELIVERY_CONCURRENCY: '100',
  DELIVERY_MAX_PER_WEBHOOK: '50',
}

export async function withInstallation(
  context: RunContext,
  options: ChaosOptions,
  run: (installation: ChaosInstallation) => Promise<Finding>,
): Promise<Finding> {
  const { backend, isPooled, redis, random, say } = context
  const folder = options.bundles ?? context.bundles
  const authority = await makeCertificateAuthority()
  const installation = await startInstallation({
    apis: 2,
    workers: 3,
    ...options,
    backend,
    isPooled,
    programs: { folder },
    env: { ...USUAL_ENV, ...options.env },
    caPem: authority.certPem,
    isRedisPersistent: true,
    ...(redis === 'single' ? {} : { redisGroup: await redisGroupOf(redis, authority) }),
    exitsOnSignal: true,
  })
  let isEvidence = true
  try {
    const finding = await run(
      await prepare(installation, { ...options, authority, seed: random.seed }),
    )
    isEvidence = finding.promises.some(({ isKept }) => !isKept)
    return finding
  } finally {
    await installation.close(isEvidence)
    if (isEvidence) say(`logs, event logs and the database are kept in ${installation.home}`)
  }
}

async function redisGroupOf(kind: RedisGroupKind, authority: CertificateAndKey) {
  const of = { hosts: ['127.0.0.1'], isForClients: true }
  const certificate = await issueCertificate(authority, of)
  const login = { username: 'throughline', password: 'p4ss-w0rd' }
  return { kind, login, tls: { ...certificate, caPem: authority.certPem } }
}

interface Preparing extends ChaosOptions {
  authority: CertificateAndKey
  seed: number
}

async function prepare(
  installation: Installation,
  { authority, seed, endpoints: behaviours = USUAL, reachReceiver, ...options }: Preparing,
): Promise<ChaosInstallation> {
  const { home, apis, onClose } = installation
  const project = await (options.createProject?.(installation) ??
    createProject(installation, { name: 'Chaos', prefix: 'chaos' }))
  const owner = { apiUrl: apis[0]?.url ?? '', ...project }
  const receiver = await startEventLogReceiver({
    eventLog: join(home, 'receiver.jsonl'),
    seed,
    authority,
  })
  onClose(() => receiver.close())
  const endpoints: Endpoint[] = []
  for (const [n, behaviour] of behaviours.entries()) {
    const path = `/hook-${n + 1}`
    const url = receiver.url(path)
    const webhook = await makeWebhook(owner, (await reachReceiver?.(url)) ?? url)
    await receiver.set({ path, secrets: [webhook.secret], behaviour })
    endpoints.push({ path, webhook, behaviour })
  }
  const client = await startEventLogClient({
    eventLog: join(home, 'client.jsonl'),
    name: `v${seed}`,
    apiPorts: apis.map(({ port }) => port),
    code: await makeLink(owner),
    projectKey: project.projectKey,
    linkHost: project.linkHost,
  })
  onClose(() => client.close())
  const watched = { receiver, client, endpoints, recoveries: [], offs: [] }
  return { ...installation, owner, authority, ...watched }
}

const ALL_IN_MS = 90_000
const ALL_OUT_MS = 240_000
/** A worker's watchdog acts after a minute, and a last retry starts after 64 s. */
const STUCK_MS = 90_000

export type Outcome = Verdict & {
  visitors: number
  due: number
}

/** Ends the load, waits until no delivery needs an attempt, and verifies the event logs. */
export async function finish(
  installation: ChaosInstallation,
  say: RunContext['say'],
): Promise<Outcome> {
  const { client, receiver, endpoints, recoveries, offs, postgres, env } = installation
  client.setRate(0)
  const { visitors, unfinished } = await client.stop(ALL_IN_MS)
  say(`${visitors} visitors came${unfinished === 0 ? '' : `, ${unfinished} still wait`}; draining`)
  const due = await drain(installation, { stuckMs: STUCK_MS })
  const verdict = await check({
    clientLog: client.eventLog,
    receiverLog: receiver.eventLog,
    databaseUrl: postgres.url,
    endpoints: endpoints.map(({ path }) => path),
    retryBaseMs: Number(env['RETRY_BASE_MS']),
    recoveries,
    offs,
  })
  return { ...verdict, visitors, due }
}

interface DrainOptions {
  withinMs?: number
  /** Stops waiting if the count has not changed for this long. */
  stuckMs?: number
  /** By default the deliveries that need an attempt. */
  counted?: { text: string; values?: unknown[] }
}

/** Waits until a count is 0. @returns the last count */
export async function drain(
  installation: Pick<Installation, 'postgres'>,
  {
    withinMs = ALL_OUT_MS,
    stuckMs = Infinity,
    counted = { text: COUNT_WANTED },
  }: DrainOptions = {},
): Promise<number> {
  const untilMs = performance.now() + withinMs
  let last = { due: -1, sinceMs: 0 }
  for (;;) {
    const [row] = await query<{ n: number }>(installation, counted.text, counted.values)
    const due = row?.n ?? 0
    const nowMs = performance.now()
    if (due !== last.due) last = { due, sinceMs: nowMs }
    if (due === 0 || nowMs >= untilMs || nowMs - last.sinceMs >= stuckMs) return due
    await sleep(250)
  }
}

const COUNT_WANTED = `SELECT count(*)::integer AS n FROM deliveries WHERE due_at IS NOT NULL`

export function clientEntries({ client }: ChaosInstallation): Promise<ClientEntry[]> {
  return readEventLog<ClientEntry>(client.eventLog)
}

export function arrivals({ receiver }: ChaosInstallation): Promise<ReceiverEntry[]> {
  return readEventLog<ReceiverEntry>(receiver.eventLog)
}

/** Queries the database directly, past any proxy of the scenario. */
export function query<Row extends pg.QueryResultRow>(
  { postgres }: Pick<Installation, 'postgres'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(postgres.url, async (client) => {
    const { rows } = await client.query<Row>(text, values)
    return rows
  })
}
